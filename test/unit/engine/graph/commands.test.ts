import { describe, expect, test } from 'vitest';
import { GraphAssembly } from '../../../../src/engine/graph/analysis/assemble.ts';
import { findUnused, GraphModel } from '../../../../src/engine/graph/index.ts';
import { startedByScripts } from '../../../../src/engine/graph/structure/manifests/commands.ts';
import { NO_HISTORY } from '../../../support/graphs.ts';
import { structureOfTexts } from './sources-of.ts';

const startedBy = (script: string): string[] =>
  startedByScripts('web/package.json', { scripts: { x: script } }).map(
    ({ by, folder, target, isModule }) => `${by} ${folder} ${target}${isModule ? ' (module)' : ''}`,
  );

describe('what a script of package.json starts', () => {
  test.each([
    ['node scripts/x.mjs a.mjs', ['node web scripts/x.mjs']],
    ['NODE_ENV=test npx tsx watch --tsconfig t.json ./tools/y.ts --port 1', ['node web ./tools/y.ts']],
    ['node -r ./hook.js --import=./more.mjs --inspect app/main.js', ['node web ./hook.js', 'node web ./more.mjs', 'node web app/main.js']],
    ['npm run build && cd ../lib && node bin/tool; bun run x.ts', ['node lib bin/tool', 'node lib x.ts']],
    ['concurrently "node a.js" \'deno run -A b.ts\'', ['node web a.js', 'node web b.ts']],
    ['concurrently \\"node a.js\\"', ['node web a.js']],
    ['python3.12 -X dev tools/z.py in.txt', ['python web tools/z.py']],
    ['uv run python -m shop.jobs --all', ['python web shop.jobs (module)']],
    ['python -c "import x"', []],
    ['node --version', []],
    ['echo "no program here" && tsc -p .', []],
  ])('%s', (script, started) => {
    expect(startedBy(script)).toEqual(started);
  });

  test('is nothing in other manifests, and for scripts that are no text', () => {
    expect(startedByScripts('composer.json', { scripts: { x: 'node a.js' } })).toEqual([]);
    expect(startedByScripts('package.json', { scripts: { x: ['node a.js'], y: null } })).toEqual([]);
    expect(startedByScripts('package.json', { scripts: 'node a.js' })).toEqual([]);
  });
});

test('files that scripts start are programs, also without an ending, built ones, and modules of Python', async () => {
  const scripts = {
    a: 'node scripts/plain',
    b: 'node dist/built.js',
    c: 'python -m shop.jobs && python -m shop && python -m lone',
    d: 'python tools/z.py',
    e: 'node test/run && node test/a.test.js',
    f: 'node gone.js && node .',
  };
  const texts = {
    'package.json': JSON.stringify({ name: 'x', scripts }),
    'scripts/plain.js': 'function lost() {}\n',
    'src/built.ts': '',
    'scripts/other.js': '',
    'tools/z.py': '',
    'tools/y.py': '',
    'shop/__init__.py': '',
    'shop/__main__.py': '',
    'shop/jobs.py': '',
    'shop/never.py': '',
    'lone.py': '',
    'test/run.js': '',
    'test/a.test.js': "test('a', () => {});\n",
    'index.js': '',
  };
  const { nodes, edges } = await structureOfTexts(texts);
  const { files, symbols } = findUnused(new GraphModel(new GraphAssembly().assemble([{ nodes, edges }], NO_HISTORY)));
  expect(files).toEqual(['scripts/other.js', 'shop/never.py', 'tools/y.py']);
  expect(symbols.map(({ name }) => name)).toEqual(['lost']);
  const programs = edges.flatMap(({ from, description }) => (from.startsWith('api:bin') ? [description] : []));
  expect(programs).toEqual([
    'the program built starts in src/built.ts',
    'the program index starts in index.js',
    'the program jobs starts in shop/jobs.py',
    'the program lone starts in lone.py',
    'the program plain starts in scripts/plain.js',
    'the program run starts in test/run.js',
    'the program shop starts in shop/__main__.py',
    'the program z starts in tools/z.py',
  ]);
});
