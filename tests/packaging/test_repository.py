"""What every file of the repository keeps to, beyond the linter's rules."""

from __future__ import annotations

import ast
import re

# Written so that this file does not match itself.
MACHINE_PATHS = re.compile(r"(?<![\w.}])/(?:work|root|opt|home)/(?=\w)")
REGISTRIES = re.compile(
    r"\bpypi[.]org|python[h]osted[.]org|download[.]pytorch[.]org|registry[.]npmjs[.]org|deb[.]debian[.]org"
)
KERNEL_DECORATORS = {"njit", "njit_inline", "hook"}


def matches(pattern, root, tracked):
    """Return path:line of every text line that the pattern occurs in."""
    found = []
    for path in tracked:
        content = (root / path).read_bytes()
        if b"\0" not in content:
            lines = content.decode().split("\n")
            found += [f"{path}:{number}" for number, line in enumerate(lines, 1) if pattern.search(line)]
    return found


def test_patterns_find_what_they_look_for():
    for name in ("work", "root", "opt", "home"):
        assert MACHINE_PATHS.search(f"see /{name}/something")
    for host in ("pypi", "pythonhosted", "deb.debian"):
        assert REGISTRIES.search(f"https://{host}.org/simple")
    assert not MACHINE_PATHS.search("net/work/x and ./opt/x")


def test_no_file_names_a_path_of_one_machine(root, tracked):
    assert matches(MACHINE_PATHS, root, tracked) == []


def test_no_file_names_the_host_of_a_registry(root, tracked):
    assert matches(REGISTRIES, root, tracked) == []


def test_text_files_end_lines_with_lf(root, tracked):
    assert matches(re.compile("\r"), root, tracked) == []


def test_only_kernels_have_no_annotations(root, tracked):
    found = []
    for path in tracked:
        if path.suffix == ".py" and path.parts[0] in {"mjenv", "agents", "training", "benchmarks"}:
            tree = ast.parse((root / path).read_text(encoding="utf-8"))
            functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
            found += [f"{path}:{node.lineno} {node.name}" for node in functions if not is_annotated(node)]
    assert found == []


def is_annotated(function):
    """Return whether a function is a kernel, or states the types of all its arguments and of its result."""
    if KERNEL_DECORATORS & {ast.unparse(decorator).split("(")[0] for decorator in function.decorator_list}:
        return True
    arguments = function.args.posonlyargs + function.args.args + function.args.kwonlyargs
    typed = [argument.annotation is not None for argument in arguments if argument.arg not in {"self", "cls"}]
    return all(typed) and (function.returns is not None or function.name == "__init__")
