"""Scenes: what is drawn is what the catalogue says."""

import inspect

from deckname.cards.pictures import catalogue
from workshop.pictures.scenes import SCENES


def test_every_scene_of_the_catalogue_is_drawn():
    assert SCENES.keys() == catalogue.scenes().keys()


def test_the_parts_of_a_scene_are_the_parameters_of_its_function():
    for name, function in SCENES.items():
        assert catalogue.scenes()[name]["parts"] == list(inspect.signature(function).parameters)[1:], name
