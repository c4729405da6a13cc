import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../support/folders.ts';
import { structureOfTexts } from './sources-of.ts';

/** A package, and what happens to the names that another file imports from it, as the Python interpreter says. */
interface Layout {
  readonly of: string;
  /** Files by path. `shop/__init__.py` is the package. */
  readonly files: Readonly<Record<string, string>>;
  /** Names that can be imported. */
  readonly has: string;
  /** Names that cannot, and that are listed as unresolved. */
  readonly lacks: string;
  /** Names that cannot, but that the program might have defined when it runs. */
  readonly unsure?: string;
}

const LAYOUTS: readonly Layout[] = [
  {
    of: 'a star import without __all__ brings all names without a leading underscore',
    files: {
      'shop/__init__.py': 'from .a import *\n',
      'shop/a.py': 'import os\nfrom json import loads as parse\nx = _y = 1\ndef _z(): pass\n',
    },
    has: 'x, os, parse, a',
    lacks: '_y, _z, loads, gone, _gone',
  },
  {
    of: '__all__ restricts it, also for names with an underscore',
    files: { 'shop/__init__.py': 'from .a import *\n', 'shop/a.py': '__all__ = ("x", "_y")\nimport os\nx = _y = z = 1\n' },
    has: 'x, _y',
    lacks: 'os, z',
  },
  {
    of: '__all__ is not brought itself, and applies to each step',
    files: {
      'shop/__init__.py': 'from .a import *\n',
      'shop/a.py': 'from .b import *\n__all__ = ["x"]\n',
      'shop/b.py': 'x = y = 1\n__all__ = ["x", "y"]\n',
    },
    has: 'x, b',
    lacks: 'y, __all__',
  },
  {
    of: '__all__ is put together from the lists of other modules',
    files: {
      'shop/__init__.py': 'from .all import *\n',
      'shop/all.py': [
        'from . import one, two as zwei, three',
        'from .one import *',
        'from .two import *',
        'from .three import *',
        'from .four import __all__ as four_all, f',
        '__all__ = one.__all__ + ["own"]',
        '__all__ += zwei.__all__',
        '__all__.extend(three.__all__)',
        '__all__ += four_all',
        'own = hidden = 1',
      ].join('\n'),
      'shop/one.py': 'a = b = 1\n__all__ = ["a"]\n',
      'shop/two.py': 'c = d = 1\n__all__ = ["c"]\n',
      'shop/three.py': 'e = g = 1\n__all__ = ["e"]\n',
      'shop/four.py': 'f = h = 1\n__all__ = ["f"]\n',
    },
    has: 'a, c, e, f, own',
    lacks: 'b, d, g, h, hidden, four_all, zwei',
  },
  {
    of: 'the list of a module that only a star import names, as asyncio does',
    files: {
      'shop/__init__.py': 'from .a import *\nfrom .sub import *\n',
      'shop/a.py': 'x = y = 1\n__all__ = ["x"]\n',
      'shop/sub/__init__.py': 'from .b import *\nfrom .c import *\n__all__ = (b.__all__ + c.__all__)\nextra = 1\n',
      'shop/sub/b.py': 'p = q = 1\n__all__ = ("p",)\n',
      'shop/sub/c.py': 'r = s = 1\n__all__ = ("r",)\n',
    },
    has: 'x, p, r',
    lacks: 'y, q, s, extra, b',
  },
  {
    of: '__all__ under conditions, with append, insert, remove of others, and a new list at the end of a block',
    files: {
      'shop/__init__.py': 'from .a import *\n',
      'shop/a.py': [
        'import sys',
        '__all__: list[str] = ["a"]',
        'if sys.version_info >= (3,):',
        '    __all__ += ["b"]',
        'try:',
        '    import json',
        '    __all__.append("c")',
        'except ImportError:',
        '    pass',
        '__all__.insert(0, "d")',
        'def e(): pass',
        '__all__.append(e.__name__)',
        '__all__.sort()',
        '__all__ = sorted(__all__)',
        '__all__ = [*__all__, "f"]',
        'a = b = c = d = f = g = 1',
      ].join('\n'),
    },
    has: 'a, b, c, d, e, f',
    lacks: 'g, sys, json',
  },
  {
    of: 'a later list replaces an earlier one, and a list in a variable counts',
    files: {
      'shop/__init__.py': 'from .a import *\nfrom .b import *\n',
      'shop/a.py': '__all__ = ["old"]\nold = new = 1\n__all__ = ["new"]\n',
      'shop/b.py': '_names = ["p"]\n__all__ = _names + "q r".split()\np = q = r = s = 1\n',
    },
    has: 'new, p, q, r',
    lacks: 'old, s, _names',
  },
  {
    of: 'a list that only the running program knows may have any name',
    files: {
      'shop/__init__.py': 'from .a import *\n',
      'shop/a.py': 'x = y = _z = 1\n__all__ = [n for n in dir() if n == "x"]\n',
    },
    has: 'x',
    lacks: 'gone, _gone',
    unsure: '',
  },
  {
    of: 'a decorator that exports',
    files: {
      'shop/__init__.py': 'from .a import *\n',
      'shop/a.py': '__all__ = []\ndef export(f):\n    __all__.append(f.__name__)\n    return f\n@export\ndef x(): pass\n',
    },
    has: 'x',
    lacks: 'gone',
  },
  {
    of: 'cycles of star imports',
    files: {
      'shop/__init__.py': 'from .a import *\n',
      'shop/a.py': 'A = 1\nfrom .b import *\n',
      'shop/b.py': 'B = 1\nfrom .c import *\n',
      'shop/c.py': 'C = 1\nfrom .a import *\n_D = 1\n',
    },
    has: 'A, B, C',
    lacks: '_D, E',
  },
  {
    of: 'a diamond of star imports, one side of which hides a name',
    files: {
      'shop/__init__.py': 'from .left import *\nfrom .right import *\n',
      'shop/left.py': 'from .base import *\n__all__ = ["x"]\n',
      'shop/right.py': 'from .base import *\n_own = 1\n',
      'shop/base.py': 'x = y = 1\n',
    },
    has: 'x, y, base',
    lacks: '_own, z',
  },
  {
    of: 'attributes of objects are no names of the module',
    files: {
      'shop/__init__.py': [
        'from .a import *',
        '__all__ = ["f"]',
        '__locals = locals()',
        'for __name in __all__:',
        '    if not __name.startswith("__"):',
        '        setattr(locals()[__name], "__module__", "shop")',
        '        setattr(__locals[__name], "__module__", "shop")',
      ].join('\n'),
      'shop/a.py': [
        'class Thing:',
        '    def set(self, **more):',
        '        for key, value in more.items(): setattr(self, key, value)',
        '        self.__dict__.update(more)',
        '        vars(self)["k"] = locals()',
        'def f(): return {**globals()}, exec("q = 1", {}), list(globals()), "x" in globals()',
        'print(end="%(f)s" % globals() if False else "")',
      ].join('\n'),
    },
    has: 'f, Thing, a, __name',
    lacks: 'gone, _gone, key, q, k',
  },
  {
    of: 'names that are added with a literal',
    files: {
      'shop/__init__.py':
        'import sys\nglobals()["x"] = 1\nsetattr(sys.modules[__name__], "y", 1)\nsys.modules[__name__].z = 1\nvars()["w"] = 1\n',
    },
    has: 'x, y, z, w',
    lacks: 'gone, _gone',
  },
  {
    of: 'names that are added when the program runs',
    files: { 'shop/__init__.py': 'for name in ("x", "y"):\n    globals()[name] = 1\n' },
    has: 'x, y',
    lacks: '',
    unsure: 'gone, _gone',
  },
  {
    of: 'names that are added through a variable',
    files: { 'shop/__init__.py': 'table = globals()\ntable.update({"x": 1})\n' },
    has: 'x, table',
    lacks: '',
    unsure: 'gone',
  },
  {
    of: 'a module that a star import brings, and that adds names to itself',
    files: {
      'shop/__init__.py': 'from .a import *\n',
      'shop/a.py': 'import sys as _sys\nthis = _sys.modules[__name__]\nsetattr(this, "x", 1)\n',
    },
    has: 'x, this',
    lacks: '_y',
    unsure: 'gone',
  },
  {
    of: '__getattr__ of a package',
    files: { 'shop/__init__.py': 'def __getattr__(name):\n    if name == "lazy": return 1\n    raise AttributeError(name)\n' },
    has: 'lazy',
    lacks: '',
    unsure: 'gone',
  },
  {
    of: 'a star import from outside may bring any name',
    files: { 'shop/__init__.py': 'from os.path import *\nfrom string import *\n' },
    has: 'join, ascii_letters',
    lacks: '',
    unsure: 'gone',
  },
  {
    of: '__all__ of a package names its modules, which a star import imports',
    files: {
      'shop/__init__.py': 'from .sub import *\n',
      'shop/sub/__init__.py': '__all__ = ["one", "f"]\ndef f(): pass\ndef g(): pass\n',
      'shop/sub/one.py': '',
      'shop/sub/two.py': '',
    },
    has: 'one, f',
    lacks: 'g, two, gone',
  },
  {
    of: 'statements of all kinds, with match and global',
    files: {
      'shop/__init__.py': [
        'match {"k": [1, 2]}:',
        '    case {"k": [first, *rest], **others}:',
        '        inside = 1',
        'def f():',
        '    global G',
        '    G = local = 1',
        'f()',
        '[w := n for n in (1,)]',
        'with open(__file__) as file: pass',
        'for i in (1,): pass',
        'import os.path as p, json',
      ].join('\n'),
    },
    has: 'first, rest, others, inside, G, w, file, i, p, json, f',
    lacks: 'local, n, os, k, gone',
  },
  {
    of: 'a walk through the modules of a package adds no folders',
    files: {
      'shop/__init__.py':
        'import importlib, pkgutil\nfor each in pkgutil.iter_modules(__path__):\n    importlib.import_module(f"{__name__}.{each.name}")\n',
      'shop/one.py': '',
    },
    has: 'one, each, pkgutil',
    lacks: 'gone, _gone',
  },
  {
    of: 'code in a function, and names of modules that are only read',
    files: {
      'shop/__init__.py': [
        'import sys',
        'def f(x):',
        '    exec("a = 1")',
        '    mod = sys.modules[x]',
        '    vars()["b"] = locals()["x"] = 1',
        '    return vars(mod), sys.modules[__name__].__doc__, getattr(sys.modules[__name__], x), [n for n in sys.modules]',
        'f_doc = sys.modules.get(__name__).__doc__',
      ].join('\n'),
    },
    has: 'f, f_doc, sys',
    lacks: 'a, b, mod, gone',
  },
  {
    of: 'a package that replaces itself',
    files: { 'shop/__init__.py': 'import sys, types\nclass M(types.ModuleType):\n    x = 1\nsys.modules[__name__] = M("shop")\n' },
    has: 'x',
    lacks: '',
    unsure: 'gone',
  },
];

