import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../../support/folders.ts';
import { linesOf, structureOfTexts } from './sources-of.ts';

type Texts = Readonly<Record<string, string>>;

const unresolvedIn = async (texts: Texts, others: readonly string[] = []) => linesOf((await structureOfTexts(texts, others)).unresolved);

/** A project with a `use.py`, whose lines the interpreter runs one by one after its imports. */
interface Layout {
  readonly of: string;
  readonly files: Texts;
  /** The imports of `use.py`, each on a line. */
  readonly imports: readonly string[];
  /** Expressions that have a value. */
  readonly has: readonly string[];
  /** Expressions that fail, each with the member that is listed; empty if none can be. */
  readonly lacks: readonly (readonly [expression: string, listed: string])[];
}

const LAYOUTS: readonly Layout[] = [
  {
    of: 'a package whose __init__ lost names',
    files: {
      'pkg/__init__.py': 'from .sub import one\nimport os\nx: int = 1\nif x:\n    def f(): pass\nclass C:\n    inner = 1\n',
      'pkg/sub.py': 'one = two = 1\n',
    },
    imports: ['import pkg', 'import pkg as p', 'import pkg.sub', 'import pkg.sub as s', 'from pkg import sub', 'from pkg import C'],
    has: [
      'pkg.x',
      'pkg.one',
      'pkg.os',
      'pkg.f()',
      'pkg.C.inner',
      'p.C',
      'pkg.sub',
      'pkg.sub.two',
      's.one',
      'sub.two',
      'C.inner',
      'pkg.__name__',
    ],
    lacks: [
      ['pkg.gone', 'pkg.gone'],
      ['p.two', 'pkg.two'],
      ['pkg.inner', 'pkg.inner'],
      ['pkg.sub.gone()', 'pkg.sub.gone'],
      ['s.none', 'pkg.sub.none'],
      ['sub.lost', 'pkg.sub.lost'],
      ['C.outer', ''],
    ],
  },
  {
    of: 'a package whose __init__ was deleted',
    files: { 'pkg/a.py': 'x = 1\n', 'pkg/deep/b.py': '' },
    imports: ['import pkg', 'import pkg.a', 'import pkg.deep', 'from pkg import deep'],
    has: ['pkg.a.x', 'pkg.deep', 'pkg.a'],
    lacks: [
      ['pkg.run()', 'pkg.run'],
      ['deep.run', 'pkg.deep.run'],
      ['pkg.deep.go', 'pkg.deep.go'],
    ],
  },
  {
    of: 'a module that is no package, and a star import in it',
    files: { 'mod.py': 'from other import *\nif True:\n    a = 1\n', 'other.py': '__all__ = ["b"]\nb = c = 1\n' },
    imports: ['import mod', 'import other'],
    has: ['mod.a', 'mod.b', 'other.c'],
    lacks: [
      ['mod.c', 'mod.c'],
      ['mod.gone', 'mod.gone'],
    ],
  },
  {
    of: 'modules whose names only the running program knows',
    files: {
      'pkg/__init__.py': 'def __getattr__(name): return 1\n',
      'dyn.py': 'globals()["x" + "y"] = 1\n',
      'deep.py': 'from helper import extend\nextend(__name__)\n',
      'helper.py': 'import sys\ndef extend(name): sys.modules[name].e = 1\n',
      'own.py': 'import sys\nsetattr(sys.modules[__name__], "a" + "b", 1)\n',
      'set.py':
        'import target, other\nother.given = 1\nsetattr(target, "c" + "d", 1)\nother.one, other.two = 1, 2\nsetattr(other, "three", 1)\n',
      'target.py': '',
      'other.py': '',
    },
    imports: ['import pkg', 'import dyn', 'import own', 'import deep', 'import set', 'import target', 'import other'],
    has: ['pkg.anything', 'dyn.xy', 'own.ab', 'deep.e', 'target.cd', 'other.given', 'other.one', 'other.two', 'other.three'],
    lacks: [['other.four', 'other.four']],
  },
  {
    of: 'a package that gives something else by the name of its module',
    files: {
      'pkg/__init__.py': 'from .run import run\nfrom . import keep\n',
      'pkg/run.py': 'def run(): pass\nrun.x = 1\n',
      'pkg/keep.py': '',
    },
    imports: ['from pkg import run', 'from pkg import keep'],
    has: ['run.__code__', 'run.x'],
    lacks: [['keep.x1', 'pkg.keep.x1']],
  },
];

const PROGRAM = `
import sys
sys.path.insert(0, sys.argv[1])
names = {}
imports, expressions = sys.argv[2].split('\\n'), sys.argv[3:]
for line in imports: exec(line, names)
for each in expressions:
    try:
        eval(each, names)
        print(each)
    except AttributeError: pass
`;

