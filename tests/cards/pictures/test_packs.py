"""Packs of a host's own: good ones are read, bad ones refused with a code, and nothing is left behind."""

import os
import struct
import zipfile
import zlib
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from deckname.cards.pictures import packs
from deckname.cards.pictures.packs import PackError, PackStore, read_pack
from deckname.language import LANGUAGES, catalogue

_SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4" cy="4" r="{}"/></svg>'


def _image(number: int, kind: str = "PNG", size: tuple[int, int] = (80, 70), **options: object) -> bytes:
    out = BytesIO()
    Image.new("RGB", size, (number * 9 % 256, number * 31 % 256, 90)).save(out, kind, **options)
    return out.getvalue()


def _files(count: int = 20) -> dict[str, bytes]:
    kinds = ("PNG", "JPEG", "WEBP")
    files = {f"{k:02}.{kinds[k % 3].lower()}": _image(k, kinds[k % 3]) for k in range(count - 1)}
    return {**files, "dot.svg": _SVG.format(3).encode()}


def _folder(tmp_path: Path, files: dict[str, bytes]) -> Path:
    folder = tmp_path / "pack"
    for name, data in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    folder.mkdir(exist_ok=True)
    return folder


def _zip(tmp_path: Path, files: dict[str, bytes], compression: int = zipfile.ZIP_DEFLATED) -> Path:
    path = tmp_path / "pack.zip"
    with zipfile.ZipFile(path, "w", compression) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return path


def _refused(source: Path) -> PackError:
    with pytest.raises(PackError) as refused:
        read_pack(source)
    return refused.value


@pytest.mark.parametrize("form", [_folder, _zip])
def test_a_good_pack(tmp_path: Path, form):
    names = "# ours\n00.png = Aunt Éloïse\ndot.svg = A dot\n".encode()
    extra = {"names.txt": names, "README.md": b"hello", ".DS_Store": b"x", "__MACOSX/._00.png": b"x"}
    pack = read_pack(form(tmp_path, {**_files(), **extra}))
    assert len(pack.images) == len(pack.faces()) == 20
    assert {image.suffix for image in pack.images} == {"webp", "svg"}
    assert [image.name for image in pack.images if image.name] == ["Aunt Éloïse", "A dot"]
    assert pack.image(pack.faces()[3]) == pack.images[3]
    assert pack.image("pack:other/3") is None


def test_a_folder_and_a_zip_of_the_same_images_are_the_same_pack(tmp_path: Path):
    assert read_pack(_folder(tmp_path, _files())) == read_pack(_zip(tmp_path, _files()))


def test_images_are_told_by_their_content(tmp_path: Path):
    files = _files()
    files["00.png"], files["01.jpeg"] = files["01.jpeg"], _SVG.format(2).encode()
    assert read_pack(_folder(tmp_path, files)).images[1].suffix == "svg"


def test_large_images_shrink_and_lose_what_is_hidden_in_them(tmp_path: Path):
    exif = Image.Exif()
    exif[0x010E] = "hidden place"
    exif[0x0112] = 6  # the camera was held upright
    big = _image(1, "JPEG", (1600, 900), exif=exif)
    assert b"hidden place" in big
    remade = read_pack(_folder(tmp_path, {**_files(), "99.jpg": big})).images[-2].data
    assert b"hidden place" not in remade
    assert Image.open(BytesIO(remade)).size == (450, 800)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def _png_bomb(side: int) -> bytes:
    header = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + _chunk(b"IHDR", header)
        + _chunk(b"IDAT", zlib.compress(b"\0" * 10_000))
        + _chunk(b"IEND", b"")
    )


@pytest.mark.parametrize(
    ("bad", "code"),
    [
        ({"x.png": b""}, "empty_file"),
        ({"x.png": b"GIF89a" + b"\0" * 40}, "unknown_format"),
        ({"x.exe": b"MZ" + b"\0" * 99}, "unknown_format"),
        ({"x.html": b"<html><script>alert(1)</script></html>"}, "unknown_format"),
        ({"x.png": _image(1)[:60]}, "broken"),
        ({"x.jpg": _image(1, "JPEG", (300, 300))[:400]}, "broken"),
        ({"x.png": _image(1, size=(40, 40))}, "too_small"),
        ({"x.png": _png_bomb(60_000)}, "too_many_pixels"),
        ({"x.png": b"\0" * 8_000_001}, "file_too_large"),
        ({"x.png": _image(0)}, "duplicate"),
        ({"x.svg": b"<svg"}, "svg_broken"),
        ({"x.svg": b'<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'}, "svg_empty"),
        ({"x.svg": b'<!DOCTYPE svg [<!ENTITY a "b">]><svg>&a;</svg>'}, "svg_entities"),
        ({"names.txt": b"\xff\xfe\xff"}, "bad_names"),
        ({"names.txt": b"00.png"}, "bad_names"),
        ({"names.txt": b"00.png = "}, "bad_names"),
        ({"names.txt": b"00.png = a\n00.png = b"}, "bad_names"),
        ({"names.txt": b"00.png = " + b"x" * 99}, "bad_names"),
        ({"names.txt": b"00.png = bell\x07"}, "bad_names"),
        ({"names.txt": b"missing.png = a"}, "unknown_name"),
    ],
)
@pytest.mark.parametrize("form", [_folder, _zip])
def test_bad_files(tmp_path: Path, form, bad: dict[str, bytes], code: str):
    assert _refused(form(tmp_path, {**_files(), **bad})).code == code


