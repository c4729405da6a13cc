import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../support/folders.ts';
import { compile } from '../../../support/script-edges.ts';
import { structureOfTexts } from './sources-of.ts';

const MANIFEST = {
  name: 'p',
  exports: {
    './sources': { import: './a.mts', require: './b.cts', types: './c.d.ts' },
    './plain': { import: './plain.mjs', require: './plain.cjs', types: './c.d.ts' },
    './first': { types: './c.d.ts', import: './a.mts', require: './b.cts' },
    './nested': { import: { types: './a.d.mts', default: './plain.mjs' }, require: { types: './b.d.cts', default: './plain.cjs' } },
  },
  imports: {
    '#sources': { import: './a.mts', require: './b.cts' },
    '#nested': { import: { types: './c.d.ts', default: './plain.mjs' }, require: './b.cts' },
  },
};
const OPTIONS = { module: 'nodenext', noEmit: true, allowImportingTsExtensions: true, skipLibCheck: true, types: [], strict: true };
const NAMES = ['p/sources', 'p/plain', 'p/first', 'p/nested', '#sources', '#nested'];
const statements = (write: (name: string, n: number) => string): string => `${NAMES.map(write).join('\n')}\nexport {};\n`;
const imported = statements((name, n) => `import * as x${n} from '${name}';`);
const required = statements((name, n) => `import x${n} = require('${name}');`);

const TEXTS: Readonly<Record<string, string>> = {
  'package.json': JSON.stringify(MANIFEST),
  'tsconfig.json': JSON.stringify({ compilerOptions: OPTIONS, include: ['by-*'] }),
  'a.mts': 'export const a = 1;\n',
  'a.d.mts': 'export const a: 1;\n',
  'b.cts': 'export const b = 1;\n',
  'b.d.cts': 'export const b: 1;\n',
  'c.d.ts': 'export const c: 1;\n',
  'plain.mjs': 'export const d = 1;\n',
  'plain.cjs': 'exports.d = 1;\n',
  'by-import.mts': imported,
  'by-require.mts': required,
  'by-import.cts': imported,
  'by-import.ts': imported,
  'by-call.cts': statements((name, n) => `const x${n} = import('${name}');`),
};

/** Returns how the compiler resolves each name in each file, such as `by-import.mts p/sources → a.mts`. */
async function toldByCompiler(): Promise<string[]> {
  const root = fs.realpathSync(temporaryFolder());
  for (const [file, text] of Object.entries(TEXTS)) fs.writeFileSync(path.join(root, file), text);
  const told = await compile(root, ['-p', '.', '--traceResolution', '--pretty', 'false']);
  let from = '';
  return told.split('\n').flatMap((line) => {
    from = /^={8} Resolving module '.*' from '(?:.*\/)?([^/]+)'\. ={8}$/.exec(line)?.[1] ?? from;
    const [, name, to] = /^={8} Module name '(.*?)' was successfully resolved to '(?:.*\/)?([^/']+)'/.exec(line) ?? [];
    return name === undefined ? [] : [`${from} ${name} → ${to}`];
  });
}

test('export conditions are chosen by statement and module kind, like in the compiler', async () => {
  const truth = await toldByCompiler();
  expect(truth).toHaveLength(5 * NAMES.length);
  const found = new Set<string>();
  for (const from of Object.keys(TEXTS).filter((file) => file.startsWith('by-'))) {
    for (const [n, name] of NAMES.entries()) {
      const line = (TEXTS[from] ?? '').split('\n')[n] ?? '';
      const { edges } = await structureOfTexts({ ...TEXTS, [from]: `${line}\n` });
      for (const edge of edges) if (edge.from === from && edge.to in TEXTS) found.add(`${from} ${name} → ${edge.to}`);
    }
  }
  const missing = truth.filter((each) => !found.has(each));
  // The compiler resolves types only. The graph also depends on the code that runs.
  const runs = [...found].filter((each) => !truth.includes(each));
  expect(missing).toEqual([]);
  expect(runs.filter((each) => !/ (?:p\/plain|p\/first|p\/nested|#nested) /.test(each))).toEqual([]);
  const isOther = (each: string): boolean => (/^by-(?:import\.m|call)/.test(each) ? / → (?:b\.|.*\.cjs)/ : / → (?:a\.|.*\.mjs)/).test(each);
  expect([...found].filter(isOther)).toEqual([]);
});

test('build output resolves to its sources, and a condition of the other module kind is a fallback', async () => {
  const texts = {
    'package.json': JSON.stringify({
      name: 'p',
      exports: { '.': { import: './dist/a.mjs', require: './dist/b.cjs', types: './dist/c.d.ts' }, './only': { require: './b.cjs' } },
    }),
    'src/a.mts': '',
    'src/b.cts': '',
    'src/c.ts': '',
    'b.cjs': '',
    'by-import.js': "import 'p';\n",
    'by-require.js': "require('p');\n",
    'by-other.mjs': "import 'p/only';\n",
  };
  const { edges } = await structureOfTexts(texts);
  const told = edges.filter(({ from }) => from.startsWith('by-')).map(({ from, to }) => `${from} → ${to}`);
  expect(told).toEqual(['by-import.js → src/a.mts', 'by-other.mjs → b.cjs', 'by-require.js → src/b.cts']);
});