/** Prints which names Python can import from `shop`, one for each word of the input, in a project without what ran before. */
const PROGRAM = `
import importlib, sys
sys.path.insert(0, sys.argv[1])
names, before = sys.argv[2:], set(sys.modules)
for name in names:
    for loaded in set(sys.modules) - before: del sys.modules[loaded]
    try:
        exec('from shop import ' + name, {})
        print(name)
    except ImportError: pass
`;

const split = (names: string): string[] => names.split(', ').filter(Boolean);

/** Returns the names that the interpreter imports from `shop`; `null` if none is installed. */
function imported(folder: string, names: readonly string[]): string[] | null {
  const { stdout, stderr, status, error } = spawnSync('python3', ['-I', '-B', '-c', PROGRAM, folder, ...names], { encoding: 'utf8' });
  if (error !== undefined) return null;
  expect(status, stderr).toBe(0);
  return stdout.split('\n').filter(Boolean);
}

test.each(LAYOUTS)('$of', async ({ files, has, lacks, unsure = '' }) => {
  const folder = temporaryFolder();
  for (const [file, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    fs.writeFileSync(path.join(folder, file), text);
  }
  const names = [has, lacks, unsure].flatMap(split);
  const real = imported(folder, names);
  if (real === null) process.stderr.write('There is no python3 here: the names are taken as what it would say.\n');
  else expect(real).toEqual(split(has));
  const user = `${names.map((name) => `from shop import ${name}`).join('\n')}\n`;
  const { unresolved, uncertain } = await structureOfTexts({ ...files, 'use.py': user });
  const listed = unresolved.filter(({ reason }) => reason === 'not found').map(({ path: file, specifier }) => `${file} ${specifier}`);
  expect(listed).toEqual(split(lacks).map((name) => `use.py shop.${name}`));
  expect(uncertain.map(({ place }) => place)).toEqual(expect.arrayContaining(split(unsure).map((name) => `shop/${name}`)));
});
