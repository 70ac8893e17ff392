"""What is looked at in a file of fields and in a pack before a number of it is taken: the same as in ufv's programs."""
import zlib

import numpy

FIELDS_VERSION = 1  # the newest that is read: SOLUTION_VERSION in formats/pack/solution.h
PACK_VERSION = 4    # PACK_SCHEMA_VERSION in formats/pack/pack.h
REFERENCE = ["gamma", "gas_constant", "density", "velocity", "pressure", "mach", "alpha", "beta", "area", "length",
             "span", "centre", "drag_axis", "lift_axis", "side_axis"]
ROTOR = ["rotor_rotation", "rotor_centre", "rotor_radius", "rotor_sectors"]
COUNTS = [  # the rows PACK_COUNT of formats/pack/pack_schema.inc
    "rank", "n_ranks", "n_cells_global", "n_owned", "n_inner", "n_halo_face", "n_halo_second", "n_halo_node",
    "n_stencil", "n_cells", "n_boundary", "n_flux", "n_halo_boundary", "n_faces", "n_slots", "n_nodes",
    "n_inner_nodes", "n_slices", "n_slice_entries", "n_face_nodes", "n_cell_nodes", "n_node_cells", "n_cell_faces",
    "n_face_colours", "n_cell_colours", "n_send", "n_recv", "n_transforms"]


def numbers(file, name, kinds="fiu"):
    """All of an array of a file of ufv, which has its checksum; kinds: of numpy's types that it may have."""
    if file[name].dtype.kind not in kinds:
        raise ValueError(f"{name} holds no numbers")
    values = numpy.ascontiguousarray(file[name][:])
    if zlib.crc32(values) != file[name].attrs["crc32"]:
        raise ValueError(f"{name} does not match its checksum")
    return values


def _check_version(found, least, newest, what):
    if not least <= found <= newest:
        raise ValueError(f"{what} {found} is not of this package, which reads {newest}; use the package of the ufv "
                         "that wrote it")


def check_fields(file):
    """The format of a file of fields, and its attributes, which have one checksum together: that of struct header in
    formats/pack/solution.c."""
    if file.attrs.get("format") != b"ufv-solution":
        raise ValueError("it holds no fields of ufv-solve")
    _check_version(file.attrs["version"], 1, FIELDS_VERSION, "fields version")
    reference = file["reference"].attrs
    whole = [file.attrs[name] for name in ("rank", "n_ranks", "iteration", "n_fields", "n_boundary_fields", "n_extra")]
    values = [file.attrs["time"], *(reference[name] for name in REFERENCE)]
    found = zlib.crc32(numpy.array(whole, "<i8").tobytes() + numpy.hstack(values).astype("<f8").tobytes() +
                       file.attrs["pack_id"].ljust(64, b"\0") + file.attrs["packs"].ljust(1024, b"\0"))
    if "single" in file.attrs:
        found ^= zlib.crc32(b"single\0")
    if any(reference.get("rotor_rotation", [0])):
        found ^= zlib.crc32(numpy.hstack([reference[name] for name in ROTOR]).astype("<f8").tobytes())
    if found != file.attrs["header_crc32"]:
        raise ValueError("the attributes do not match their checksum")


def field_names(file, part):
    """The fields of "cell" or "boundary", by name. All that the file lists are there, and no other."""
    n = int(file.attrs["n_fields" if part == "cell" else "n_boundary_fields"])
    listed = [name.decode() for name in numbers(file[part], "names", "S")] if n > 0 else []
    there = list(file[part]["field"]) if n > 0 else []
    if len(listed) != n or sorted(listed) != sorted(there):
        raise ValueError(f"{part}/field does not hold the {n} fields that the file lists")
    return there


def check_pack(pack, rank):
    """The format of a pack, whose it is, and its counts, which have one checksum together."""
    if pack.attrs.get("kind") != b"ufv pack":
        raise ValueError("it is no pack")
    _check_version(pack.attrs["schema_version"], PACK_VERSION, PACK_VERSION, "pack format")
    if zlib.crc32(numpy.array([pack.attrs[name] for name in COUNTS], "<i8")) != pack.attrs["counts_crc32"]:
        raise ValueError("the counts do not match their checksum")
    if pack.attrs["rank"] != rank:
        raise ValueError(f"it is the pack of rank {pack.attrs['rank']}")
