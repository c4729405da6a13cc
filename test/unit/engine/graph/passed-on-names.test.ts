import { describe, expect, test } from 'vitest';
import { edgesAndGaps, edgesBetween, structureOfTexts } from './sources-of.ts';

type Texts = Readonly<Record<string, string>>;

/** Modules that each bring all names of the next one, and use a name of the last one. */
function chainOf(length: number): Texts {
  const all = Array.from({ length }, (_, at) => {
    const next = at + 1 < length ? `from .m${at + 1} import *\n` : 'def base():\n    return 1\n';
    return [`shop/m${at}.py`, `${next}def own${at}():\n    return base()\n`] as const;
  });
  return { 'shop/__init__.py': '', ...Object.fromEntries(all) };
}

describe('a name through a long chain of star imports', () => {
  test('is found at its end, and the chain is not searched again for each file', async () => {
    const texts = { ...chainOf(3_000), 'main.py': 'from shop.m0 import base, own2999\n\nbase()\nown2999()\n' };
    const structure = await structureOfTexts(texts);
    const edges = edgesBetween(structure, texts);
    expect(edges).toContain('main.py → shop/m2999.py');
    expect(edges).toContain('shop/m0.py → shop/m2999.py');
    expect(edges).toContain('shop/m1500.py → shop/m2999.py');
  });

  test('with several star imports per module, and cycles', async () => {
    const texts = {
      'shop/__init__.py': '',
      'shop/a.py': 'from .b import *\nfrom .c import *\ndef use_a():\n    return deep() + own_b()\n',
      'shop/b.py': 'from .a import *\ndef own_b():\n    return deep()\n',
      'shop/c.py': 'from .b import *\nfrom .d import *\ndef use_c():\n    return own_b() + deep()\n',
      'shop/d.py': 'from .c import *\nfrom .e import *\n',
      'shop/e.py': 'def deep():\n    return 1\n',
    };
    const edges = edgesBetween(await structureOfTexts(texts), texts);
    for (const from of ['a', 'b', 'c']) expect(edges).toContain(`shop/${from}.py → shop/e.py`);
    for (const from of ['a', 'c']) expect(edges).toContain(`shop/${from}.py → shop/b.py`);
  });
});

test('a renamed export of a cycle is found from each of its files', async () => {
  const texts = {
    'a.ts': "export * from './b';\nexport const own = 1;\n",
    'b.ts': "export * from './c';\nexport * from './a';\n",
    'c.ts': "export * from './a';\nexport { run as start } from './d';\n",
    'd.ts': 'export function run() {}\n',
    'one.ts': "import { start } from './a';\nstart();\n",
    'two.ts': "import { start, own } from './b';\nstart(own);\n",
    'three.ts': "import { start, none } from './c';\nstart(none);\n",
  };
  const edges = edgesBetween(await structureOfTexts(texts), texts);
  for (const from of ['one', 'two', 'three']) expect(edges).toContain(`${from}.ts → d.ts`);
  expect(edges).toContain('two.ts → a.ts');
});

test('escapes in a module name mean the file that they write, or are listed', async () => {
  const texts = {
    'main.ts':
      "import './it\\'s';\nimport './caf\\u00e9';\nexport * from './\\x61';\nconst b = () => import('./\\u{62}');\nimport './gone\\n';\nb();\n",
  };
  const found = await edgesAndGaps(texts, ["it's.ts", 'café.ts', 'a.ts', 'b.ts']);
  expect(found).toEqual(['main.ts → a.ts', 'main.ts → b.ts', 'main.ts → café.ts', "main.ts → it's.ts", 'main.ts:5  ./gone\n']);
});

test('a Python file with very many imports is read in time that grows with their number', async () => {
  const count = 20_000;
  const texts = {
    'app/main.py': Array.from({ length: count }, (_, at) => `import gone${at}\n`).join(''),
    'app/__init__.py': '',
  };
  const began = process.cpuUsage();
  await structureOfTexts(texts);
  const { user } = process.cpuUsage(began);
  expect(user / 1e6).toBeLessThan(10);
});
