"""Make an SVG of unknown origin harmless: keep what draws, drop what acts, loads or asks.

Only known elements and attributes survive: no scripts, event handlers, styles with addresses, links, images,
animations or embedded pages. References stay within the file. A file that is too deep, too long or multiplies
itself by references is refused.
"""

from __future__ import annotations

import re
from xml.etree.ElementTree import Element, ParseError, register_namespace, tostring

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import fromstring

from deckname.engine.errors import CodedError

SVG, XLINK = "http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"
MAX_BYTES, MAX_DEPTH, MAX_ELEMENTS = 1_000_000, 60, 20_000


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_ELEMENTS = _words("""
    svg g defs symbol use title desc path rect circle ellipse line polyline polygon text tspan
    linearGradient radialGradient stop clipPath mask pattern marker
""")
_ATTRIBUTES = _words("""
    id d x y x1 y1 x2 y2 cx cy r rx ry fx fy fr dx dy width height points transform viewBox
    preserveAspectRatio version gradientUnits gradientTransform spreadMethod offset clipPathUnits maskUnits
    maskContentUnits patternUnits patternContentUnits patternTransform markerUnits markerWidth markerHeight
    refX refY orient pathLength rotate textLength lengthAdjust fill fill-opacity fill-rule stroke stroke-width
    stroke-opacity stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray stroke-dashoffset opacity
    stop-color stop-opacity color display visibility overflow clip-path clip-rule mask marker-start marker-mid
    marker-end font-family font-size font-weight font-style text-anchor letter-spacing dominant-baseline
    paint-order shape-rendering vector-effect
""")
_OWN_REFERENCE = re.compile(r"#[\w.:-]+")
_SUSPECT = re.compile(r"url\s*\((?!\s*['\"]?#)|javascript|expression|@import|data:|[<>\\]", re.IGNORECASE)


class UnsafeSvgError(CodedError):
    """An SVG that can't be made harmless."""


def harmless_svg(data: bytes) -> bytes:
    """The SVG with nothing left in it but drawing."""
    if len(data) > MAX_BYTES:
        raise UnsafeSvgError("svg_too_large")
    try:
        root = fromstring(data, forbid_dtd=False, forbid_entities=True, forbid_external=True)
    except DefusedXmlException as error:
        raise UnsafeSvgError("svg_entities") from error
    except (ParseError, ValueError, LookupError) as error:
        raise UnsafeSvgError("svg_broken") from error
    if root.tag not in (f"{{{SVG}}}svg", "svg"):
        raise UnsafeSvgError("svg_broken")
    clean = _cleaned(root, 0)
    if clean is None or not _draws(clean):
        raise UnsafeSvgError("svg_empty")
    _refuse_multiplication(clean)
    _ensure_frame(clean)
    register_namespace("", SVG)
    register_namespace("xlink", XLINK)
    harmless: bytes = tostring(clean, encoding="utf-8")
    return harmless


def _local(tag: object) -> str:
    """The local name of an SVG element; nothing for comments and other languages."""
    if not isinstance(tag, str):
        return ""
    space, _, name = tag.rpartition("}")
    return name if space in ("", f"{{{SVG}") else ""


def _cleaned(element: Element, depth: int) -> Element | None:
    name = _local(element.tag)
    if name not in _ELEMENTS:
        return None
    if depth > MAX_DEPTH:
        raise UnsafeSvgError("svg_too_deep")
    clean = Element(f"{{{SVG}}}{name}", _attributes(element))
    clean.text = element.text if name in ("text", "tspan", "title", "desc") else None
    for child in element:
        kept = _cleaned(child, depth + 1)
        if kept is not None:
            kept.tail = child.tail if name in ("text", "tspan") else None
            clean.append(kept)
    return clean


def _attributes(element: Element) -> dict[str, str]:
    kept = {}
    given = {**_declarations(element.get("style", "")), **element.attrib}
    for name, value in given.items():
        if name in ("href", f"{{{XLINK}}}href"):
            if _OWN_REFERENCE.fullmatch(value):
                kept[f"{{{XLINK}}}href"] = value
        elif name in _ATTRIBUTES and not _SUSPECT.search(value):
            kept[name] = value
    return kept


def _declarations(style: str) -> dict[str, str]:
    """A style attribute as the attributes that say the same."""
    pairs = (declaration.partition(":") for declaration in style.split(";"))
    return {name.strip(): value.strip() for name, colon, value in pairs if colon}


def _draws(root: Element) -> bool:
    shapes = ("path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text", "use")
    return any(_local(element.tag) in shapes for element in root.iter())


def _refuse_multiplication(root: Element) -> None:
    """Count the elements that would be drawn with every reference followed; cycles count as endless."""
    by_id = {id_: element for element in root.iter() if (id_ := element.get("id"))}
    sizes: dict[Element, int] = {}
    open_: set[Element] = set()

    def size(element: Element) -> int:
        if element in open_ or len(open_) > 4 * MAX_DEPTH:
            raise UnsafeSvgError("svg_too_large")
        if element not in sizes:
            open_.add(element)
            total = 1 + sum(size(child) for child in element)
            target = by_id.get(element.get(f"{{{XLINK}}}href", "").removeprefix("#"))
            if target is not None:
                total += size(target)
            open_.discard(element)
            if total > MAX_ELEMENTS:
                raise UnsafeSvgError("svg_too_large")
            sizes[element] = total
        return sizes[element]

    size(root)


def _ensure_frame(root: Element) -> None:
    """Give the SVG a viewBox, so that it scales to any card."""
    if "viewBox" not in root.attrib:
        sides = [re.fullmatch(r"\s*([\d.]+)\s*(px)?\s*", root.get(side, "")) for side in ("width", "height")]
        if not all(sides):
            raise UnsafeSvgError("svg_no_size")
        root.set("viewBox", "0 0 {} {}".format(*(side[1] for side in sides if side)))
    for side in ("width", "height"):
        root.attrib.pop(side, None)
