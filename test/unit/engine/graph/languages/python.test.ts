import { expect, test } from 'vitest';
import { linesOf, parseSource } from '../../../../support/parse-source.ts';
import { structureOfTexts } from '../sources-of.ts';

const read = async (text: string) => linesOf(await parseSource('python', text));

test('reads all forms of imports', async () => {
  const text = `from __future__ import annotations
import app.models, os as system
from ..core import login as sign_in, Session
from . import views
from .all import *
from typing import TYPE_CHECKING
if TYPE_CHECKING:
    from .types import User
try:
    import fast
except ImportError:
    fast = None
def later():
    from .late import work
    importlib.import_module("app.plugin")
    return work(app.models.User, system.path)
`;
  expect(await read(text)).toEqual([
    '2 import app.models: * as app.models',
    '2 import os: * as system',
    '3 import ..core: login as sign_in, Session',
    '4 import .: views',
    '5 import .all: *',
    '6 import typing: TYPE_CHECKING',
    '8 import of types .types: User',
    '10 import fast: * as fast',
    '14 dynamic .late: work',
    '15 dynamic app.plugin',
    '13-16 function later; out as later; uses app.models.User, importlib, importlib.import_module, system.path, work',
  ]);
});

test('reads imports by calls and of plugins, and computed ones', async () => {
  const text = `pytest_plugins = ["shop.testing", 'shop.db']
from importlib import import_module
a = import_module(".a", __package__)
b = importlib.import_module(name=".b", package="shop.core")
c = __import__('shop.c', fromlist=["x"])
d = pytest.importorskip("shop.d")
e = import_module(f"shop.{name}")
f = importlib.import_module("shop." + name)
g = import_module(".g", parent)
h = loader.import_module
`;
  expect(await read(text)).toEqual([
    '1 dynamic shop.testing',
    '1 dynamic shop.db',
    '2 import importlib: import_module',
    '3 dynamic .a',
    '4 dynamic shop.core.b',
    '5 dynamic shop.c',
    '6 dynamic shop.d',
    '7 computed f"shop.{name}"',
    '7 glob shop.*',
    '8 computed "shop." + name',
    '8 glob shop.*',
    '9 computed ".g"',
  ]);
});

test('reads declarations and uses of known names', async () => {
  const text = `from .core import login, Base, views
import app.models as models
@views.decorate
async def outer(path, login=1, *args, **more):
    def inner(x): return x
    return inner(login, path=views.path) + [views for views in args][0]
class User(Base, models.Person, Generic[T], metaclass=Meta):
    base = login
    outer = 1
    def login(self): pass
    def method(self): return self.login() or outer(login())
Point = namedtuple("Point", "x y")
type Alias = list[User]
short = lambda user: outer(user)
constant = login()
if True:
    def inside(): pass
`;
  expect((await read(text)).slice(2)).toEqual([
    '3-6 function outer; out as outer; uses views, views.decorate, views.path',
    '7-11 type User; out as User; extends Base, models.Person, Generic; uses Base, login, models.Person, outer',
    '12-12 type Point; out as Point',
    '13-13 type Alias; out as Alias; uses User',
    '14-14 function short; out as short; uses outer',
    '17-17 function inside; out as inside',
  ]);
});

test('reads routes of Flask and FastAPI, but no other decorators', async () => {
  const text = `@app.get("/items")
async def items(): pass
@blueprint.route("/login", methods=["GET", "POST"])
def login(): pass
@app.route("/")
def index(): pass
@router.websocket("/live")
async def live(): pass
@mock.patch("app.models")
def patched(): pass
class View:
    @app.post("/view")
    def post(self): pass
`;
  expect((await read(text)).slice(6)).toEqual([
    '1 GET /items → items',
    '3 GET /login → login',
    '3 POST /login → login',
    '5 GET / → index',
    '7 ANY /live → live',
    '12 POST /view → ?',
  ]);
});

test('detects tests by the names of functions and classes', async () => {
  const testsIn = async (text: string) => {
    const { hasTests, declaresTests } = await parseSource('python', text);
    return hasTests ? 'anywhere' : declaresTests === true ? 'where pytest looks' : 'nowhere';
  };
  expect(await testsIn('def test_login(): pass\n')).toBe('where pytest looks');
  expect(await testsIn('class TestLogin:\n    def test_it(self): pass\n')).toBe('where pytest looks');
  expect(await testsIn('class Login(unittest.TestCase):\n    pass\n')).toBe('anywhere');
  expect(await testsIn('class TestLogin(TestCase):\n    pass\n')).toBe('anywhere');
  expect(await testsIn('def tested(): pass\nclass Testimony: pass\n')).toBe('nowhere');
});

test('a function named like a test makes a file a test only where pytest looks', async () => {
  const text = 'def test_connection(): pass\n';
  const unit = 'class A(TestCase): pass\n';
  const places = ['shop/db.py', 'test_db.py', 'db_test.py', 'tests/db.py', 'shop/conftest.py', 'shop/testing.py'];
  const texts = { ...Object.fromEntries(places.map((place) => [place, text])), 'shop/checks.py': unit };
  const { nodes } = await structureOfTexts(texts);
  const tests = nodes.flatMap(({ type, path }) => (type === 'test' ? [path] : []));
  expect(tests.sort()).toEqual(['db_test.py', 'shop/checks.py', 'shop/conftest.py', 'test_db.py', 'tests/db.py']);
});

test.each([
  ['import typing as t\nif t.TYPE_CHECKING:'],
  ['import typing_extensions\nif typing_extensions.TYPE_CHECKING:'],
  ['from typing import TYPE_CHECKING as TC\nif TC:'],
  ['try:\n    from typing import Any, TYPE_CHECKING as TC\nexcept ImportError:\n    pass\nif TC:'],
  ['import typing as t\nTC = t.TYPE_CHECKING\nif TC:'],
  ['if (TYPE_CHECKING):  # for checkers'],
  ['if TYPE_CHECKING and sys.version_info >= (3, 11):'],
  ['if t . TYPE_CHECKING or MYPY:'],
  ['MYPY = False\nif MYPY:'],
  ['if False:'],
  ['if sys.platform == "win32":\n    pass\nelif t.TYPE_CHECKING:'],
  ['if not t.TYPE_CHECKING:\n    pass\nelse:'],
  ['try:\n    if not (TYPE_CHECKING):\n        pass\nfinally:\n    pass\nif TYPE_CHECKING:'],
])('imports below a guard for type checkers are of types: %j', async (guard) => {
  const imports = (await read(`${guard}\n    from .a import A\nfrom .b import B\n`)).filter((line) => line.includes(' .'));
  expect(imports.map((line) => line.replace(/^\d+ /, ''))).toEqual(['import of types .a: A', 'import .b: B']);
});

test.each([
  ['if TYPE_CHECKING or loud:'],
  ['if not TYPE_CHECKING:'],
  ['if TYPE_CHECKING:\n    pass\nelse:'],
  ['if TYPE_CHECKING:\n    pass\nelif loud:'],
  ['if not loud:\n    pass\nelse:'],
  ['if TYPE_CHECKING_ON or TYPE_CHECKING.on:'],
  ['loud = False\nif loud:'],
  ['from typing import Any as TC\nif TC:'],
])('imports below other conditions are loaded: %j', async (guard) => {
  expect(await read(`${guard}\n    from .a import A\n`)).toContainEqual(expect.stringMatching(/^\d+ import \.a: A$/));
});
