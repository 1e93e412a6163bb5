"""SVGs of unknown origin are made harmless or refused."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckname.cards.pictures.svg import UnsafeSvgError, harmless_svg

_OPEN = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 9 9"'
_DOT = '<circle cx="4" cy="4" r="3" fill="red"/>'

_ACTS = re.compile(
    rb"script|\bon\w+\s*=|foreignObject|javascript|<style|<image|<animate|<set|<a\b|<iframe|http:(?!//www\.w3\.org)"
    rb"|data:|@import|<!|<\?",
    re.IGNORECASE,
)


def _svg(inner: str, attributes: str = "") -> bytes:
    return f"{_OPEN} {attributes}>{_DOT}{inner}</svg>".encode()


@pytest.mark.parametrize(
    "bad",
    [
        "<script>alert(1)</script>",
        '<g onload="alert(1)"/>',
        '<rect width="1" height="1" ONCLICK="alert(1)"/>',
        '<foreignObject width="9" height="9"><body xmlns="http://www.w3.org/1999/xhtml">hi</body></foreignObject>',
        '<image href="http://example.org/spy.png" width="9" height="9"/>',
        '<image xlink:href="data:image/png;base64,AAAA" width="9" height="9"/>',
        '<a href="javascript:alert(1)"><rect width="9" height="9"/></a>',
        '<use href="http://example.org/x.svg#a"/>',
        '<use xlink:href="data:image/svg+xml,#a"/>',
        "<style>@import url(http://example.org/x.css); rect{fill:url(http://example.org)}</style>",
        '<rect width="9" height="9" style="fill:url(http://example.org/#a)"/>',
        '<rect width="9" height="9" fill="url(\'http://example.org/#a\')"/>',
        '<rect width="9" height="9" fill="url( javascript:alert(1) )"/>',
        '<rect width="9" height="9" style="background:expression(alert(1))"/>',
        '<animate attributeName="href" to="javascript:alert(1)"/>',
        '<set attributeName="onmouseover" to="alert(1)"/>',
        '<x:script xmlns:x="http://www.w3.org/2000/svg">alert(1)</x:script>',
        '<iframe xmlns="http://www.w3.org/1999/xhtml" src="http://example.org"/>',
        "<!-- a comment --><?php echo 1 ?>",
        '<handler xmlns:ev="http://www.w3.org/2001/xml-events" ev:event="load">alert(1)</handler>',
        '<text>ok<tspan onclick="alert(1)">x</tspan></text>',
    ],
)
def test_what_acts_or_loads_is_dropped(bad: str):
    clean = harmless_svg(_svg(bad))
    assert b"circle" in clean
    assert not _ACTS.search(clean), clean


def test_what_draws_is_kept():
    drawing = (
        '<defs><linearGradient id="a"><stop offset="0" stop-color="#fff"/></linearGradient>'
        '<g id="b"><path d="M0 0h1"/></g></defs>'
        '<rect width="9" height="9" style="fill:url(#a);stroke:#000"/><use href="#b" transform="scale(2)"/>'
        "<text>A &amp; B</text>"
    )
    clean = harmless_svg(_svg(drawing))
    for kept in (
        b'fill="url(#a)"',
        b'stroke="#000"',
        b'xlink:href="#b"',
        b"A &amp; B",
        b"linearGradient",
        b'd="M0 0h1"',
    ):
        assert kept in clean
    assert harmless_svg(clean) == clean, "cleaning twice changes nothing"


def test_a_size_becomes_a_view_box():
    svg = '<svg xmlns="http://www.w3.org/2000/svg" width="30px" height="40"><rect width="30" height="40"/></svg>'
    assert b'viewBox="0 0 30 40"' in harmless_svg(svg.encode())


_BOMB = (
    "".join(f'<g id="b{k}">' + f'<use href="#b{k + 1}"/>' * 10 + "</g>" for k in range(9))
    + '<g id="b9"><rect width="1" height="1"/></g>'
)


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "svg_broken"),
        (b"<svg", "svg_broken"),
        (b"<html/>", "svg_broken"),
        (b'<?xml version="1.0" encoding="no-such"?><svg/>', "svg_broken"),
        (f"{_OPEN}/>".encode(), "svg_empty"),
        (f"{_OPEN}><script/></svg>".encode(), "svg_empty"),
        (_svg('<g id="x"><use href="#x"/></g>'), "svg_too_large"),
        (_svg(_BOMB), "svg_too_large"),
        (_svg("<g/>" * 25_000), "svg_too_large"),
        (b" " * 1_000_001, "svg_too_large"),
        (_svg("<g>" * 200 + "</g>" * 200), "svg_too_deep"),
        (b'<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>' + _svg("<text>&b;</text>"), "svg_entities"),
        (b'<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>' + _svg("<text>&x;</text>"), "svg_entities"),
        (b'<svg xmlns="http://www.w3.org/2000/svg"><rect width="9" height="9"/></svg>', "svg_no_size"),
    ],
)
def test_what_cannot_be_made_harmless_is_refused(data: bytes, code: str):
    with pytest.raises(UnsafeSvgError) as refused:
        harmless_svg(data)
    assert refused.value.code == code


def test_a_plain_doctype_is_dropped():
    doctype = b'<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">'
    assert b"DOCTYPE" not in harmless_svg(doctype + _svg(""))


@given(
    st.text(alphabet=st.characters(codec="utf-8"), max_size=60),
    st.sampled_from(["fill", "style", "href", "onload", "d"]),
)
def test_no_attribute_value_gets_through_that_acts(value: str, name: str):
    quoted = value.replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;")
    try:
        clean = harmless_svg(_svg(f'<rect {name}="{quoted}" width="1" height="1"/>'))
    except UnsafeSvgError as refused:
        assert refused.code == "svg_broken"  # characters that XML does not allow
    else:
        assert not re.search(rb"on\w+=|url\((?!#|\s|'|\"|&quot;)|javascript", clean)
