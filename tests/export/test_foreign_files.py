"""A file that is not ours, or damaged, gets one sentence; nothing of it is run, and nothing large is made."""

import io
import json
import random
import zipfile

import msgspec
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from mjenv.errors import MjenvError
from mjenv.offline import read_blocks, read_decisions, read_header
from mjenv.offline.columns import GROUP_ROWS, join
from mjenv.offline.header import FORMAT, MAX_BYTES
from tests.export.exported import SUFFIXES, played, source, write


@pytest.fixture(params=SUFFIXES)
def path(request, tmp_path):
    return write(tmp_path / f"a{request.param}", source(), played())


@pytest.fixture
def npz(tmp_path):
    return write(tmp_path / "a.npz", source(), played())


@pytest.fixture
def parquet(tmp_path):
    return write(tmp_path / "a.parquet", source(), played())


def refused(path, reason=""):
    with pytest.raises(MjenvError) as caught:
        read_decisions(path)
    message = str(caught.value)
    assert message.startswith(f"data {path}: ")
    assert reason in message
    assert "\n" not in message
    assert len(message) < 600


def members(path):
    """The members of an npz file, by name without .npy."""
    with zipfile.ZipFile(path) as archive:
        return {name.removesuffix(".npy"): archive.read(name) for name in archive.namelist()}


def rewrite(path, changed):
    """Write an npz file anew with members changed: arrays, bytes or None to leave one out."""
    kept = members(path) | changed
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in kept.items():
            if data is None:
                continue
            buffer = io.BytesIO()
            if not isinstance(data, bytes):
                np.lib.format.write_array(buffer, np.asarray(data), allow_pickle=True)
            archive.writestr(f"{name}.npy", data if isinstance(data, bytes) else buffer.getvalue())
    return path


@pytest.mark.parametrize("part", [0, 1, 3, 100, 0.3, 0.9, -1])
def test_a_file_cut_short(part, path):
    data = path.read_bytes()
    path.write_bytes(data[: int(part * len(data)) if isinstance(part, float) else part])
    refused(path)


def test_a_changed_byte_is_noticed_or_changes_nothing(path):
    data, draw = path.read_bytes(), random.Random(3)
    expected, header = played(), read_header(path)
    noticed = 0
    for _ in range(60):
        damaged = bytearray(data)
        damaged[draw.randrange(len(data))] ^= 1 << draw.randrange(8)
        path.write_bytes(damaged)
        try:
            read = read_decisions(path)
        except MjenvError as error:
            noticed += 1
            assert "\n" not in str(error)  # noqa: PT017
        else:
            if read.header == header:
                assert all(read[name].tobytes() == expected[name].tobytes() for name in expected)
    assert noticed > 40


def test_what_is_no_data_file(tmp_path):
    missing, folder, noise = tmp_path / "none", tmp_path / "folder", tmp_path / "noise.npz"
    folder.mkdir()
    noise.write_bytes(b"noise" * 100)
    refused(missing, "cannot be read (No such file or directory)")
    refused(noise, "it is neither Parquet nor npz")
    with pytest.raises(MjenvError, match="no ordinary file"):
        read_decisions(folder)
    with pytest.raises(MjenvError, match="zero byte"):
        read_decisions("a\0b")


def test_an_npz_or_parquet_file_of_others(tmp_path):
    np.savez(tmp_path / "a.npz", observation=np.zeros(3))
    refused(tmp_path / "a.npz", "it has no member metadata.npy")
    pq.write_table(pa.table({"observation": [1, 2]}), tmp_path / "a.parquet")
    refused(tmp_path / "a.parquet", "its metadata are not those of a data file")