@pytest.mark.parametrize("form", [_folder, _zip])
@pytest.mark.parametrize("files", [{}, {"README.md": b"hi"}, _files(19)])
def test_empty_and_too_few(tmp_path: Path, form, files: dict[str, bytes]):
    assert _refused(form(tmp_path, files)).code == "too_few"


def test_too_many_files(tmp_path: Path):
    assert _refused(_zip(tmp_path, {f"{k}.txt": b"" for k in range(3_001)})).code == "too_many_files"
    assert _refused(_zip(tmp_path, {f"{k}.png": b"x" for k in range(1_001)})).code == "too_many"


def test_a_pack_of_100_megabytes(tmp_path: Path):
    path = tmp_path / "large.zip"
    with path.open("wb") as file:
        file.truncate(100_000_000)
    assert _refused(path).code == "too_large"
    parts = {f"{k}.png": b"\0" * 7_999_999 for k in range(13)}
    assert _refused(_zip(tmp_path, parts)).code == "too_large", "100 kB that unpack to 100 MB"
    assert (tmp_path / "pack.zip").stat().st_size < 200_000


def test_a_zip_that_lies_about_its_sizes(tmp_path: Path):
    path = _zip(tmp_path, {**_files(), "x.png": b"\0" * 20_000_000})
    data = path.read_bytes()
    path.write_bytes(data.replace(struct.pack("<I", 20_000_000), struct.pack("<I", 1_000)))
    assert _refused(path).code in ("not_a_pack", "file_too_large", "broken", "unknown_format")


@pytest.mark.parametrize(
    "name", ["../evil.png", "a/../../evil.png", "/etc/evil.png", "..\\evil.png", "C:\\evil.png", "C:/evil.png"]
)
def test_path_tricks(tmp_path: Path, name: str):
    assert _refused(_zip(tmp_path, {**_files(), name: _image(99)})).code == "bad_path"


def test_links(tmp_path: Path):
    link = zipfile.ZipInfo("link.png")
    link.external_attr = 0o120777 << 16
    path = _zip(tmp_path, _files())
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr(link, "/etc/passwd")
    assert _refused(path).code == "link"
    folder = _folder(tmp_path, _files())
    (folder / "link.png").symlink_to("/etc/passwd")
    assert _refused(folder).code == "link"


def test_a_pipe_in_a_folder_is_not_waited_for(tmp_path: Path):
    folder = _folder(tmp_path, _files())
    os.mkfifo(folder / "pipe.png")
    assert _refused(folder).code == "unknown_format"


def test_an_encrypted_zip(tmp_path: Path):
    path = _zip(tmp_path, _files(), zipfile.ZIP_STORED)
    data = bytearray(path.read_bytes())
    for mark, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        start = data.find(mark)
        data[start + offset] |= 1
    path.write_bytes(data)
    assert _refused(path).code == "encrypted"


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04", b"no zip at all" * 50])
def test_what_is_no_zip(tmp_path: Path, data: bytes):
    path = tmp_path / "x.zip"
    path.write_bytes(data)
    assert _refused(path).code == "not_a_pack"


def test_a_damaged_zip(tmp_path: Path):
    path = _zip(tmp_path, _files())
    data = bytearray(path.read_bytes())
    data[60:200] = bytes(140)
    path.write_bytes(data)
    assert _refused(path).code == "not_a_pack"


def test_what_is_not_there(tmp_path: Path):
    assert _refused(tmp_path / "nothing").code == "not_readable"


def test_packs_are_kept_and_removed(tmp_path: Path):
    store = PackStore(tmp_path / "packs")
    assert store.ids() == ()
    pack = store.add(_zip(tmp_path, _files()))
    assert store.add(_folder(tmp_path, _files())) == pack
    assert store.ids() == (pack.id,)
    assert store.get(pack.id) == pack
    assert store.get("../packs") is None
    store.remove(pack.id)
    assert store.get(pack.id) is None
    assert list((tmp_path / "packs").iterdir()) == []


def test_a_bad_pack_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    store = PackStore(tmp_path / "packs")
    with pytest.raises(PackError):
        store.add(_zip(tmp_path, {**_files(), "x.png": b"?"}))
    assert not (tmp_path / "packs").exists()

    def full(*args: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(packs.os, "replace", full)
    with pytest.raises(OSError, match="No space"):
        store.add(_zip(tmp_path, _files()))
    assert list((tmp_path / "packs").iterdir()) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_has_its_words(language: str):
    source = Path(packs.__file__).read_text("utf-8") + Path(packs.__file__).with_name("svg.py").read_text("utf-8")
    codes = {line.split('PackError("')[1].split('"')[0] for line in source.splitlines() if 'PackError("' in line}
    codes |= {
        line.split('UnsafeSvgError("')[1].split('"')[0] for line in source.splitlines() if 'UnsafeSvgError("' in line
    }
    assert len(codes) > 20
    assert {f"pack_error.{code}" for code in codes} == {
        key for key in catalogue(language) if key.startswith("pack_error.")
    }
