"""German."""

import re
from collections.abc import Iterator
from itertools import product

from deckname.referee.languages.base import Language, Trust, affixes, numbered, sound_pairs, words

_SPELLED_OUT = {"ae": "ä", "oe": "ö", "ue": "ü"}
_MOST_UMLAUTS = 4
_UMLAUTS = {"a": "ä", "o": "ö", "u": "ü", "au": "äu"}
_LAST_VOWEL = re.compile("(?:au|[aou])(?=[^aouäöü]*$)")


def _umlauts(word: str) -> Iterator[str]:
    """The word as it is written where the keyboard has umlauts: *Loewe*, *Löwe*; but *Abenteuer* stays."""
    parts = re.split("(ae|oe|ue)", word)
    if 1 < len(parts) <= 2 * _MOST_UMLAUTS + 1:
        for choice in product(*((part, _SPELLED_OUT[part]) if part in _SPELLED_OUT else (part,) for part in parts)):
            if "".join(choice) != word:
                yield "".join(choice)


def _strong_plurals(noun: str) -> Iterator[str]:
    """*Ringe*, *Rinder*, *Fälle*, *Bücher*, *Äpfel*: the plurals that leave a noun no other."""
    yield from (noun + "e", noun + "er")
    changed = _LAST_VOWEL.sub(lambda found: _UMLAUTS[found[0]], noun)
    if changed != noun:
        yield from (changed, changed + "e", changed + "er")


