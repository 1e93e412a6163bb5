"""English."""

from collections.abc import Iterator

from deckname.referee.languages.base import Language, Trust, affixes, numbered, sound_pairs, words

_BRITISH_AMERICAN = (
    ("our", "or"), ("tre", "ter"), ("ise", "ize"), ("yse", "yze"), ("ogue", "og"), ("ence", "ense"), ("aeo", "eo"),
    ("ll", "l"), ("grey", "gray"), ("plough", "plow"), ("tyre", "tire"), ("pyjama", "pajama"), ("cheque", "check"),
    ("mould", "mold"), ("axe", "ax"), ("kerb", "curb"), ("moustache", "mustache"), ("sceptic", "skeptic"),
    ("storey", "story"), ("aluminium", "aluminum"), ("programme", "program"), ("aeroplane", "airplane"),
    ("doughnut", "donut"), ("haem", "hem"), ("bre", "ber"), ("armour", "armor"), ("jewellery", "jewelry"),
)  # fmt: skip


def _american(word: str) -> Iterator[str]:
    """The word as it is spelled across the ocean, either way."""
    for british, american in _BRITISH_AMERICAN:
        if british in word:
            yield word.replace(british, american)
        if american in word:
            yield word.replace(american, british)


def _plural(noun: str) -> str:
    if noun.endswith(("s", "x", "z", "ch", "sh")):
        return noun + "es"
    return noun[:-1] + "ies" if noun.endswith("y") and noun[-2:-1] not in "aeo" else noun + "s"


ENGLISH = Language(
    code="en",
    suffixes=(
        *affixes(
            Trust.SURE,
            "ness:,e,y less:,e,y ful:,y hood:,y ship: dom: fully:ful,, lessly:less, ment: iness:y iful:y iless:y"
            " ism:ist,,"
            "e,ic ology:,e ologist:ology ician:ic,ics,y like: some: ward: wards: wise: let: proof:"
            " up: out: off: down: over: ry:",
        ),
        *affixes(
            Trust.LIKELY,
            "er:,e ers:,e or:,e,ion y:,e ly:,e,le,y ish:,e,y,land ist:,e,y,o,ism ian:,e,y,a,n an:a,o,,y,ica ese:,a,n"
            " ess:,er,or,e ery:er,e, ing:,e ation:e,,ate,y ition:e,,ish ion:,e,or,ate ity:,e,ic,ous able:,e,y"
            " ous:,e,y,er"
            " ic:,e,y,a,ist,s ical:,e,y,ic,ics al:ity,e,ism,ics ive:e,ion,, ize:,e,y ise:,e,y ify:,e,y ial:,y,e,ce"
            " tion:t,ct"
            " ant:,e,ance ance:ant,,e ence:ent,,e en:,e ee:,e ster:,e eer:,e age:,e al:,e ette:,e th: cy:t,te,ce"
            " ture:t, ier:y"
            " osity:ous ility:le,ile ual:,e ant:ate inate:ine ary:,e,y ate:,or orate:or"
            " sion:d,de,t,se,s sive:d,de,se,s ption:ve,b,pt ution:ve"
            " ies:y atic:a,, atical:a,e ator:ate,e,ation acy:ate,e tic:s,,ce ancy:ant aire:",
        ),
        *affixes(
            Trust.HINT,
            "al:,e age:, ling:, et:, let:, ate:,e ard:, ie:, ue:, t:,e ar:,e,le ine:,o le:, ure:,e ed:,e",
        ),
    ),
    prefixes=(
        *affixes(
            Trust.SURE,
            "un: non: mis: anti: mid: grand: great: semi: super: over: under: out: counter: micro: mini: mega: multi:"
            " post: step: god: self: back: down: up:",
        ),
        *affixes(
            Trust.LIKELY,
            "co: on: re: dis: fore: inter: trans: sub: tele: auto: bi: tri: in: im: ir: il: en: em: be: with:",
        ),
        *affixes(Trust.HINT, "a: ex: de: per: pro: com: con:"),
    ),
    alternations=(
        (r"([bcdfgklmnprstvz])\1$", r"\1"),
        (r"i$", "y"),
        (r"v$", "f"),
        (r"v$", "fe"),
        (r"ck$", "c"),
        (r"at$", "ate"),
        (r"([dgt])r$", r"\1er"),
        (r"tr$", "tor"),
        (r"er?$", "re"),
    ),
    verb_endings=(),
    weak_endings=(),
    transparent=words(
        "or ly ish ist ian ess ery ing ation ition ion ity able ous ic ical ive ize ise ify ial tion ant ance"
        " ence en ee"
        " ster eer ette th cy ture ier osity ility ual inate ary orate"
        " sion sive ption ution atic ator acy an ese al age y er ers"
    ),
    must_be_heard=True,
    links=("", "s", "-"),
    clipped=(),
    bound=words(
        "ian over under up down able age ant ate ion ice ory hood dom less ful ness ment ward wise let ling ing"
        " ate ist ism ish ion ive ous ent the and her his him she you was are per con out pro des rs ers red ted"
        " led ran den"
    ),
    compounds=True,
    siblings_clash=True,
    loose_members=words("man woman men women day time way work"),
    vowels=frozenset("aæʌɔWYɛɝeɪioOʊu"),
    close_sounds=sound_pairs("pb td kg fv sz SZ θð θs CJ ɪi ʊu"),
    faint_sounds=frozenset("h"),
    same_sounds={},
    double_sounds={"nts": "ns", "Yɝ": "Yr", "Wɝ": "Wr"},  # *prints* and *prince*, *choir* and *quire*
    near_vowels=sound_pairs("æɛ ɪɛ ʌa Oa"),
    loose_sounds=(("ɔ(?!r)", "a"),),  # *caught* and *cot*; everybody tells *cork* from *car*
    numbers=numbered(
        "zero:0 one:1 two:2 three:3 four:4 five:5 six:6 seven:7 eight:8 nine:9 ten:10 eleven:11 twelve:12 thirteen:13"
        " fourteen:14 fifteen:15 sixteen:16 twenty:20 thirty:30 hundred:100 thousand:1000"
    ),
    positions=words(
        "left right top bottom middle center centre corner edge upper lower near close row column diagonal beside"
        " adjacent leftmost rightmost neighbor neighbour above below beneath underneath opposite horizontal vertical"
        " nearest closest nearby farthest furthest topmost uppermost lowermost outermost innermost"
    ),
    greys=words(
        "dark light gray grey black white pale shade shaded shadow darker lighter bright dim contrast dull darkest"
    ),
    shapes=words(
        "round square rectangle rectangular triangle triangular circle circular oval cube cubic sphere spherical"
        " cylinder"
        " cylindrical pointed pointy long short big small large tiny huge giant tall wide narrow flat curved thin thick"
        " diamond-shaped pentagon hexagon angular little gigantic enormous"
    ),
    spelling_words=words("vowel vowels consonant consonants palindrome anagram"),
    small_words=words("the a an of and in on at to for by s"),
    acronyms=words(
        "ufo vip tv cd dvd diy usa uk dna nasa fbi cia bbc gps atm pc usb ceo phd mri nato aka asap lol rip faq"
    ),
    joined_to_forms=words("un non ly ness"),
    makes_adjectives=words("y ish ly able ous"),
    makes_doers=words("er or"),
    accented=False,
    borrows_freely=True,
    rhymes_count=False,  # so many words do (*year*, EAR; *mice*, ICE)
    plural=_plural,
    respell=_american,
)
