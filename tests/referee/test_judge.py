"""The rules of section K (and P3-P6, F5), one table row per ruling."""

from collections.abc import Callable

import pytest

from deckname.engine import EDITIONS
from deckname.referee import Referee

Row = tuple[str, str, int | None, str, str, str, str, str | None]
Check = Callable[[Row], None]


def rows(*table: Row) -> pytest.MarkDecorator:
    """Clue, board, number, language, edition, options; verdict and rule."""
    return pytest.mark.parametrize("row", table, ids=["-".join(map(str, row[:6])) for row in table])


@pytest.fixture
def check(referee: Referee) -> Check:
    def compare(row: Row) -> None:
        clue, board, number, language, edition, options, expected, because = row
        cards = [card for card in board.split("|") if card]
        book = EDITIONS[edition].clues
        verdict = referee.judge(clue, number, cards, language, book, options.split(",") if options else [])
        assert (verdict.verdict, verdict.rule) == (expected, because), verdict.reason
        assert verdict.complete

    return compare


@pytest.mark.rule("K1")
@rows(
    ("Alaska", "ESQUIMAU|ALASKA", 1, "fr", "duet", "", "invalid", "K1"),
    ("Alaska", "ESQUIMAU", 1, "fr", "duet", "", "valid", None),
    ("ETE", "ÉTÉ", 1, "fr", "classic", "", "invalid", "K1"),
    ("Straße", "STRASSE", 1, "de", "classic", "", "invalid", "K1"),
    ("colour", "COLOR", 1, "en", "classic", "", "invalid", "K1"),
    ("Loewe", "LÖWE", 1, "de", "classic", "", "invalid", "K1"),
)
def test_a_visible_word(check: Check, row: Row) -> None:
    check(row)


@pytest.mark.rule("K2")
@rows(
    ("voleuse", "VOLEUR", 1, "fr", "classic", "", "invalid", "K2"),
    ("antivol", "VOLEUR", 1, "fr", "classic", "", "invalid", "K2"),
    ("enchanter", "CHANTEUR", 1, "fr", "duet", "", "invalid", "K2"),
    ("went", "GO", 1, "en", "classic", "", "invalid", "K2"),
    ("ging", "GEHEN", 1, "de", "classic", "", "invalid", "K2"),
    ("yeux", "ŒIL", 1, "fr", "classic", "", "invalid", "K2"),
    ("carpet", "CAR", 1, "en", "classic", "", "valid", None),
    ("champignon", "CHAMP", 1, "fr", "classic", "", "valid", None),
)
def test_the_same_family(check: Check, row: Row) -> None:
    check(row)


@pytest.mark.rule("K3")
@rows(
    ("roue", "ROUAGE", 1, "fr", "duet", "", "invalid", "K3"),
    ("Handschuh", "SCHUH", 1, "de", "classic", "", "invalid", "K3"),
    ("Hand", "HANDSCHUH", 1, "de", "classic", "", "invalid", "K3"),
    ("sun", "SUNFLOWER", 1, "en", "classic", "", "invalid", "K3"),
    ("viking", "KING", 1, "en", "classic", "", "valid", None),
    ("viking", "KING", 1, "en", "duet", "", "ask", "K3"),
    ("Parkett", "PARK", 1, "de", "classic", "", "ask", "K2"),
    ("Bankett", "BANK", 1, "de", "classic", "", "ask", "K2"),
    ("Pan", "PANIQUE", 1, "fr", "classic", "", "ask", "K3"),
    ("paniquer", "PAN", 1, "fr", "classic", "", "ask", "K2"),
    ("panneau", "PAN", 1, "fr", "classic", "", "valid", None),
    ("Panik", "PAN", 1, "de", "classic", "", "ask", "K2"),
)
def test_parts_and_compounds(check: Check, row: Row) -> None:
    check(row)


