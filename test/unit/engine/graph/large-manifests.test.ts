import { expect, test } from 'vitest';
import { lookUpExport } from '../../../../src/engine/graph/structure/resolve/script/npm/npm-exports.ts';
import { allPaths } from '../../../../src/engine/graph/structure/resolve/script/npm/npm-targets.ts';
import { processorMs } from '../../../support/processor-time.ts';
import { facts, imported, structureOf } from './facts-of.ts';

/** Maximum processor time; these take about two seconds, and minutes without an index. */
const MAX_MS = 30_000;
const counted = (count: number): number[] => Array.from({ length: count }, (_, n) => n);

/** Returns the structure of forty files with fifty imports each, and checks the time that it takes. */
function structureWith(config: Readonly<Record<string, unknown>>, specifier: (n: number, file: number) => string, others: string[] = []) {
  const files = counted(40).map((file) => {
    const imports = counted(50).map((n) => imported(specifier(n, file)));
    return [`s${file}.ts`, facts('typescript', { imports })] as const;
  });
  const texts = Object.entries(config).map(([path, value]) => [path, JSON.stringify(value, null, 1)] as const);
  let structure = structureOf([], []);
  const took = processorMs(() => {
    structure = structureOf([...files, ...others.map((path) => [path, facts('typescript')] as const)], texts);
  });
  expect(took).toBeLessThan(MAX_MS);
  return structure;
}

const edgesFrom = (path: string, { edges }: ReturnType<typeof structureOf>): string[] =>
  edges.flatMap(({ from, to, type }) => (from === path && type === 'depends' ? [to] : []));

test('of thousands of targets of one path only the first are read, which is reported', () => {
  const targets = counted(3_000).map((n) => `t${n}/*`);
  const structure = structureWith(
    { 'tsconfig.json': { compilerOptions: { paths: { '@x/*': targets } } } },
    (n, file) => `@x/n${n}_${file}`,
    ['t63/n0_0.ts', 't64/n1_0.ts'],
  );
  expect(edgesFrom('s0.ts', structure)).toEqual(['t63/n0_0.ts']);
  expect(structure.unresolved).toHaveLength(1_999);
  expect(structure.unread).toEqual([
    { path: 'tsconfig.json', reason: 'has 3000 targets for @x/*; only the first 64 are read', line: 4, language: 'ts' },
  ]);
});

test('of thousands of module suffixes only the first are read, which is reported', () => {
  const moduleSuffixes = ['', ...counted(3_000).map((n) => `.s${n}`)];
  const structure = structureWith({ 'tsconfig.json': { compilerOptions: { moduleSuffixes } } }, (n, file) => `./n${n}_${file}`, [
    'n0_0.s30.ts',
    'n1_0.s40.ts',
  ]);
  expect(edgesFrom('s0.ts', structure)).toEqual(['n0_0.s30.ts']);
  expect(structure.unread.map(({ reason }) => reason)).toEqual(['has 3001 moduleSuffixes; only the first 32 are read']);
});

test('thousands of path patterns, also to places out of the project, are looked up in bounded time', () => {
  const paths = Object.fromEntries(counted(3_000).map((n) => [`@x${n}/*`, [n % 2 === 0 ? `t${n}/*` : `../out${n}/*`]]));
  const structure = structureWith({ 'tsconfig.json': { compilerOptions: { paths } } }, (n, file) => `@x${n}/f${file}`, ['t2/f0.ts']);
  expect(edgesFrom('s0.ts', structure)).toEqual(['t2/f0.ts']);
  expect(structure.unread).toHaveLength(1_500);
});

test('thousands of exports, with and without wildcards, are looked up in bounded time', () => {
  const exports = Object.fromEntries(
    counted(2_500).flatMap((n) => [
      [`./a${n}/*`, `./lib/a${n}/*.ts`],
      [`./b${n}`, `./lib/b${n}.ts`],
    ]),
  );
  const structure = structureWith(
    { 'package.json': { name: 'own', exports } },
    (n, file) => (n % 2 === 0 ? `own/a${n}/f${file}` : `own/b${n}`),
    ['lib/a2/f0.ts', 'lib/b1.ts'],
  );
  expect(edgesFrom('s0.ts', structure)).toEqual(['lib/a2/f0.ts', 'lib/b1.ts']);
});

test('of the keys of exports the exact one counts, then the one with the longest prefix, then the longest one', () => {
  const map = { './*': './any/*', './a/*': './short/*', './a/*.js': './long/*', './a/b': './exact', './old/': './folder/', './ab*': './x' };
  const target = (name: string): string | undefined => {
    const found = lookUpExport(map, name);
    return found === null ? undefined : allPaths(found.code)[0];
  };
  expect(['./a/b', './a/c.js', './a/c', './old/d', './old/', './ab', './z', 'z'].map(target)).toEqual([
    ...['./exact', './long/c', './short/c', './folder/d', './folder/', './any/ab', './any/z', undefined],
  ]);
});