/** Returns the expressions that have a value; `null` if no interpreter is installed. */
function evaluated(files: Texts, imports: readonly string[], expressions: readonly string[]): string[] | null {
  const folder = temporaryFolder();
  for (const [file, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    fs.writeFileSync(path.join(folder, file), text);
  }
  const given = ['-I', '-B', '-c', PROGRAM, folder, imports.join('\n'), ...expressions];
  const { stdout, stderr, status, error } = spawnSync('python3', given, { encoding: 'utf8' });
  if (error !== undefined) return null;
  expect(status, stderr).toBe(0);
  return stdout.split('\n').filter(Boolean);
}

describe('members of modules, as the interpreter finds them', () => {
  test.each(LAYOUTS)('$of', async ({ files, imports, has, lacks }) => {
    const all = [...has, ...lacks.map(([expression]) => expression)];
    const real = evaluated(files, imports, all);
    if (real === null) process.stderr.write('There is no python3 here: the members are taken as what it would say.\n');
    else expect(real).toEqual(has);
    const functions = all.map((each, at) => `def f${at}():\n    return ${each}\n`);
    const texts = { ...files, 'use.py': `${imports.join('\n')}\n${functions.join('')}` };
    const listed = lacks.flatMap(([expression, member]) => {
      return member === '' ? [] : [`use.py:${imports.length + 2 * all.indexOf(expression) + 2}  ${member}`];
    });
    expect(await unresolvedIn(texts)).toEqual(listed);
    const atTop = { ...files, 'use.py': [...imports, ...all, ''].join('\n') };
    const once = new Set(listed.map((line) => line.replace(/.* /, '')));
    expect(new Set((await unresolvedIn(atTop)).map((line) => line.replace(/.* /, '')))).toEqual(once);
  });
});

test('a name is missing where another error is expected, and where it is imported before the error is expected', async () => {
  const texts = { 'p/__init__.py': '', 'p/m.py': 'y = 1\n' };
  const uses = {
    'a.py': 'import pytest, p.m\nwith pytest.raises(ValueError):\n    p.m.a()\n',
    'b.py': 'import p.m\nfrom contextlib import suppress\nwith suppress(KeyError, OSError):\n    p.m.a()\n',
    'c.py': 'import p.m\nclass T:\n    def test(self):\n        self.assertRaises(KeyError, p.m.a)\n',
    'd.py': 'from p.m import a\ntry:\n    a()\nexcept Exception:\n    pass\n',
    'e.py': 'from contextlib import suppress\nfrom p.m import a\nwith suppress(KeyError):\n    a()\n',
  };
  expect(await unresolvedIn({ ...texts, ...uses })).toEqual([
    'a.py:3  p.m.a',
    'b.py:4  p.m.a',
    'c.py:4  p.m.a',
    'd.py:1  p.m.a',
    'e.py:2  p.m.a',
  ]);
  const expecting = {
    'a.py': 'import pytest, p.m\nwith pytest.raises((ValueError, AttributeError)):\n    p.m.a()\n',
    'b.py': 'import p.m\nfrom contextlib import suppress\nwith suppress(KeyError, AttributeError):\n    p.m.a()\n',
    'c.py': 'import p.m\nclass T:\n    def test(self):\n        self.assertRaises(self.error, p.m.a)\n',
    'd.py': 'try:\n    from p.m import (\n        a,\n    )\nexcept ImportError:\n    pass\n',
  };
  expect(await unresolvedIn({ ...texts, ...expecting })).toEqual([]);
});

describe('members are not claimed to be missing', () => {
  const files = { 'pkg/__init__.py': '', 'pkg/sub.py': '' };
  const cases: readonly (readonly [of: string, use: string])[] = [
    ['expected errors', 'import pkg\ntry:\n    pkg.a\nexcept AttributeError:\n    pass\n'],
    ['any error', 'import pkg\ndef f():\n    try:\n        return pkg.a()\n    except (KeyError, Exception):\n        pass\n'],
    ['errors that a test expects', 'import pytest, pkg\ndef test_a():\n    with pytest.raises(AttributeError):\n        pkg.a\n'],
    ['a check before', 'import pkg\nif hasattr(pkg, "a"):\n    pkg.a()\n'],
    ['a list that is searched', 'import pkg\nif "a" in dir(pkg):\n    pkg.a()\n'],
    ['a checker that is told', 'import pkg\npkg.a()  # type: ignore[attr-defined]\n'],
    ['an assignment here', 'import pkg\npkg.a = 1\nprint(pkg.a)\n'],
    ['a local variable', 'import pkg\ndef f(pkg):\n    return pkg.a\ndef g():\n    pkg = f(1)\n    return pkg.a\n'],
    ['a name that is bound again', 'import pkg\npkg = pkg.sub.x if False else object()\nprint(pkg.a)\n'],
    ['two imports of a name', 'try:\n    import other as pkg\nexcept OSError:\n    import pkg\nprint(pkg.a)\n'],
    ['an import of a missing name that is expected', 'try:\n    from pkg.sub import a\nexcept ImportError:\n    a = None\n'],
    ['a module that another one sets', 'from pkg import sub\nsub.a()\nimport pkg.sub\nsub.b: int = 2\nsub.a = 3\n'],
    ['a member of a class', 'import pkg\nclass A:\n    pkg = []\n    pkg.append(1)\n'],
    ['strings and comments', 'import pkg\n"pkg.a"\n# pkg.a\n'],
    ['code that is not parsed', 'import pkg\nprint(pkg.a)\ndef f(:\n'],
  ];
  test.each(cases)('%s', async (_, use) => {
    expect(await unresolvedIn({ ...files, 'use.py': use })).toEqual([]);
  });

  test('unless a checker is told of another problem', async () => {
    const use = 'import pkg\nfrom pkg.sub import b\npkg.a(b(1))  # type: ignore[arg-type]\n';
    expect(await unresolvedIn({ ...files, 'use.py': use })).toEqual(['use.py:2  pkg.sub.b', 'use.py:3  pkg.a']);
  });

  test('in the path of an import', async () => {
    const use = 'from . import pkg\ndef f():\n    from ..pkg.other import x\n';
    const texts = { 'app/__init__.py': '', 'app/in/__init__.py': '', 'app/in/pkg/__init__.py': '', 'app/in/use.py': use };
    expect(await unresolvedIn({ ...texts, 'app/pkg/__init__.py': '', 'app/pkg/other.py': 'x = 1\n' })).toEqual([]);
  });

  test('of installed packages, compiled modules and folders that git ignores', async () => {
    const use = 'import numpy, fast, made, ignored.deep\nnumpy.a, fast.a, made.x, ignored.deep.y\n';
    expect(await unresolvedIn({ 'use.py': use, 'made/a.py': '' }, ['fast.so', 'made/x.pyx', 'ignored/'])).toEqual([]);
  });
});

test('names of a module that is no package are listed where they are imported', async () => {
  const texts = {
    'app/__init__.py': '',
    'app/models.py': 'class User: pass\n',
    'app/views.py': 'from app.models import User, Gone\nfrom .models import (\n    User,\n    Lost as L,\n)\n',
    'app/sets.py': 'import app.models\napp.models.Given = 1\n',
    'app/more.py': 'from app.models import Given\n',
  };
  expect(await unresolvedIn(texts)).toEqual(['app/views.py:1  app.models.Gone', 'app/views.py:4  .models.Lost']);
});

describe('a function __getattr__ of a package', () => {
  const GETATTR = 'def __getattr__(name):\n    raise AttributeError(name)\n';
  const texts = {
    'pkg/__init__.py': GETATTR,
    'pkg/types.py': 'def here(): pass\n',
    'pkg/core.py': 'from . import types\ndef f():\n    types.gone()\n    types.gone()\ntypes.gone(types.here)\n',
    'use.py': 'import pkg.types\npkg.types.gone()\n',
    'whole.py': 'import pkg\npkg.late\n',
  };

  test('leaves the names of its modules certain, and each use is listed', async () => {
    const { unresolved, uncertain } = await structureOfTexts(texts);
    expect(linesOf(unresolved)).toEqual(
      ['pkg/core.py:3  pkg.types.gone', 'pkg/core.py:4  pkg.types.gone', 'pkg/core.py:5  pkg.types.gone', 'use.py:2  pkg.types.gone'].map(
        (line) => (line.startsWith('pkg/') ? line.replace('pkg.types', '.types') : line),
      ),
    );
    expect(uncertain).toEqual([{ path: 'whole.py', line: 2, specifier: 'pkg.late', names: ['late'], definer: 'pkg/__init__.py' }]);
  });

  test('may give a module that has an object of its own name as that object', async () => {
    const cart = { 'pkg/__init__.py': GETATTR, 'pkg/cart.py': 'def cart(): pass\n', 'use.py': 'from pkg import cart\ncart.gone\n' };
    const { unresolved, uncertain } = await structureOfTexts(cart);
    expect(unresolved).toEqual([]);
    expect(uncertain).toEqual([{ path: 'use.py', line: 2, specifier: 'pkg.cart.gone', names: ['gone'], definer: 'pkg/__init__.py' }]);
  });

  test('of a module makes its names uncertain, as does setting them from elsewhere or in globals()', async () => {
    const { unresolved, uncertain } = await structureOfTexts({
      'open.py': GETATTR,
      'wide.py': 'globals().update(load())\n',
      'set.py': '',
      'setter.py': 'import set\nset.given = 1\n',
      'use.py': 'from open import (\n    a,\n    b,\n)\nimport wide\nwide.c\nfrom set import given\n',
    });
    expect(unresolved).toEqual([]);
    expect(uncertain.map(({ line, names, definer }) => `${line} ${names} ${definer}`)).toEqual([
      '2 a open.py',
      '3 b open.py',
      '6 c wide.py',
      '7 given set.py',
    ]);
  });
});
