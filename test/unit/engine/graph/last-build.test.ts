import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { BuildOutput } from '../../../../src/engine/graph/schemas/build-output.ts';
import { buildProjectGraph } from '../../../../src/engine/graph/use-cases/build.ts';
import { nodeRuntime } from '../../../../src/engine/platform/runtime.ts';
import { temporaryFolder } from '../../../support/folders.ts';
import { git } from '../../../support/git-commits.ts';

/** Modification time of files, old enough that a second change always changes it. */
const RESTED = new Date('2026-01-02T03:04:05Z');
let root: string;

function write(file: string, text: string, time: Date | null = RESTED): void {
  fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  fs.writeFileSync(path.join(root, file), text);
  if (time !== null) fs.utimesSync(path.join(root, file), time, time);
}

const local = (file: string): string => path.join(root, '.cortex/.local/graph', file);
const graph = (): string => path.join(root, '.cortex/graph.crtx');

/** Returns the modification times of all written files. */
const written = (): Record<string, bigint | undefined> =>
  Object.fromEntries(
    [graph(), ...fs.readdirSync(local('')).map(local)].map((file) => [
      file,
      fs.statSync(file, { bigint: true, throwIfNoEntry: false })?.mtimeNs,
    ]),
  );

async function build(): Promise<BuildOutput & { readonly steps: readonly string[] }> {
  const steps: string[] = [];
  const context = {
    runtime: nodeRuntime(),
    directory: root,
    exactDirectory: true,
    interactive: false,
    signal: new AbortController().signal,
  };
  const { output } = await buildProjectGraph({ ...context, progress: (step) => void steps.push(step) });
  return { ...output, steps };
}

/** Reports whether a build did no step and wrote nothing. */
async function isKept(): Promise<boolean> {
  const before = written();
  const { steps } = await build();
  if (steps.length > 0) return false;
  expect(written()).toEqual(before);
  return true;
}

beforeEach(async () => {
  root = fs.realpathSync(temporaryFolder());
  write('package.json', '{ "name": "shop", "main": "src/a.ts" }');
  write('src/a.ts', "import { b } from './b.ts';\nimport { c } from './c.ts';\nb(c);\n");
  write('src/b.ts', 'export const b = (x: unknown) => x;\n');
  write('tsconfig.json', '{ "extends": "./base.json" }');
  write('base.json', '{ "compilerOptions": { "baseUrl": "lib" } }');
  write('logo.svg', '<svg/>');
  git(root, 'init', '--quiet', '--initial-branch=main');
  git(root, 'add', '--all');
  git(root, 'commit', '--quiet', '--message', 'Start');
  fs.mkdirSync(path.join(root, '.cortex'));
  // Like `cortex init`: git does not ignore the graph itself.
  write('.cortex/.gitignore', '.local/\n');
  await build();
});

describe('a build without changes', () => {
  test('computes and writes nothing, and returns the same output', async () => {
    const first = await build();
    expect(first).toMatchObject({ written: false, files: 2, parsed: 0, unresolved: 1, commits: 1, fixes: 0, steps: [] });
    expect(await isKept()).toBe(true);
    expect(await build()).toEqual(first);
  });

  test('is still skipped after other programs have written to the .cortex folder', async () => {
    write('.cortex/reasoning/ann.crtx', '{}');
    expect(await isKept()).toBe(true);
  });

  test.each([
    ['a source with another text', () => write('src/b.ts', 'export const b = 2;\n', null)],
    ['a source that was touched', () => fs.utimesSync(path.join(root, 'src/b.ts'), new Date(), new Date())],
    ['a new source', () => write('src/c.ts', 'export const c = 1;\n')],
    ['a source that is gone', () => fs.rmSync(path.join(root, 'src/b.ts'))],
    ['a manifest', () => write('package.json', '{ "name": "mall", "main": "src/a.ts" }', null)],
    ['a configuration that has a name of its own', () => write('base.json', '{ "compilerOptions": { "baseUrl": "src" } }')],
    ['an asset that is gone', () => fs.rmSync(path.join(root, 'logo.svg'))],
    ['what git ignores', () => write('.gitignore', 'src/b.ts\n')],
    ['a commit', () => git(root, 'commit', '--quiet', '--allow-empty', '--message', 'Fix it')],
    ['the graph, by another program', () => fs.appendFileSync(graph(), ' ')],
    ['the graph, which is gone', () => fs.rmSync(graph())],
    ['the digest, which is gone', () => fs.rmSync(local('digest.jsonl'))],
    ['the list of what is unresolved, which is gone', () => fs.rmSync(local('gaps.json'))],
    ['the record of the build, which is torn', () => fs.writeFileSync(local('last-build.json'), '{"version":1,')],
  ] as const)('is not skipped after a change of %s', async (_, change) => {
    change();
    expect(await isKept()).toBe(false);
    await build();
    expect(await isKept()).toBe(true);
  });

  test('is not skipped after a second change within a clock tick, with equal size and time', async () => {
    const now = new Date();
    write('src/b.ts', 'export const b = 1;\n', now);
    await build();
    expect(await isKept()).toBe(true);
    write('src/b.ts', 'export const c = 1;\n', now);
    expect(await isKept()).toBe(false);
    expect(fs.readFileSync(graph(), 'utf8')).toContain('src/b.ts');
  });
});
