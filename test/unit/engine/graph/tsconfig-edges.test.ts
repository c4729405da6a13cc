import { expect, test } from 'vitest';
import { GraphAssembly } from '../../../../src/engine/graph/analysis/assemble.ts';
import { computeBlastRadius, findUnused, GraphModel } from '../../../../src/engine/graph/index.ts';
import { NO_HISTORY } from '../../../support/graphs.ts';
import { facts, structureOf } from './facts-of.ts';

const CONFIGS = {
  'tsconfig.base.json': '{}',
  'tsconfig.build.json': '{\n  "extends": "./tsconfig.base.json"\n}',
  'tsconfig.json': '{\n  "extends": ["@a/base/strict.json",\n "./tsconfig.base"],\n  "references": [\n{ "path": "./sub" }] }',
  'packages/base/package.json': '{ "name": "@a/base" }',
  'packages/base/strict.json': '{ "extends": "./more.json" }',
  'packages/base/more.json': '{}',
  'sub/tsconfig.json': '{ "extends": "../gone.json" }',
  'package.json': '{ "workspaces": ["packages/*"] }',
};

const structure = structureOf([['a.ts', facts('typescript')]], Object.entries(CONFIGS));

test('a TypeScript configuration depends on those that it extends and references', () => {
  const all = structure.edges.filter(({ from, type }) => type === 'depends' && from.endsWith('.json'));
  expect(all.map(({ description, weight }) => `${weight} ${description}`)).toEqual([
    '0.6 packages/base/strict.json extends packages/base/more.json (line 1)',
    '0.6 tsconfig.build.json extends tsconfig.base.json (line 2)',
    '0.6 tsconfig.json extends packages/base/strict.json (line 2)',
    '0.3 tsconfig.json references sub/tsconfig.json (line 5)',
    '0.6 tsconfig.json extends tsconfig.base.json (line 3)',
  ]);
});

test('so a change of one may break those, and none of them is a dead end', () => {
  const model = new GraphModel(new GraphAssembly().assemble([structure], NO_HISTORY));
  expect(computeBlastRadius(model, ['tsconfig.base.json']).files.map(({ path }) => path)).toEqual(['tsconfig.build.json', 'tsconfig.json']);
  expect(computeBlastRadius(model, ['packages/base/more.json']).files.map(({ path }) => path)).toEqual([
    'packages/base/strict.json',
    'tsconfig.json',
  ]);
  expect(findUnused(model).files).toEqual(['a.ts']);
});