@pytest.mark.rule("K4")
@rows(
    ("gage", "CAGE", 1, "fr", "duet", "", "invalid", "K4"),
    ("port", "PORC", 1, "fr", "duet", "", "invalid", "K4"),
    ("vague", "BAGUE", 1, "fr", "classic", "", "ask", "K4"),
    ("flour", "FLOWER", 1, "en", "classic", "", "invalid", "K4"),
    ("flour", "FLOWER", 1, "en", "classic", "allow_sounds", "valid", None),
    ("mer", "MÈRE", 1, "fr", "family-easy", "", "valid", None),
    ("Pilz", "PELZ", 1, "de", "classic", "", "ask", "K4"),
    ("Biene", "BÜHNE", 1, "de", "classic", "", "ask", "K4"),
    ("Silbe", "SILBER", 1, "de", "classic", "", "ask", "K4"),
    ("Brauch", "RAUCH", 1, "de", "classic", "", "valid", None),
    ("piège", "PIÈCE", 1, "fr", "classic", "", "ask", "K4"),
    ("fil", "FILLE", 1, "fr", "classic", "", "valid", None),
    ("sunspot", "POT", 1, "en", "classic", "", "valid", None),
    ("beeswax", "BEE", 1, "en", "classic", "", "invalid", "K3"),
    ("kettle", "CATTLE", 1, "en", "classic", "", "ask", "K4"),
    ("campaign", "CHAMPAGNE", 1, "en", "classic", "", "ask", "K4"),
    ("kin", "KING", 1, "en", "classic", "", "valid", None),
    ("Zopf", "TOPF", 1, "de", "classic", "", "ask", "K4"),
    ("puce", "POUCE", 1, "fr", "duet", "", "ask", "K4"),
    ("vis", "VICE", 1, "fr", "classic", "", "invalid", "K4"),
    ("bad", "BED", 1, "en", "classic", "", "ask", "K4"),
    ("gold", "COLD", 1, "en", "duet", "", "invalid", "K4"),
    ("gold", "COLD", 1, "en", "classic", "", "ask", "K4"),
    ("car", "CORK", 1, "en", "duet", "", "valid", None),
    ("card", "COURT", 1, "en", "duet", "", "valid", None),
    ("star", "STORM", 1, "en", "classic", "", "valid", None),
)
def test_sounds(check: Check, row: Row) -> None:
    check(row)


@pytest.mark.rule("K5")
@rows(
    ("C", "COL|CLÉ|COQ", 3, "fr", "classic", "", "invalid", "K5"),
    ("trois", "COL|CLÉ|COQ", 3, "fr", "classic", "", "ask", "K5"),
    ("3", "COL|CLÉ|COQ", 3, "fr", "classic", "", "ask", "K5"),
    ("X", "RAYON", 1, "fr", "classic", "", "valid", None),
    ("dix", "MAIN|PIED", 2, "fr", "classic", "", "valid", None),
    ("left", "MILL", 4, "en", "duet", "", "ask", "K5"),
    ("nearest", "MILL", 1, "en", "classic", "", "ask", "K5"),
    ("Q", "QUALLE", 1, "de", "classic", "", "invalid", "K5"),
    ("Umlaut", "BÄR|LÖWE", 2, "de", "classic", "", "ask", "K5"),
    ("voyelle", "ÂNE|OIE", 2, "fr", "classic", "", "ask", "K5"),
)
def test_letters_numbers_and_places(check: Check, row: Row) -> None:
    check(row)


