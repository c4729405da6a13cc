import { expect, test } from 'vitest';
import { isLoaded } from '../../../../src/engine/graph/loading.ts';
import { structureOfTexts } from './sources-of.ts';

/** Returns the descriptions of the edges to a node. */
async function said(texts: Readonly<Record<string, string>>, to: string): Promise<string[]> {
  const { edges } = await structureOfTexts(texts);
  return edges.filter((edge) => edge.to === to && edge.type !== 'configures').map(({ description }) => description);
}

test('an edge between symbols describes the line of the use, in every language', async () => {
  const layouts: readonly (readonly [Readonly<Record<string, string>>, string, string])[] = [
    [
      {
        'a.ts': 'export const used = () => 1;\n',
        'b.ts': "import { used } from './a.ts';\n\nexport function run() {\n  return [\n    used(),\n  ];\n}\n",
      },
      'a.ts#used',
      'run uses used (b.ts, line 5)',
    ],
    [
      { 'a.py': 'def used():\n    pass\n', 'b.py': 'from a import used\n\n\ndef run():\n    x = 1\n    used()\n    used()\n' },
      'a.py#used',
      'run uses used (b.py, line 6)',
    ],
    [
      { 'go.mod': 'module m\n', 'a.go': 'package m\n\nfunc Used() {}\n', 'b.go': 'package m\n\nfunc Run() {\n\tx := 1\n\tUsed()\n}\n' },
      'a.go#Used',
      'Run uses Used (b.go, line 5)',
    ],
    [
      {
        'src/lib.rs': 'mod a;\nuse a::used;\n\npub fn run() {\n    let _ = 1;\n    used();\n}\n',
        'src/a.rs': 'pub fn used() {}\n',
        'Cargo.toml': '[package]\nname = "m"\n',
      },
      'src/a.rs#used',
      'run uses used (src/lib.rs, line 6)',
    ],
    [
      { 'p/A.java': 'package p;\nclass A {}\n', 'p/B.java': 'package p;\n\nclass B {\n  void run() {\n    new A();\n  }\n}\n' },
      'p/A.java#A',
      'B uses A (p/B.java, line 5)',
    ],
  ];
  for (const [texts, to, sentence] of layouts) expect(await said(texts, to)).toContain(sentence);
});

test('an edge between files of a package describes the line of the use', async () => {
  const texts = {
    'p/A.java': 'package p;\nclass A {}\n',
    'p/B.java': 'package p;\n\nclass B\n    extends A {\n}\n',
    'p/C.java': 'package p;\n\nclass C {\n\n  A a;\n}\n',
  };
  expect(await said(texts, 'p/A.java')).toEqual(['p/B.java uses A in B (line 4)', 'p/C.java uses A in C (line 5)']);
  expect(await said(texts, 'p/A.java#A')).toContain('B extends A (p/B.java, line 4)');
});

test('a top-level use in the same file is described with its line', async () => {
  const texts = { 'a.py': 'def used():\n    pass\n\n\nTABLE = [\n    used,\n]\n' };
  expect(await said(texts, 'a.py#used')).toEqual(['a.py uses used at its top level (line 6)']);
});

test('several imports of one file are described with all of their lines', async () => {
  const texts = {
    'a.ts': 'export const one = () => 1;\nexport type Two = 2;\n',
    'b.ts': "import type { Two } from './a.ts';\n\nimport type { Two as Other } from './a.ts';\nexport const x: Two | Other = 2;\n",
  };
  const { edges } = await structureOfTexts(texts);
  const [edge] = edges.filter(({ from, to }) => from === 'b.ts' && to === 'a.ts');
  expect(edge?.description).toBe('b.ts imports Two from a.ts (lines 1 and 3, types only)');
  expect(edge !== undefined && isLoaded(edge)).toBe(false);
});
