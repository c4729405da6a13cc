"""Lists the imports between the files of a project as the interpreter resolves them: `python3 python-imports.py FOLDER`.

FOLDER/layout.json contains pairs of a path prefix and the folders of sys.path for such files (the longest prefix counts), and the names of
installed modules. Nothing is executed: statements are parsed with ast, and modules are found with importlib's FileFinder.

Prints JSON. `edges` contains pairs of files: from a file to each module that it names and, if it imports a function or class that the
module only re-exports, to the file that declares it. Parent packages, whose __init__ also runs, are included if their __init__ contains
code. `unresolved` contains pairs of a file and a name that belongs to the project and cannot be found.
"""

import ast
import importlib.machinery
import importlib.util
import json
import os
import symtable
import sys
import _imp

LIBRARY = [os.path.dirname(os.__file__), os.path.join(os.path.dirname(os.__file__), "lib-dynload")]
LOADERS = [
    # Cython sources count as compiled modules.
    (importlib.machinery.ExtensionFileLoader, importlib.machinery.EXTENSION_SUFFIXES + [".pyx"]),
    (importlib.machinery.SourceFileLoader, importlib.machinery.SOURCE_SUFFIXES),
]
CALLS = {"import_module", "__import__", "importorskip"}
DECLARES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


class Paths:
    """The sys.path of a file, and module lookup in it."""

    def __init__(self, roots, installed):
        self.roots = roots
        self.installed = installed

    def find(self, name):
        """Returns (file or None, folders of submodules, whether the module exists)."""
        parts = name.split(".")
        if parts[0] in sys.builtin_module_names or _imp.is_frozen(parts[0]):
            return None, [], True
        folders, spec = self.roots + LIBRARY, None
        for count in range(1, len(parts) + 1):
            spec, folders = search(".".join(parts[:count]), folders)
            if count == 1 and parts[0] in self.installed and spec is None:
                return None, [], True
            if spec is None and not folders:
                return None, [], False
        return spec.origin if spec else None, folders, True

    def is_of_project(self, name):
        first = name.split(".")[0]
        file, folders, _ = self.find(first)
        places = [file] if file else folders
        return any(place.startswith(os.path.join(root, "")) for place in places for root in self.roots)


def search(name, folders):
    """Searches like PathFinder: a module or package ends the search; folders without __init__ are parts of one package."""
    parts = []
    for folder in folders:
        spec = importlib.machinery.FileFinder(folder, *LOADERS).find_spec(name)
        if spec is not None and spec.loader is not None:
            return spec, list(spec.submodule_search_locations or [])
        parts += [] if spec is None else list(spec.submodule_search_locations)
    return None, parts


def top(body):
    """Yields the top-level statements of a module, also inside `if` and `try`."""
    for node in body:
        yield node
        if isinstance(node, (ast.If, ast.Try)):
            inner = node.body + node.orelse
            for handler in getattr(node, "handlers", []):
                inner = inner + handler.body
            yield from top(inner)


def is_idle(tree):
    return all(isinstance(node, ast.Pass) or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)) for node in tree.body)


def is_check(node):
    return isinstance(node, ast.If) and ast.unparse(node.test) in ("TYPE_CHECKING", "typing.TYPE_CHECKING")


