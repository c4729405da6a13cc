import { expect, test } from 'vitest';
import { GraphAssembly } from '../../../../src/engine/graph/analysis/assemble.ts';
import { GraphModel } from '../../../../src/engine/graph/graph-model.ts';
import { findFileCycles } from '../../../../src/engine/graph/questions/cycles.ts';
import { NO_HISTORY } from '../../../support/graphs.ts';
import { structureOfTexts } from './sources-of.ts';

/** Returns the reasons of the edges between files, and the circular dependencies. */
async function readIn(texts: Readonly<Record<string, string>>): Promise<{ reasons: string[]; cycles: string[] }> {
  const { nodes, edges } = await structureOfTexts(texts);
  const model = new GraphModel(new GraphAssembly().assemble([{ nodes, edges }], NO_HISTORY));
  const reasons = edges.filter(({ from, to }) => from in texts && to in texts).map(({ description }) => description);
  return { reasons, cycles: findFileCycles(model).map(({ cycle }) => cycle.join(' → ')) };
}

test('Rust: a file whose text is included is a dependency, but closes no cycle; included code does', async () => {
  const { reasons, cycles } = await readIn({
    'Cargo.toml': '[package]\nname = "q"\nedition = "2021"\n',
    'src/lib.rs': '#![doc = include_str!("../examples/demo.rs")]\nconst B: &[u8] = include_bytes!("../examples/raw.rs");\npub fn a() {}\n',
    'src/main.rs': 'include!("part.rs");\nfn main() {}\n',
    'src/part.rs': 'fn part() { crate::main(); }\n',
    'examples/demo.rs': 'use q::a;\nfn main() { a(); }\n',
    'examples/raw.rs': 'use q::a;\nfn main() { a(); }\n',
  });
  expect(reasons).toContain('src/lib.rs includes examples/demo.rs (line 1, text only)');
  expect(reasons).toContain('src/lib.rs includes examples/raw.rs (line 2, text only)');
  expect(cycles).toEqual(['src/main.rs → src/part.rs → src/main.rs']);
});

test('TypeScript: `?raw` takes only the text, `?url` and `?worker` load later, and other queries load the code', async () => {
  const { reasons, cycles } = await readIn({
    'src/a.ts': "import text from './b?raw';\nimport at from './c?url';\nimport Worker from './d?worker&inline';\nexport const a = 1;\n",
    'src/b.ts': "import { a } from './a';\nexport default a;\n",
    'src/c.ts': "import { a } from './a';\n",
    'src/d.ts': "import { a } from './a';\n",
    'src/e.ts': "import './f?v=1';\n",
    'src/f.ts': "import './e';\n",
  });
  expect(reasons.filter((each) => each.startsWith('src/a.ts'))).toEqual([
    'src/a.ts includes src/b.ts (line 1, text only)',
    'src/a.ts loads src/c.ts (line 2, loaded later)',
    'src/a.ts loads src/d.ts (line 3, loaded later)',
  ]);
  expect(cycles).toEqual(['src/e.ts → src/f.ts → src/e.ts']);
});

test('Rust: included paths from the folder of the manifest and strings are followed, others are computed', async () => {
  const at = (...parts: string[]): string => `concat!(env!("CARGO_MANIFEST_DIR"), ${parts.map((part) => `"${part}"`).join(', ')})`;
  const texts = {
    'web/Cargo.toml': '[package]\nname = "q"\nedition = "2021"\n',
    'web/src/lib.rs': [
      `include!(${at('/src/one.rs')});`,
      `include!(concat!["th", "ree.rs",]);`,
      `include!(${at('/src/', 'two.rs')});`,
      `const A: &str = include_str!(${at('/src/four.rs')});`,
      'include!(concat!(env!("OUT_DIR"), "/five.rs"));',
      'include!(concat!("five", VERSION, ".rs"));',
      `include!(concat!(${'"a", '.repeat(100)}"b"));`,
    ].join('\n'),
    'web/src/one.rs': '',
    'web/src/two.rs': '',
    'web/src/three.rs': '',
    'web/src/four.rs': '',
  };
  const { edges, unresolved } = await structureOfTexts(texts);
  const found = edges.filter(({ from, to }) => from === 'web/src/lib.rs' && to in texts).map(({ to }) => to);
  expect(found).toEqual(['web/src/four.rs', 'web/src/one.rs', 'web/src/three.rs', 'web/src/two.rs']);
  expect(unresolved.map(({ line, reason }) => `${line} ${reason}`)).toEqual([5, 6, 7].map((line) => `${line} computed at run time`));
});
