import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { LiveGraph } from '../../../../src/engine/graph/index.ts';
import { nodeRuntime } from '../../../../src/engine/platform/runtime.ts';
import { temporaryFolder } from '../../../support/folders.ts';
import { git } from '../../../support/git-commits.ts';

/** Each adds, changes or removes a file (`null`), and states the file to which the import leads afterwards (`null` if unresolved). */
type Step = readonly [file: string, text: string | null, to: string | null];

const alias = (folder: string): string => `export default { resolve: { alias: { x: './${folder}' } } };\n`;
const imports = (folder: string): string => JSON.stringify({ imports: { 'x/': `./${folder}/` } });
const page = (folder: string): string => `<script type="importmap">${imports(folder)}</script>`;
const replaced = (file: string): string => JSON.stringify({ browser: { x: `./${file}/y.js` } });
const EMPTY = JSON.stringify({});

const STEPS: Readonly<Record<string, readonly Step[]>> = {
  'a bundler': [
    ['vite.config.ts', alias('one'), 'one/y.js'],
    ['vite.config.ts', alias('two'), 'two/y.js'],
    ['vite.config.ts', 'export default {};\n', null],
    ['vite.config.ts', alias('one'), 'one/y.js'],
    ['vite.config.ts', null, null],
  ],
  Deno: [
    ['deno.json', imports('one'), 'one/y.js'],
    ['deno.json', imports('two'), 'two/y.js'],
    ['maps/own.json', imports('../one'), 'two/y.js'],
    ['deno.json', JSON.stringify({ importMap: './maps/own.json' }), 'one/y.js'],
    ['maps/own.json', imports('../two'), 'two/y.js'],
    ['deno.json', null, null],
  ],
  'a web page': [
    ['index.html', '<p>no map</p>', null],
    ['index.html', page('one'), 'one/y.js'],
    ['index.html', page('two'), 'two/y.js'],
    ['index.html', '<p>no map</p>', null],
    ['other.html', page('one'), 'one/y.js'],
    ['other.html', null, null],
  ],
  Babel: [
    ['.babelrc', JSON.stringify({ plugins: [['module-resolver', { alias: { x: './one' } }]] }), 'one/y.js'],
    ['.babelrc', EMPTY, null],
  ],
  'an ambient declaration': [
    ['types/x.d.ts', "declare module 'x/*' {}\n", 'types/x.d.ts'],
    ['types/x.d.ts', "export {};\ndeclare module 'x/*' {}\n", null],
    ['types/x.d.ts', "declare module 'x/y.js' {}\n", 'types/x.d.ts'],
    ['types/x.d.ts', null, null],
  ],
};

test.each(Object.keys(STEPS))('a live graph follows changed aliases of %s', async (kind) => {
  const root = temporaryFolder();
  const write = (file: string, text: string) => {
    fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    fs.writeFileSync(path.join(root, file), text);
  };
  git(root, 'init', '--quiet');
  for (const folder of ['one', 'two']) write(`${folder}/y.js`, 'export const y = 1;\n');
  write('package.json', EMPTY);
  write('main.js', "import { y } from 'x/y.js';\n");
  const live = await LiveGraph.open(nodeRuntime({}), root);
  const leadsTo = ({ built }: LiveGraph) => ({
    to: built.graph.edges.filter(({ from, type }) => from === 'main.js' && type === 'depends').map(({ to }) => to),
    unresolved: built.counts.unresolved,
  });
  expect(leadsTo(live)).toEqual({ to: [], unresolved: 1 });
  for (const [file, text, to] of STEPS[kind] ?? []) {
    if (text === null) fs.rmSync(path.join(root, file));
    else write(file, text);
    await live.update([file]);
    const isAugmenting = text?.startsWith('export {};\ndeclare') === true;
    expect({ file, text, ...leadsTo(live) }).toEqual({
      file,
      text,
      to: to === null ? [] : [to],
      unresolved: (to === null ? 1 : 0) + (isAugmenting ? 1 : 0),
    });
    const anew = await LiveGraph.open(nodeRuntime({}), root);
    expect(live.built.graph.edges).toEqual(anew.built.graph.edges);
    await anew.close();
  }
  await live.close();
});

test('a live graph follows changed replacements of a manifest', async () => {
  const root = temporaryFolder();
  for (const folder of ['one', 'two']) {
    fs.mkdirSync(path.join(root, folder));
    fs.writeFileSync(path.join(root, `${folder}/y.js`), '');
  }
  fs.writeFileSync(path.join(root, 'package.json'), replaced('one'));
  fs.writeFileSync(path.join(root, 'main.js'), "import 'x';\n");
  const live = await LiveGraph.open(nodeRuntime({}), root);
  const targets = () => live.built.graph.edges.filter(({ from }) => from === 'main.js').map(({ to }) => to);
  expect(targets()).toEqual(['one/y.js']);
  fs.writeFileSync(path.join(root, 'package.json'), replaced('two'));
  await live.update(['package.json']);
  expect(targets()).toEqual(['two/y.js']);
  await live.close();
});