@pytest.mark.rule("K6")
@rows(
    ("dog", "CHIEN|NICHE", 2, "fr", "duet", "", "invalid", "K6"),
    ("Bier", "BAR|ALLEMAGNE", 2, "fr", "classic", "", "invalid", "K6"),
    ("bretzel", "NŒUD|ALLEMAGNE", 2, "fr", "classic", "", "valid", None),
    ("star", "ÉTOILE", 1, "fr", "classic", "", "ask", "K6"),
    ("Gift", "GESCHENK", 1, "de", "classic", "", "ask", "K6"),
    ("fiesta", "PARTY", 1, "en", "classic", "", "ask", "K6"),
    ("soiree", "PARTY", 1, "en", "classic", "", "ask", "K6"),
    ("agua", "WATER", 1, "en", "classic", "", "invalid", "K6"),
    ("house", "MAISON", 1, "fr", "classic", "", "invalid", "K6"),
    ("house", "MUSIQUE", 1, "fr", "classic", "", "valid", None),
    ("Money", "GELD", 1, "de", "classic", "", "ask", "K6"),
    ("snow", "SKI", 1, "de", "classic", "", "invalid", "K6"),
    ("cirque", "CIRCUS", 1, "en", "classic", "", "ask", "K2"),
    ("palazzo", "PALACE", 1, "en", "classic", "", "invalid", "K6"),
    ("circus", "CIRQUE", 1, "fr", "classic", "", "invalid", "K6"),
    ("coral", "CORAIL", 1, "fr", "classic", "", "invalid", "K6"),
    ("Opera", "OPER", 1, "de", "classic", "", "invalid", "K6"),
    ("Orchestra", "ORCHESTER", 1, "de", "classic", "", "ask", "K6"),
    ("Etoile", "STERN", 1, "de", "classic", "", "invalid", "K6"),
    ("Pate", "NUDEL", 1, "de", "classic", "", "valid", None),
    ("blorzwig", "MILL", 1, "en", "classic", "", "ask", "K6"),
    ("собака", "DOG", 1, "en", "classic", "", "invalid", "K6"),
)
def test_foreign_words(check: Check, row: Row) -> None:
    check(row)


@pytest.mark.rule("K8")
@rows(
    ("pièce", "BUREAU|MILLIONNAIRE", 2, "fr", "classic", "", "valid", None),
)
def test_words_spelled_alike_are_one(check: Check, row: Row) -> None:
    check(row)


@pytest.mark.rule("K2", "K8")
@rows(
    ("Herde", "HERD", 1, "de", "classic", "", "invalid", "K2"),
    ("Herd", "HERDE", 1, "de", "classic", "", "invalid", "K2"),
    ("Sekte", "SEKT", 1, "de", "duet", "", "invalid", "K2"),
    ("Arme", "ARM", 1, "de", "classic", "", "invalid", "K2"),
    ("Boxen", "BOX", 1, "de", "classic", "", "invalid", "K2"),
    ("Pole", "POL", 1, "de", "classic", "", "invalid", "K2"),
    ("Messen", "MESSE", 1, "de", "classic", "", "invalid", "K2"),
    ("messen", "MESSE", 1, "de", "classic", "", "valid", None),
    ("Matte", "MATT", 1, "de", "classic", "", "invalid", "K2"),
    ("Knappe", "KNAPP", 1, "de", "classic", "", "ask", "K2"),
    ("Loge", "LOG", 1, "de", "classic", "", "ask", "K2"),
    ("Rinde", "RIND", 1, "de", "classic", "", "valid", None),
    ("Range", "RANG", 1, "de", "classic", "", "valid", None),
    ("Grille", "GRILL", 1, "de", "classic", "", "valid", None),
    ("Herdplatte", "HERDE", 1, "de", "classic", "", "valid", None),
    ("Schafherde", "HERD", 1, "de", "classic", "", "valid", None),
    ("vers", "VER", 1, "fr", "classic", "allow_sounds", "invalid", "K2"),
    ("cours", "COUR", 1, "fr", "family-advanced", "", "invalid", "K2"),
    ("savons", "SAVON", 1, "fr", "classic", "allow_sounds", "invalid", "K2"),
    ("voitures", "VOITURE", 1, "fr", "family-advanced", "", "invalid", "K2"),
    ("neveux", "NEVEU", 1, "fr", "classic", "allow_sounds", "invalid", "K2"),
    ("hipsters", "HIPSTER", 1, "en", "classic", "", "invalid", "K2"),
    ("savings", "SAVING", 1, "en", "classic", "", "invalid", "K2"),
    ("does", "DOE", 1, "en", "classic", "", "invalid", "K2"),
    ("Mars", "MAR", 1, "en", "classic", "", "valid", None),
    ("brass", "BRA", 1, "en", "classic", "", "valid", None),
)
def test_a_word_spelled_like_a_form_is_one(check: Check, row: Row) -> None:
    check(row)


@pytest.mark.rule("K2", "K8")
def test_whoever_is_told_so_reads_that_it_is_the_spelling(referee: Referee) -> None:
    assert (
        referee.judge("Herde", 1, ["HERD"], "de").reason
        == "*Herde* und HERD schreiben sich wie Formen desselben Wortes."
    )
    assert "contains" in referee.judge("savings bank", 1, ["SAVING"], "en", options=["allow_multiword"]).reason


