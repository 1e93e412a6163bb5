"""Every rule that the engine plays has a proof, and the page that lists them is fresh."""

from tools.rules_coverage import PAGE, PENDING, page, proofs, rule_ids


def test_every_rule_has_a_test():
    """So nothing can be absent unseen: what is still to come is listed by name."""
    proven = {rule for rule, _ in proofs()}
    assert [rule for rule in rule_ids() if rule not in proven and rule not in PENDING] == []


def test_what_is_proven_is_pending_no_more():
    assert [rule for rule, _ in proofs() if rule in PENDING] == []
    assert set(PENDING) <= set(rule_ids())


def test_tests_cite_only_rules_that_exist():
    assert {rule for rule, _ in proofs()} <= set(rule_ids())


def test_the_page_is_fresh():
    assert PAGE.read_text("utf-8") == page(), "run `make format`"


def test_the_rules_are_numbered_without_gaps():
    ids = rule_ids()
    assert len(ids) == len(set(ids)) > 100
    for section in {rule[0] for rule in ids}:
        numbers = [int(rule[1:]) for rule in ids if rule[0] == section]
        assert numbers == list(range(1, len(numbers) + 1))