def test_pickled_objects_are_not_loaded(npz):
    refused(rewrite(npz, {"seat": np.array([print] * len(played()["seat"]), object)}), "column seat is object")
    refused(rewrite(npz, {"metadata": np.array(print, object)}), "its metadata is object")


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"seat": None}, "its members are not those of export/1"),
        ({"more": np.zeros(3)}, "its members are not those of export/1"),
        ({"seat": np.zeros(3, np.int8)}, "its columns differ in length"),
        ({"seat": np.zeros(3, np.int64)}, "column seat is int64[3], expected int8[n]"),
        ({"points": np.zeros((3, 1), np.int32)}, "column points is int32[3, 1], expected int32[n]"),
        ({"points": np.zeros((), np.int32)}, "column points is int32[], expected int32[n]"),
        ({"observation": np.zeros((3, 416), np.uint8)}, "expected uint8[n, 417]"),
        ({"action_mask": np.zeros((3, 15), np.uint8, "F")}, "kept column by column"),
        ({"points": b"no array"}, "it is damaged or no npz file"),
        ({"points": b"\x93NUMPY\x03\x00"}, "a member is no .npy of version 1.0"),
        ({"metadata": np.zeros(3)}, "its metadata is float64[3], expected one text of bytes"),
        ({"metadata": b"0" * (MAX_BYTES + 1)}, f"its metadata has {MAX_BYTES + 1} bytes"),
    ],
)
def test_an_npz_file_with_other_members(changed, reason, npz):
    refused(rewrite(npz, changed), reason)


def test_a_member_that_says_more_rows_than_it_has(npz):
    data = members(npz)["seat"]
    count = len(played()["seat"])
    told = data.replace(f"({count},)".encode(), f"({count + 1},)".encode())
    refused(rewrite(npz, {"seat": told}), "its columns differ in length")
    told = {name: cells.replace(f"({count},".encode(), b"(99999,") for name, cells in members(npz).items()}
    told = {name: cells.replace(b" (99999,", b"(99999,") for name, cells in told.items()}
    refused(rewrite(npz, told))


def test_a_member_of_fewer_rows_than_none(npz):
    shape = b"'shape': (-9,), }"
    data = members(npz)["match"]
    start, end = data.index(b"'shape'"), data.index(b"\n")
    rewrite(npz, {"match": data[:start] + shape.ljust(end - start) + data[end:]})
    refused(npz, "column match is int32[-9], expected int32[n]")


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_members_are_unpacked_by_deflate_alone(method, npz):
    """Damaged LZMA raises errors of its own, and may ask for gigabytes."""
    kept = members(npz)
    with zipfile.ZipFile(npz, "w", method) as archive:
        for name, data in kept.items():
            archive.writestr(f"{name}.npy", data)
    refused(npz, "its members are packed otherwise than by deflate")


def test_a_member_that_goes_on_behind_its_rows(npz):
    refused(rewrite(npz, {"seat": members(npz)["seat"] + b"\0"}), "column seat goes on behind its")


def test_a_file_too_large_for_the_memory_is_refused_before_it_is_read(path):
    size = len(played()["seat"]) * 453
    with pytest.raises(MjenvError, match=f"take {size} bytes in memory, more than size_limit={size - 1}"):
        read_decisions(path, size_limit=size - 1)
    assert len(read_decisions(path, size_limit=size)) == len(played()["seat"])
    assert len(join(list(read_blocks(path)))["seat"]) == len(played()["seat"])


def rewrite_parquet(path, change, **options):
    """Write a Parquet file anew with its table changed."""
    pq.write_table(change(pq.read_table(path)), path, **options)
    return path


def with_column(name, cells):
    return lambda table: table.set_column(table.column_names.index(name), name, cells(table.column(name)))


def test_a_parquet_file_of_another_writer_is_read(parquet):
    read = read_decisions(rewrite_parquet(parquet, lambda table: table, row_group_size=50, compression="none"))
    assert all(read[name].tobytes() == played()[name].tobytes() for name in played())


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (
            lambda table: table.drop_columns(["seat"]),
            "its columns are not those of export/1 with planes/1: match int32,",
        ),
        (lambda table: table.append_column("more", table.column("seat")), "its columns are not those"),
        (with_column("seat", lambda cells: cells.cast(pa.int64())), "its columns are not those"),
        (with_column("observation", lambda cells: cells.cast(pa.binary())), "its columns are not those"),
        (with_column("seat", lambda cells: pa.nulls(len(cells), pa.int8())), "its columns are not those"),
        (lambda table: table.replace_schema_metadata({}), "its metadata are not those of a data file"),
        (lambda table: table.replace_schema_metadata({"mjenv": "x" * (MAX_BYTES + 1)}), "its metadata has"),
    ],
)
def test_a_parquet_file_with_other_columns(change, reason, parquet):
    refused(rewrite_parquet(parquet, change), reason)