@pytest.mark.rule("K9")
@rows(
    ("Einstein", "SCIENCE", 1, "en", "classic", "", "valid", None),
    ("mozart", "PIANO", 1, "fr", "classic", "", "valid", None),
    ("Léonard de Vinci", "PEINTRE", 1, "fr", "classic", "", "invalid", "K11"),
    ("Léonard de Vinci", "PEINTRE", 1, "fr", "classic", "allow_multiword", "valid", None),
)
def test_names(check: Check, row: Row) -> None:
    check(row)


@pytest.mark.rule("K10")
@rows(
    ("OVNI", "ESPACE", 1, "fr", "classic", "", "ask", "K10"),
    ("OVNI", "ESPACE", 1, "fr", "classic", "allow_acronyms", "valid", None),
    ("radar", "FLUGZEUG", 1, "de", "classic", "", "valid", None),
)
def test_abbreviations(check: Check, row: Row) -> None:
    check(row)


@pytest.mark.rule("K11")
@rows(
    ("cure-dent", "BOIS", 1, "fr", "classic", "", "valid", None),
    ("compte rendu", "BUREAU", 1, "fr", "classic", "", "invalid", "K11"),
    ("mother-in-law", "MOTHER", 1, "en", "classic", "", "invalid", "K3"),
    ("ice-cream", "SUMMER", 1, "en", "classic", "", "valid", None),
    ("moon-sandwich", "SUMMER", 1, "en", "classic", "", "ask", "K11"),
)
def test_hyphens_and_word_groups_in_classic(check: Check, row: Row) -> None:
    check(row)


@pytest.mark.rule("K12", "P3")
@rows(
    ("week-end", "", 1, "fr", "pictures", "", "invalid", "K12"),
    ("week-end", "", 1, "fr", "pictures", "allow_hyphen", "valid", None),
    ("pomme de terre", "", 1, "fr", "family-easy", "", "invalid", "K12"),
    ("pomme de terre", "", 1, "fr", "pictures", "allow_multiword", "valid", None),
    ("arachnide explosif", "", 1, "fr", "pictures", "allow_multiword", "invalid", "K12"),
    ("haarige Wolke", "", 1, "de", "pictures", "allow_multiword", "invalid", "K12"),
    ("chemin de fer", "", 1, "fr", "pictures", "", "invalid", "K12"),
    ("chemin de fer", "", 1, "fr", "pictures", "allow_hyphen", "valid", None),
    ("Chemin de fer", "", 1, "fr", "pictures", "allow_hyphen", "valid", None),
    ("hibou mécanique", "", 1, "fr", "pictures", "allow_hyphen", "invalid", "K12"),
    ("ice cream", "", 1, "en", "pictures", "allow_hyphen", "valid", None),
    ("banana submarine", "", 1, "en", "pictures", "allow_hyphen", "ask", "K12"),
    ("walkie talkie", "", 1, "de", "pictures", "allow_hyphen", "valid", None),
    ("rote Karte", "", 1, "de", "pictures", "allow_hyphen", "ask", "K12"),
    ("Schwarzes Loch", "", 1, "de", "pictures", "allow_multiword", "valid", None),
)
def test_one_word_in_pictures_and_family(check: Check, row: Row) -> None:
    check(row)


@pytest.mark.rule("K13")
@rows(
    ("New York", "", 1, "en", "pictures", "", "invalid", "K12"),
    ("New York", "", 1, "en", "pictures", "allow_multiword", "valid", None),
    ("New York", "APPLE", 1, "en", "duet", "allow_multiword", "valid", None),
    ("ice cream", "ICE", 1, "en", "duet", "allow_multiword", "invalid", "K3"),
    ("New York", "", 1, "en", "pictures", "allow_hyphen", "invalid", "K12"),
    ("new york", "", 1, "en", "pictures", "allow_multiword", "valid", None),
    ("new york", "", 1, "fr", "pictures", "allow_multiword", "valid", None),
    ("NEW YORK", "", 1, "fr", "pictures", "allow_multiword", "valid", None),
    ("star wars", "", 1, "fr", "pictures", "allow_multiword", "valid", None),
    ("le seigneur des anneaux", "", 1, "fr", "pictures", "allow_multiword", "valid", None),
    ("new york", "", 1, "de", "pictures", "allow_multiword", "valid", None),
    ("der herr der ringe", "", 1, "de", "pictures", "allow_multiword", "valid", None),
    ("rotes kreuz", "", 1, "de", "pictures", "allow_multiword", "ask", "K12"),
)
def test_names_of_several_words(check: Check, row: Row) -> None:
    check(row)