class Project:
    def __init__(self, folder):
        self.folder = os.path.realpath(folder)
        with open(os.path.join(self.folder, "layout.json"), encoding="utf-8") as file:
            layout = json.load(file)
        self.layout = dict(layout["search"])
        self.installed = layout["installed"]
        self.edges = set()
        self.runs = True
        self.unresolved = set()

    def paths(self, path):
        own = max((start for start in self.layout if path.startswith(start)), key=len)
        return Paths([os.path.normpath(os.path.join(self.folder, root)) for root in self.layout[own]], self.installed)

    def module(self, path):
        """Returns the package to which relative names of a file refer."""
        full = os.path.join(self.folder, path)
        root = next(root for root in self.paths(path).roots if full.startswith(os.path.join(root, "")))
        return os.path.relpath(os.path.dirname(full), root).replace(os.sep, ".").strip(".")

    def tree(self, file):
        with open(file, encoding="utf-8") as source:
            return ast.parse(source.read())

    def add(self, path, file):
        if file and file.endswith(".py") and file.startswith(os.path.join(self.folder, "")):
            target = os.path.relpath(file, self.folder).replace(os.sep, "/")
            if target != path:
                self.edges.add((path, target))

    def way(self, path, name):
        """Adds the parent packages that are imported before a module; none for imports that only type checkers use."""
        if not self.runs:
            return
        parts = name.split(".")
        for count in range(1, len(parts)):
            file, _, _ = self.paths(path).find(".".join(parts[:count]))
            if file and os.path.basename(file) == "__init__.py" and not is_idle(self.tree(file)):
                self.add(path, file)

    def whole(self, path, name, local=None):
        """Handles `import a.b` and `import a.b as c`, with the names that functions and classes use from it."""
        file, _, there = self.paths(path).find(name)
        if there:
            self.way(path, name)
            self.add(path, file)
            for node in self.inside(path) if file and local else []:
                if isinstance(node, ast.Attribute) and ast.unparse(node.value) == local:
                    self.add(path, self.declaring(file, node.attr, set()))
        elif self.paths(path).is_of_project(name):
            self.unresolved.add((path, name))

    def inside(self, path):
        for node in top(self.tree(os.path.join(self.folder, path)).body):
            if isinstance(node, DECLARES):
                yield from ast.walk(node)

    def part(self, path, name, names):
        paths = self.paths(path)
        file, folders, there = paths.find(name)
        inner = [] if not folders else [each for each in names if each != "*" and paths.find(f"{name}.{each}")[2]]
        own = [each for each in names if each not in inner]
        if inner or (file and own):
            self.way(path, f"{name}.{inner[0]}" if inner else name)
        for each in inner:
            self.add(path, paths.find(f"{name}.{each}")[0])
        if file and own:
            self.add(path, file)
            for each in own:
                self.add(path, self.declaring(file, each, set()))
        if paths.is_of_project(name):
            missing = [name] if not there else [f"{name}.{each}" for each in own if folders and not self.has(file, each, set())]
            self.unresolved.update((path, each) for each in missing)

    def has(self, file, name, seen):
        """Returns whether a package has a name that is not one of its modules; without an __init__ it has none."""
        if name == "*" or file in seen:
            return name == "*"
        seen.add(file)
        if not file or not file.endswith(".py"):
            return file is not None
        with open(file, encoding="utf-8") as source:
            names = symtable.symtable(source.read(), file, "exec")
        bound = {each.get_name() for each in names.get_symbols() if each.is_assigned() or each.is_imported()}
        if name in bound or "__getattr__" in bound:
            return True
        path = os.path.relpath(file, self.folder).replace(os.sep, "/")
        stars = [node for node in top(self.tree(file).body) if isinstance(node, ast.ImportFrom) and node.names[0].name == "*"]
        return any(self.has(self.paths(path).find(self.named(path, node))[0], name, seen) for node in stars)

    def declaring(self, file, name, seen):
        """Returns the file that declares a function or class that a module has under a name."""
        if (file, name) in seen or not file.endswith(".py") or not file.startswith(self.folder):
            return None
        seen.add((file, name))
        path = os.path.relpath(file, self.folder).replace(os.sep, "/")
        nodes = list(top(self.tree(file).body))
        if any(isinstance(node, DECLARES) and node.name == name for node in nodes):
            return file
        for node in nodes:
            for alias in node.names if isinstance(node, ast.ImportFrom) else []:
                if name != (alias.asname or alias.name) and alias.name != "*":
                    continue
                module = self.named(path, node)
                source, folders, _ = self.paths(path).find(module)
                if folders and self.paths(path).find(f"{module}.{alias.name}")[2]:
                    return None
                declared = self.declaring(source, name if alias.name == "*" else alias.name, seen) if source else None
                if declared:
                    return declared
        return None

    def named(self, path, node):
        if node.level == 0:
            return node.module
        return importlib.util.resolve_name("." * node.level + (node.module or ""), self.module(path))

    def call(self, path, node):
        name = getattr(node.func, "attr", getattr(node.func, "id", ""))
        first = node.args[0] if node.args else None
        if name in CALLS and isinstance(first, ast.Constant) and isinstance(first.value, str):
            self.whole(path, importlib.util.resolve_name(first.value, self.module(path)))

    def read(self, path):
        tree = self.tree(os.path.join(self.folder, path))
        checked = {inner for node in ast.walk(tree) if is_check(node) for each in node.body for inner in ast.walk(each)}
        for node in ast.walk(tree):
            self.runs = node not in checked
            if isinstance(node, ast.Import):
                for alias in node.names:
                    self.whole(path, alias.name, alias.asname or alias.name)
            elif isinstance(node, ast.ImportFrom):
                self.part(path, self.named(path, node), [alias.name for alias in node.names])
            elif isinstance(node, ast.Call):
                self.call(path, node)
            elif isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "pytest_plugins":
                for each in ast.literal_eval(node.value):
                    self.whole(path, each)


def main(folder):
    project = Project(folder)
    for here, folders, files in os.walk(project.folder):
        folders.sort()
        for name in sorted(files):
            if name.endswith(".py"):
                project.read(os.path.relpath(os.path.join(here, name), project.folder).replace(os.sep, "/"))
    print(json.dumps({"edges": sorted(project.edges), "unresolved": sorted(project.unresolved)}, indent=1))


main(sys.argv[1])
