"""Translations from dictionaries that the machine has (K6)."""

from dictd_files import write_dictd

from workshop.referee import dictd, dictionaries


def test_what_explains_a_word_does_not_translate_it(tmp_path, monkeypatch):
    """Newer books explain in the headword's own language: *insecte* is no German for MOUSTIQUE."""
    write_dictd(tmp_path, "freedict-fra-deu", [
        ("moustique", "moustique /mus.tik/ <n, masc>\nMücke, Moskito\ninsecte\n"),
        ("gamme", "gamme /gam/ <n, fem>\n1. Palette, Skala (Farben)\n2. Tonleiter\nmusique\n"),
    ])  # fmt: skip
    write_dictd(tmp_path, "freedict-deu-fra", [("Eis", "Eis /aɪs/ <n, neut>\nglace 2.\nWasser, gefroren\n 3.\n")])
    monkeypatch.setattr(dictd, "SHELF", tmp_path / "dictd")
    assert dictionaries.on_this_machine() == [], "nobody has asked for them"
    monkeypatch.setenv("DECKNAME_FREEDICT", "on")
    pairs = set(dictionaries.translations())
    ours = {foreign for language, word, other, foreign in pairs if (language, word, other) == ("fr", "moustique", "de")}
    assert {"mücke", "moskito"} <= ours and "insecte" not in ours
    assert {("fr", "gamme", "de", word) for word in ("palette", "skala", "tonleiter")} <= pairs
    assert ("fr", "gamme", "de", "musique") not in pairs
    assert ("de", "eis", "fr", "glace") in pairs
    assert not {("de", "eis", "fr", word) for word in ("wasser", "gefroren")} & pairs
