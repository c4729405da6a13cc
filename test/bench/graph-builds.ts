import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fromRoot } from '../../scripts/lib/project.mjs';
import { buildGraph, LiveGraph } from '../../src/engine/code-graph/index.ts';
import { nodeRuntime } from '../../src/engine/kernel/runtime.ts';
import type { Bench } from './benchmarks.ts';
import type { Case, Figures } from './compare.ts';
import { builtProgram } from './program.ts';
import { makeScriptProject } from './script-project.ts';
import { timed } from './timing.ts';

/** A package that brings its sources. */
const PACKAGE = 'zod';
/** How often one file is changed. */
const LIVE_ROUNDS = 9;
const GRAMMARS = fromRoot('dist', 'graph');

// Whatever the caller's clock is pinned to: what a file's time says depends on it.
const runtime = nodeRuntime({});

/** Makes the graph of a folder, as `cortex graph build` does. */
export const graphOfFolder = (root: string) => buildGraph(runtime, root, { folder: GRAMMARS });

/** The real path of a new folder that is gone when the process ends. */
export function passingFolder(): string {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'cortex-bench-graph-')));
  process.once('exit', () => fs.rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  return folder;
}

/** A copy of this project with its history, at a commit. */
export function cloneOfProject(commit: string): string {
  const folder = passingFolder();
  execFileSync('git', ['clone', '--quiet', '--shared', '--no-checkout', fromRoot(), folder], { stdio: 'pipe' });
  execFileSync('git', ['-C', folder, 'checkout', '--quiet', '--detach', commit], { stdio: 'pipe' });
  return folder;
}

/** All of it, then what has changed: nothing, and one file. Milliseconds. */
async function measure(root: string): Promise<Figures> {
  fs.rmSync(path.join(root, '.cortex'), { recursive: true, force: true });
  fs.mkdirSync(path.join(root, '.cortex'));
  const all = await timed(() => graphOfFolder(root));
  const nothing = await timed(() => graphOfFolder(root));
  const { graph } = await graphOfFolder(root);
  const changed = path.join(root, graph.nodes.find(({ type }) => type === 'file')?.path ?? '');
  fs.appendFileSync(changed, '\n');
  const one = await timed(() => graphOfFolder(root));
  return { 'all of it': all, 'nothing has changed': nothing, 'one file has changed': one, ...(await measureLive(root, changed)) };
}

/** A graph that is kept: one file has changed inside, and in what it offers to others. Milliseconds, the middle of some. */
async function measureLive(root: string, changed: string): Promise<Figures> {
  const live = await LiveGraph.open(runtime, root, { folder: GRAMMARS });
  const touched = [path.relative(root, changed).split(path.sep).join('/')];
  const text = fs.readFileSync(changed, 'utf8');
  const middle = async (textOf: (n: number) => string): Promise<number> => {
    const all: number[] = [];
    for (let n = 0; n < LIVE_ROUNDS; n += 1) {
      fs.writeFileSync(changed, textOf(n));
      all.push(await timed(() => live.update(touched)));
    }
    return all.sort((one, other) => one - other)[Math.floor(LIVE_ROUNDS / 2)] ?? 0;
  };
  const inside = await middle((n) => `${text}\n${'\n'.repeat(n)}`);
  const outside = await middle((n) => `${text}\nexport function added${n}() {}\n`);
  await live.close();
  fs.writeFileSync(changed, text);
  return { 'kept, one file has changed': inside, 'kept, one file offers more': outside };
}

async function caseOf(name: string, root: string): Promise<Case> {
  const { counts } = await graphOfFolder(root);
  return { name: `${name}: ${counts.files.toLocaleString('en')} files`, measure: () => measure(root) };
}

/** This project, the sources of a package without a history, and a large project. */
export async function buildCases({ say }: Bench): Promise<Case[]> {
  await builtProgram('cortex', say);
  const sources = passingFolder();
  fs.cpSync(fromRoot('node_modules', PACKAGE, 'src'), sources, { recursive: true });
  const large = passingFolder();
  makeScriptProject(large);
  return [await caseOf('this project', cloneOfProject('HEAD')), await caseOf(PACKAGE, sources), await caseOf('15 MB of TypeScript', large)];
}