def test_a_row_group_beyond_measure_is_refused(parquet):
    def grow(table):
        return pa.concat_tables([table] * (1 + 4 * GROUP_ROWS // len(table))).combine_chunks()

    refused(rewrite_parquet(parquet, grow), "row group 0 has ")


@pytest.mark.parametrize(
    ("name", "value", "reason"),
    [
        ("seat", 4, "row 3: seat 4 cannot be"),
        ("seat", -1, "row 3: seat -1 cannot be"),
        ("hand", -1, "row 3: hand -1 cannot be"),
        ("match", -5, "row 3: match -5 cannot be"),
        ("decision", -1, "row 3: decision -1 cannot be"),
        ("action", -1, "row 3: action -1 is not legal by its action_mask"),
        ("action", 113, "row 3: action 113 is not legal by its action_mask"),
        ("action", 127, "row 3: action 127 is not legal by its action_mask"),
        ("action_mask", 0, "row 3: action "),
    ],
)
def test_numbers_that_cannot_be(name, value, reason, path):
    block = {key: cells.copy() for key, cells in played().items()}
    block[name][3] = value
    refused(write(path, source(), block, force=True), reason)


def test_every_observation_of_others_can_be_unpacked(path):
    block = {key: cells.copy() for key, cells in played().items()}
    block["observation"][:] = np.random.default_rng(1).integers(0, 256, block["observation"].shape)
    data = read_decisions(write(path, source(), block, force=True))
    assert data.observation().shape == (len(data), 28, 34)


def header_with(**changed):
    kept = json.loads(msgspec.json.encode(SAMPLE)) | changed
    return json.dumps({name: value for name, value in kept.items() if value is not None}).encode()


SAMPLE = {
    "format": FORMAT,
    "encoder": "planes/1",
    "actions": "actions/113",
    "rules": "hebei/online",
    "params": {},
    "rules_hash": "0" * 16,
    "seat": "all",
    "source": {"from": "logs", "logs": 3},
    "version": "0.1.0",
}


@pytest.mark.parametrize(
    ("metadata", "reason"),
    [
        (b"", "its metadata are not those of a data file"),
        (b"\xff\xfe", "its metadata are not those of a data file"),
        (b"[" * 5000, "its metadata are not those of a data file"),
        (b"[]", "its metadata are not those of a data file"),
        (header_with(format="export/2"), "its format is 'export/2', this mjenv reads export/1"),
        (header_with(format=1), "its metadata are not those of a data file"),
        (header_with(encoder="planes/2"), "encoder 'planes/2' (did you mean planes/1?): data files have"),
        (header_with(encoder="view/1"), "encoder 'view/1'"),
        (header_with(actions="actions/7"), "its actions are 'actions/7', expected actions/113"),
        (header_with(seat=4), "its metadata are not those of a data file"),
        (header_with(seat="none"), "its metadata are not those of a data file"),
        (header_with(rules=None), "its metadata are not those of a data file"),
        (header_with(more=1), "its metadata are not those of a data file"),
        (header_with(source={"from": "web"}), "its metadata are not those of a data file"),
        (header_with(source={"from": "logs", "logs": 0}), "its metadata are not those of a data file"),
        (
            header_with(source={"from": "play", "agents": ["a"], "seed": 1, "hands": 1, "match_hands": 1}),
            "its metadata are not those of a data file",
        ),
        (header_with(source={"from": "logs", "logs": 10**30}), "its metadata are not those of a data file"),
    ],
)
def test_metadata_that_say_something_else(metadata, reason, npz):
    refused(rewrite(npz, {"metadata": np.array(metadata)}), reason)


def test_the_sample_itself_is_read(npz):
    header = read_header(rewrite(npz, {"metadata": np.array(header_with())}))
    assert header.source.logs == 3
    with pytest.raises(MjenvError, match="its rules hebei/online are not those of this mjenv"):
        header.load_rules()
    header = read_header(rewrite(npz, {"metadata": np.array(header_with(rules="hebei/offline"))}))
    with pytest.raises(MjenvError, match="its rules 'hebei/offline' are not known: unknown variant or rule set"):
        header.load_rules()
