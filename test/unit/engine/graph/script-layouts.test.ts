import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { fromRoot, root as projectRoot } from '../../../../scripts/lib/project.mjs';
import { temporaryFolder } from '../../../support/folders.ts';
import { compile, compilerEdges, type ScriptEdges, scriptEdges } from '../../../support/script-edges.ts';

/** Compares found with true edges. Edges from files that the compiler does not cover are not compared. */
function judged(found: ReadonlySet<string>, truth: ReadonlySet<string>) {
  const from = (edge: string) => edge.split(' → ', 1)[0] ?? '';
  const seen = new Set([...truth].map(from));
  const comparable = [...found].filter((edge) => seen.has(from(edge)));
  return {
    missing: [...truth].filter((edge) => !found.has(edge)),
    wrong: comparable.filter((edge) => !truth.has(edge)),
    count: truth.size,
  };
}

/** Returns the compiler's edges between the sources that were read. @param sourceOf maps a build output to its source */
async function truthOf(root: string, configs: readonly string[], { files }: ScriptEdges, sourceOf: (file: string) => string) {
  const truth = new Set<string>();
  for (const config of configs) {
    for (const edge of await compilerEdges(root, config)) {
      const [from = '', to = ''] = edge.split(' → ').map(sourceOf);
      if (files.has(from) && files.has(to) && from !== to) truth.add(`${from} → ${to}`);
    }
  }
  return truth;
}

interface Layout {
  readonly name: string;
  readonly configs: readonly string[];
  /** Configuration to build first, if packages import each other's output. */
  readonly built?: string;
  readonly linked: Readonly<Record<string, string>>;
  sourceOf?(file: string): string;
  /** True edges that the compiler does not see: of bundlers, mocks, and aliases of files that it does not cover. */
  readonly beyond: readonly string[];
  readonly unresolved: readonly string[];
}

const LAYOUTS: readonly Layout[] = [
  {
    name: 'references',
    configs: [
      'packages/tide',
      'packages/log/build.json',
      'apps/pilot/configs/tsconfig.app.json',
      'apps/pilot/configs/tsconfig.checks.json',
    ],
    built: 'tsconfig.json',
    linked: { '@harbour/tide': 'packages/tide', '@harbour/log': 'packages/log', pilot: 'apps/pilot' },
    sourceOf: (file) => file.replace(/^(packages\/[^/]+|apps\/pilot)\/(?:dist|lib)\/(?:checks\/src\/)?(.*)\.d\.ts$/, '$1/src/$2.ts'),
    beyond: [],
    unresolved: [],
  },
  {
    name: 'bundled',
    configs: ['web'],
    linked: { '@gallery/frames': 'libs/frames', '@gallery/tsconfig': 'libs/tsconfig' },
    beyond: [
      ...['one', 'two'].map((page) => `web/src/main.tsx → web/src/pages/${page}.ts`),
      'web/src/main.tsx → web/src/pages/draft.ts',
      'web/src/main.tsx → web/src/pages/deep/three.tsx',
      'web/src/main.tsx → web/src/painter.ts',
      'web/src/main.test.ts → web/src/palette/index.ts',
      'web/src/main.test.ts → web/src/palette/colours.ts',
      'web/src/main.test.ts → web/src/types.ts',
    ],
    unresolved: ['web/src/main.tsx:21 ../data/points.bin', `web/src/main.tsx:23 \`./pages/\${name}.ts\``],
  },
  {
    name: 'plain',
    configs: ['jsconfig.json'],
    linked: {},
    beyond: [
      'lib/index.js → lib/layout.js',
      // By `baseUrl`, which this version of the compiler no longer supports.
      ...['lib/layout.js', 'lib/layout.d.ts', 'lib/print.js'].map((file) => `test/press.test.js → ${file}`),
    ],
    unresolved: ['lib/index.js:22 name'],
  },
];

/** Copies a layout to a folder in which it can be built. */
function copyOf({ name }: Layout): string {
  const root = temporaryFolder();
  fs.cpSync(fromRoot('test', 'fixtures', 'script-layouts', name), root, { recursive: true });
  return root;
}

function link(root: string, { linked }: Layout): void {
  for (const [name, folder] of Object.entries(linked)) {
    const place = path.join(root, 'node_modules', name);
    fs.mkdirSync(path.dirname(place), { recursive: true });
    fs.symlinkSync(path.join(root, folder), place);
  }
}

test.for(LAYOUTS)('the edges of the layout $name equal those of the compiler', async (layout) => {
  const root = copyOf(layout);
  const ours = await scriptEdges(root);
  link(root, layout);
  if (layout.built !== undefined) await compile(root, ['-b', layout.built]);
  const truth = await truthOf(root, layout.configs, ours, layout.sourceOf ?? ((file) => file));
  const { missing, wrong } = judged(new Set([...ours.imports, ...ours.others]), new Set([...truth, ...layout.beyond]));
  expect({ missing, wrong, unresolved: ours.unresolved }).toEqual({ missing: [], wrong: [], unresolved: layout.unresolved });
  expect(truth.size).toBeGreaterThan(8);
});

test('the edges of this project nearly equal those of the compiler', async () => {
  const ours = await scriptEdges(projectRoot);
  const configs = ['tsconfig.json', 'src/host', 'webview', 'test', 'scripts'];
  const { missing, wrong, count } = judged(ours.imports, await truthOf(projectRoot, configs, ours, (file) => file));
  expect(count).toBeGreaterThan(5_000);
  expect(missing.length / count, missing.slice(0, 20).join('\n')).toBeLessThanOrEqual(0.03);
  expect(wrong.length / count, wrong.slice(0, 20).join('\n')).toBeLessThanOrEqual(0.01);
});