GERMAN = Language(
    code="de",
    suffixes=(
        *affixes(
            Trust.SURE,
            "in:,e innen:,e lich:,e,en ig:,e ung:en,n,ern,eln,e heit: keit: igkeit:,ig chen:,e,en lein:,e,en,el schaft:"
            " tum:,e,en haft:,e los:,e,en bar:en,n,eln sam:en,e förmig:,en,n,er,s mäßig:,s,en artig:,en isch:,e,en,er"
            " ierung:ieren izität:isch nung:en"
            " erei:er,en eln:el ern:er ler: en:,e er:en,n,eln ling:,e voll:,s reich:,s,n frei:,s,en weise:,s,er",
        ),
        *affixes(
            Trust.LIKELY,
            "er:,e ner:,e nis:en,,e eln:,e ei:er,, ieren:,e,ik,ie ist:,e,ik,ismus"
            " ismus:,e,isch iker:ik age:,ieren ation:ieren,ator ator:ation,ieren erin:er,en"
            " end:en,n ling:en,e ier:e,ien,en ler:en,e aner:a,, esisch:a,e age: ur:",
        ),
        *affixes(
            Trust.HINT,
            "e:,ig er:, el:en,e, sal:en,e at:e, ie:, ion:, al:, ell:, um:, de:en ut:, de: te:en d:en",
        ),
    ),
    prefixes=(
        *affixes(
            Trust.SURE,
            "un: ur: nicht: haupt: halb: vize: anti: super: mini: riesen: lieblings: groß: stief: halb: ober: innen:"
            " außen: neben: zwischen: mittel:",
        ),
        *affixes(
            Trust.LIKELY,
            "ab: an: auf: aus: bei: ein: emp: fort: her: heran: hin: hinter: los: mit: nach: nieder: rück:"
            " über: um: unter: vor: voraus: weg: wider: wieder: zu: zurück: zusammen: durch: gegen: da: dar:"
            " heraus: hinaus: herunter: miss:",
            Trust.LIKELY,
        ),
        *affixes(Trust.LIKELY, "be: ent: er: ge: ver: zer:"),
    ),
    alternations=(
        (r"ä([^aeiouäöü]*)$", r"a\1"),
        (r"ö([^aeiouäöü]*)$", r"o\1"),
        (r"ü([^aeiouäöü]*)$", r"u\1"),
        (r"äu([^aeiouäöü]*)$", r"au\1"),
        (r"ä([^aeiouäöü]*e[lr])$", r"a\1"),
        (r"ö([^aeiouäöü]*e[lr])$", r"o\1"),
        (r"ü([^aeiouäöü]*e[lr])$", r"u\1"),
        (r"([^aeiou])([lrn])$", r"\1e\2"),
        (r"([^aeiou])m$", r"\1em"),
        (r"ä([^aeiou])([lr])$", r"a\1e\2"),
        (r"([aeiou])r$", r"\1er"),
    ),
    verb_endings=("en", "n", "eln", "ern", "ieren"),
    weak_endings=("e", "en", "n", "er"),
    transparent=words("ieren ierung"),
    must_be_heard=False,
    links=("", "s", "es", "n", "en", "er", "e", "ens", "ns"),
    clipped=("e", "en"),
    bound=words(
        "ing tele ens ist bar ig lich sam heit keit schaft tum ung chen lein haft ab an auf aus bei ein ent her"
        " hin mit nach um unter ver vor über weg wider wieder zu zurück durch gegen ober innen außen miss ier ant"
        " ion ion ling ei ten tät er sche ische rin ate end den das die der ins ihr war hat bin sie wir man nur"
        " nun und als wie wer was ass"
    ),
    compounds=True,
    siblings_clash=False,
    loose_members=frozenset(),
    vowels=frozenset("aɛeiɪoɔuʊyʏøœəāēīōūȳǿǣAUYɐ"),
    close_sounds=sound_pairs("pb td kg kç kx fv sz sʦ aā ɛē ɪī ɔō ʊū ʏȳ œǿ"),
    faint_sounds=frozenset("h"),
    same_sounds={"ǣ": "ē"},
    near_vowels=sound_pairs("ɪɛ ɪʏ ɛœ īȳ ēǿ īē ūō"),
    double_sounds={"ʦ": "ts"},
    faint_endings=frozenset({"əʁ"}),  # *Silber*, *Silbe*
    numbers=numbered(
        "null:0 eins:1 ein:1 zwei:2 drei:3 vier:4 fünf:5 sechs:6 sieben:7 acht:8 neun:9 zehn:10 elf:11 zwölf:12"
        " dreizehn:13 vierzehn:14 fünfzehn:15 zwanzig:20 dreißig:30 hundert:100 tausend:1000"
    ),
    positions=words(
        "links rechts oben unten mitte mittig zentrum zentral ecke nah nahe reihe spalte zeile diagonale diagonal"
        " vorne hinten vorn daneben nebenan benachbart darüber darunter oberhalb unterhalb gegenüber senkrecht"
        " waagerecht nächste nächster nächstes nächstgelegen oberste unterste äußerste oberes unteres linke rechte"
        " linker rechter obere untere mittlere"
    ),
    greys=words(
        "dunkel hell grau schwarz weiß blass schatten schattiert düster finster fahl kontrast gräulich schwärzlich"
        " dunkler heller dunkelgrau hellgrau bleich"
    ),
    shapes=words(
        "rund eckig quadratisch quadrat rechteck rechteckig dreieck dreieckig kreis kreisförmig oval würfel"
        " würfelförmig"
        " kugel kugelförmig kugelrund zylinder zylindrisch spitz lang kurz groß klein riesig winzig breit schmal flach"
        " krumm gebogen hoch dünn dick raute sechseck viereckig viereck länglich gigantisch klobig"
    ),
    spelling_words=words(
        "umlaut umlaute vokal vokale selbstlaut konsonant konsonanten mitlaut palindrom anagramm anfangsbuchstabe"
    ),
    small_words=words("der die das den dem des ein eine und im in am an von vom zu zum zur auf für mit"),
    verb_makers=words("be ent er ver zer"),
    loose_verb_makers=words("über ein aus um unter ab an auf durch"),
    acronyms=words(
        "ufo vip lkw pkw cd dvd usa eu tüv gps wc pc tv dna dns nasa fbi cia usb zdf ard bmw vw wlan sms pdf adac uno"
        " nato ddr brd kfz"
    ),
    nouns_in_capitals=True,
    strong_plurals=_strong_plurals,
    adjective_ending="em",
    plural_proofs={"e": ("es", "en")},  # *Herdes*, *Kerlen*; a noun with neither (*Log*) may have its plural in *-s*
    respell=_umlauts,
)
