"""French."""

from deckname.referee.languages.base import Language, Trust, affixes, numbered, sound_pairs, words


def _plural(noun: str) -> str:
    return noun + ("" if noun.endswith(("s", "x", "z")) else "x" if noun.endswith(("au", "eu")) else "s")


FRENCH = Language(
    code="fr",
    suffixes=(
        *affixes(
            Trust.SURE,
            "uction:uire ucteur:uire uctrice:uire uction:ucteur"
            " euse:eur,er trice:teur ière:ier ienne:ien onne:on esse:e,,eur eresse:eur ère:er rie:r iquement:ique"
            " ellement:el ivement:if euse:eux",
        ),
        *affixes(
            Trust.LIKELY,
            "ier:,e,es ière:,e,es iste:,e,er age:e,er ement:e,er,ir,,ire ment:,e,er eur:er,ir,re erie:,e,er,ier,eur"
            " ation:er ition:ir tion:re,ter isme:,e iste:isme,ie aire:,e eux:,e,ie able:er ité:,e,eux er:,e"
            " sion:der,dre,ter,ser,re sif:der,dre,ser ption:voir,ber,mer scription:scrire ieux:e,ie,oire,ion,ice,"
            " oureux:eur oreux:eur orer:eur oriser:eur orique:oire orien:oire ersion:ertir"
            " eur:tion,sion,ction teur:tion ateur:er,ation,e iteur:ir ture:ter,tre ure:er,e,re, oir:er,ir oire:er"
            " ien:e,ie,,s ais:e,,ie,terre ois:e,,s iser:,e,ique ifier:,e ique:,e,ie,s esque:e, ance:er,ant,e "
            "ence:ent,er ude:e iner:in onner:on eter:et iller:ille iot:,ien",
        ),
        *affixes(
            Trust.HINT,
            "al:,e,er el:,e et:,e ette:,e on:,e ot:,e elet:,e elle:,e eau:,e in:,e,er ine:,e ain:,e ade:,e,er ée:,e,er"
            " é:,e,er u:,e ard:,e,er asse:,e aille:,e ible:,e,re if:,e,ion,er ir:,e,er is:,e,er eur:,e ant:er,ir,e"
            " ante:er,e ail:e, ueux:e, aie:,e eron:,e ereau:,e ignon:,e ètre:,e être:,e uaire:,e eraie:,ier,e"
            " iculture:e, oyer:e, ois:e it:re,er ille:,e illon:,e ère:e, iaire:e, erette:,e elier:eau arium:e,",
        ),
    ),
    prefixes=(
        *affixes(
            Trust.LIKELY,
            "anti: archi: arch: sous: sur: pré: contre: inter: trans: para: super: hyper: mini: micro: télé:"
            " multi: auto: demi:"
            " outre: extra: ultra: néo: pseudo: semi: vice: avant: arrière: aéro: hydro: électro: photo: dés: entre:",
        ),
        *affixes(
            Trust.HINT,
            "a: ac: ad: af: al: an: ap: ar: as: at: dé: dis: é: ef: em: en: ex: im: in: ir: mal: mé: mi: par:"
            " pour: pro: r:"
            " re: ré: sou: tré: tri: bi: co: com: con: bon: porte:",
        ),
    ),
    alternations=(
        (r"([bcdfglmnprst])\1$", r"\1"),
        (r"(el|ell)$", "eau"),
        (r"oy$", "oi"),
        (r"est$", "êt"),
        (r"ç$", "c"),
        (r"gu?$", "gu"),
        (r"ge$", "g"),
        (r"qu$", "c"),
        (r"c$", "qu"),
        (r"v$", "f"),
        (r"ouv$", "oup"),
        (r"[èé](.)$", r"e\1"),
        (r"é(.)$", r"è\1"),
        (r"i$", "ie"),
        (r"i$", "y"),
    ),
    verb_endings=("er", "ir", "re", "ire"),
    weak_endings=(),
    transparent=words(
        "ier ière iste eur erie ation ition isme ité eux able er iser onner ment ement ien ais ois aire"
        " sion sif ption scription ieux oureux oreux orer oriser orique orien ersion tion teur"
        " oir oire ance ence ateur iteur"
    ),
    must_be_heard=False,
    links=("", "o", "e"),
    clipped=(),
    bound=words("ment age able ant eur tion ion ure aire ier ais ait ent ont ons iste"),
    compounds=False,
    siblings_clash=False,
    loose_members=frozenset(),
    vowels=frozenset("aiyuoOeE°2951@§"),
    close_sounds=sound_pairs("pb td kg fv sz SZ bv"),
    faint_sounds=frozenset(),
    same_sounds={"1": "5", "°": "", "O": "o", "E": "e", "9": "2"},
    near_vowels=sound_pairs("uy 5@ @§ 5§"),
    numbers=numbered(
        "zéro:0 un:1 une:1 deux:2 trois:3 quatre:4 cinq:5 six:6 sept:7 huit:8 neuf:9 dix:10 onze:11 douze:12 treize:13"
        " quatorze:14 quinze:15 seize:16 vingt:20 trente:30 cent:100 mille:1000"
    ),
    positions=words(
        "gauche droite haut bas milieu centre coin dessus dessous proche près rangée colonne diagonale diagonal"
        " extrémité nord-est adjacent voisin au-dessus au-dessous en-dessous horizontal vertical central"
        " voisine voisins adjacente inférieur supérieur inférieure supérieure"
    ),
    greys=words(
        "sombre foncé foncée clair claire gris grise noir noire blanc blanche pâle ombre ombré nuance contraste obscur"
        " grisâtre noirâtre blanchâtre terne"
    ),
    shapes=words(
        "rond ronde carré carrée rectangle rectangulaire triangle triangulaire cercle circulaire ovale cube cubique"
        " sphère sphérique cylindre cylindrique pointu pointue long longue court courte grand grande petit petite gros"
        " grosse énorme minuscule géant large étroit étroite plat plate courbe courbé haut haute mince épais épaisse"
        " losange pentagone hexagone anguleux gigantesque immense"
    ),
    spelling_words=words("voyelle voyelles consonne consonnes palindrome anagramme tréma cédille"),
    small_words=words("le la les un une des du de d l à au aux et en sous sur dans par pour s ce"),
    acronyms=words(
        "ovni sida pdg vip bd cd dvd sdf hlm smic cv qi adn onu otan tgv sncf ratp gps usa wc pc tv nasa fbi cia usb"
        " vtt irm tva rer edf cdi cdd ulm qg"
    ),
    verbs_of_nouns=words("dé dés é em en in re ré"),
    phrases=True,
    mute_endings=True,
    plural=_plural,
    nouns_like_verb_forms=True,
)