@pytest.mark.rule("K12")
@rows(
    ("arc-en-ciel", "", 1, "fr", "duet", "", "ask", "K12"),
    ("arc-en-ciel", "", 1, "fr", "duet", "allow_hyphen", "valid", None),
    ("arc-en-ciel", "", 1, "fr", "duet", "flexible", "valid", None),
    ("cochon d'Inde", "", 1, "fr", "duet", "", "invalid", "K11"),
    ("cochon d'Inde", "", 1, "fr", "duet", "allow_hyphen", "ask", "K11"),
)
def test_compounds_are_agreed_upon_in_duet(check: Check, row: Row) -> None:
    check(row)


@pytest.mark.rule("K14")
@rows(
    ("UFO", "", 1, "de", "pictures", "", "ask", "K14"),
    ("UFO", "", 1, "de", "pictures", "allow_acronyms", "valid", None),
)
def test_abbreviations_in_pictures(check: Check, row: Row) -> None:
    check(row)


@pytest.mark.rule("K15")
@rows(
    ("Der Herr der Ringe", "DRACHE", 1, "de", "duet", "flexible", "valid", None),
    ("mer", "MÈRE", 1, "fr", "duet", "flexible", "valid", None),
    ("ADN", "CELLULE", 1, "fr", "duet", "flexible", "valid", None),
    ("Drachen", "DRACHE", 1, "de", "duet", "flexible", "invalid", "K2"),
)
def test_flexible_duet(check: Check, row: Row) -> None:
    check(row)


@pytest.mark.rule("P4")
@rows(
    ("but", "", 2, "fr", "pictures", "", "valid", None),
)
def test_puns_in_pictures(check: Check, row: Row) -> None:
    check(row)


@pytest.mark.rule("P5")
@rows(
    ("gauche", "", 1, "fr", "pictures", "", "ask", "P5"),
    ("dark", "", 2, "en", "pictures", "", "ask", "P5"),
    ("dark", "NIGHT", 2, "en", "classic", "", "valid", None),
)
def test_places_and_greys(check: Check, row: Row) -> None:
    check(row)


@pytest.mark.rule("P6")
@rows(
    ("rund", "", 2, "de", "pictures", "forbid_shape", "invalid", "P6"),
    ("rund", "", 2, "de", "pictures", "", "valid", None),
    ("huge", "", 2, "en", "pictures", "forbid_shape", "invalid", "P6"),
)
def test_shapes(check: Check, row: Row) -> None:
    check(row)


@pytest.mark.rule("F5")
@rows(
    ("Simba", "MICKEY|SIMBA", 1, "fr", "family-advanced", "", "invalid", "K1"),
    ("souris", "MICKEY", 1, "fr", "family-advanced", "", "valid", None),
    ("Cars", "FLASH", 1, "fr", "family-advanced", "", "valid", None),
    ("La Petite Sirène", "ARIEL", 1, "fr", "family-advanced", "", "invalid", "K12"),
    ("duck", "DONALD DUCK", 1, "en", "family-easy", "", "invalid", "K3"),
)
def test_names_on_the_table(check: Check, row: Row) -> None:
    check(row)


@pytest.mark.rule("K7", "K16", "G5")
def test_only_a_word_is_carried(referee: Referee) -> None:
    """Nothing typed can be sung or acted out, and what surrounds the word is not transmitted with it."""
    assert referee.judge("moon ♪", 1, ["SUN"], "en").verdict == "ask"
    assert referee.judge("  moon\n", 1, ["SUN"], "en").verdict == "valid"
    assert referee.judge("moon 3", 1, ["SUN"], "en").verdict == "invalid"


