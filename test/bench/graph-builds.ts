import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fromRoot } from '../../scripts/lib/project.mjs';
import type { SemanticGraph } from '../../src/engine/crtx/index.ts';
import { buildGraph, LiveGraph } from '../../src/engine/graph/index.ts';
import { languageOf } from '../../src/engine/graph/languages.ts';
import { nodeRuntime } from '../../src/engine/platform/runtime.ts';
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

/** The source with most dependents: what is changed in it concerns more than any other. */
function mostLeanedOn({ nodes }: SemanticGraph): string {
  const files = nodes.filter(({ type, path: file }) => type === 'file' && languageOf(file) !== null);
  return files.reduce((most, node) => (node.importance > most.importance ? node : most)).path;
}

/** All of it, then what has changed: nothing, and one file. Milliseconds. */
async function measure(root: string): Promise<Figures> {
  fs.rmSync(path.join(root, '.cortex'), { recursive: true, force: true });
  fs.mkdirSync(path.join(root, '.cortex'));
  const all = await timed(() => graphOfFolder(root));
  const nothing = await timed(() => graphOfFolder(root));
  const { graph } = await graphOfFolder(root);
  const changed = mostLeanedOn(graph);
  fs.appendFileSync(path.join(root, changed), '\n');
  const one = await timed(() => graphOfFolder(root));
  return { 'all of it': all, 'nothing has changed': nothing, 'one file has changed': one, ...(await measureLive(root, changed)) };
}

/** A graph that is kept: one file has changed inside, in what it offers to others, and one that is configuration. Milliseconds, the middle of some. */
async function measureLive(root: string, source: string): Promise<Figures> {
  const live = await LiveGraph.open(runtime, root, { folder: GRAMMARS });
  const middle = async (file: string, more: (n: number) => string): Promise<number> => {
    const text = fs.readFileSync(path.join(root, file), 'utf8');
    const all: number[] = [];
    for (let n = 0; n < LIVE_ROUNDS; n += 1) {
      fs.writeFileSync(path.join(root, file), `${text}\n${more(n)}`);
      all.push(await timed(() => live.update([file])));
    }
    fs.writeFileSync(path.join(root, file), text);
    await live.update([file]);
    return all.sort((one, other) => one - other)[Math.floor(LIVE_ROUNDS / 2)] ?? 0;
  };
  const inside = await middle(source, (n) => '\n'.repeat(n));
  const outside = await middle(source, (n) => `export function added${n}() {}\n`);
  const config = await middle('package.json', (n) => '\n'.repeat(n));
  await live.close();
  return { 'kept, one file has changed': inside, 'kept, one file offers more': outside, 'kept, package.json has changed': config };
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
  fs.copyFileSync(fromRoot('node_modules', PACKAGE, 'package.json'), path.join(sources, 'package.json'));
  const large = passingFolder();
  makeScriptProject(large);
  return [await caseOf('this project', cloneOfProject('HEAD')), await caseOf(PACKAGE, sources), await caseOf('15 MB of TypeScript', large)];
}