@pytest.mark.rule("K1", "K2")
def test_a_covered_word_no_longer_counts(referee: Referee) -> None:
    assert referee.judge("vol", 1, ["VOLEUR", "CHIEN"], "fr").card == "VOLEUR"
    assert referee.judge("vol", 1, ["CHIEN"], "fr").verdict == "valid"


def test_reasons_name_the_card_and_the_relation(referee: Referee) -> None:
    assert referee.judge("antivol", 1, ["VOLEUR"], "fr").reason == "*antivol* vient de *vol*, comme VOLEUR."
    assert referee.judge("Schuh", 1, ["HANDSCHUH"], "de").reason == "*Schuh* ist ein Teil von HANDSCHUH."
    assert referee.judge("dog", 1, ["CHIEN"], "fr").reason == "*dog* traduit CHIEN (langue\N{NO-BREAK SPACE}: anglais)."


def test_a_typo_gets_a_suggestion(referee: Referee) -> None:
    assert "fourchette" in referee.judge("fourchtte", 1, ["CUISINE"], "fr").reason
    assert "kitchen" in referee.judge("kichen", 1, ["SINK"], "en").reason
    assert "giraffe" in referee.judge("giraffee", 1, ["ZOO"], "en").reason  # though *-ee* makes words
    assert "Schmetterling" in referee.judge("Schmetterlin", 1, ["BLUME"], "de").reason


def test_the_referee_can_be_off(referee: Referee) -> None:
    assert referee.judge("CHIEN", 1, ["CHIEN"], "fr", options=["off"]).verdict == "valid"


@pytest.mark.parametrize(
    ("language", "options", "named"),
    [("xx", [], "xx"), ("en", ["magic"], "magic")],
)
def test_unknown_settings_are_named(referee: Referee, language: str, options: list[str], named: str) -> None:
    with pytest.raises(ValueError, match=named):
        referee.judge("moon", 1, ["SUN"], language, options=options)


def test_without_data_it_goes_by_looks_and_says_so() -> None:
    bare = Referee(None)
    seen = bare.judge("SONNE", 1, ["Sonne"], "de")
    assert (seen.verdict, seen.complete) == ("invalid", False)
    assert bare.judge("moon", 1, ["SUN"], "en").verdict == "valid"
    assert bare.judge("New York", 1, ["SUN"], "en").verdict == "invalid"
    assert not bare.complete


@pytest.mark.rule("K12")
@rows(
    ("moon-sandwich", "", 1, "en", "pictures", "allow_hyphen", "invalid", "K12"),
    ("poisson-table", "", 1, "fr", "family-easy", "allow_hyphen", "invalid", "K12"),
    ("Mond-Hut", "", 1, "de", "pictures", "allow_hyphen", "invalid", "K12"),
    ("Kuchenpirat", "", 1, "de", "pictures", "", "ask", "K12"),
    ("snowbeast", "HILL", 1, "en", "classic", "", "ask", "K11"),
    ("merry-go-round", "", 1, "en", "pictures", "allow_hyphen", "valid", None),
    ("anti-hero", "CAPE", 1, "en", "classic", "", "valid", None),
    ("U-Boot", "", 1, "de", "pictures", "allow_hyphen", "valid", None),
    ("Wasserflasche", "KORKEN", 1, "de", "classic", "", "valid", None),
)
def test_compounds_are_not_invented(check: Check, row: Row) -> None:
    check(row)


@pytest.mark.rule("K6")
@rows(
    ("plume", "FEATHER", 1, "en", "classic", "", "ask", "K6"),
    ("workshop", "ATELIER", 1, "de", "classic", "", "ask", "K6"),
    ("ninja", "SAMURAI", 1, "de", "classic", "", "valid", None),
    ("lion", "LEOPARD", 1, "en", "classic", "", "valid", None),
)
def test_a_loanword_that_means_a_card(check: Check, row: Row) -> None:
    check(row)


def test_german_nouns_have_their_capitals_in_what_the_referee_says(referee: Referee) -> None:
    assert "*Eisdiele*" in referee.judge("eisdiehle", 1, ["WAFFEL"], "de").reason
    assert "*Haus*" in referee.judge("Häuschen", 1, ["HAUSTÜR"], "de").reason
