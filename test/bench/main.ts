import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fromRoot } from '../../scripts/lib/project.mjs';
import { bundle } from '../support/bundle.ts';
import { BenchProcess, type BenchProject, nameOf } from './bench-process.ts';
import { type Bench, type Benchmark, benchmarks as others } from './benchmarks.ts';
import { compare } from './compare.ts';
import { graphBenchmarks } from './graph-benchmarks.ts';
import type { Subject } from './measurements.ts';
import { stackBenchmarks } from './stack-benchmarks.ts';
import { isUnsteady, table } from './table.ts';
import { teamBenchmarks } from './team-benchmarks.ts';
import { vaultBenchmarks } from './vault-benchmarks.ts';
import { viewBenchmarks } from './view-benchmarks.ts';

type Say = (line: string) => void;

const benchmarks = [...others, ...vaultBenchmarks, ...stackBenchmarks, ...teamBenchmarks, ...graphBenchmarks, ...viewBenchmarks];

/** A processor that has more to do than this, on average over a minute, is not ours alone. */
const BUSY = 0.5;

const seconds = (since: number) => `${((performance.now() - since) / 1_000).toFixed(1)} s`;

function chosen(only: readonly string[]): readonly Benchmark[] {
  const unknown = only.filter((wanted) => benchmarks.every(({ name }) => name !== wanted));
  if (unknown.length === 0) return benchmarks.filter(({ name }) => only.length === 0 || only.includes(name));
  throw new Error(`There is no benchmark ${unknown.join(' or ')}. Benchmarks: ${benchmarks.map(({ name }) => name).join(', ')}.`);
}

/** The machine as it is now, in a line. */
function machine(): string {
  const cpus = os.cpus();
  const load = os.loadavg()[0] ?? 0;
  const busy = load > BUSY * cpus.length ? ': others are at work, trust the ratios more than the times' : '';
  return `Node ${process.versions.node} on ${process.platform}, ${cpus.length} processors (${cpus[0]?.model.trim() ?? 'unknown'}), load ${load.toFixed(1)}${busy}`;
}

async function run({ name, title, aim, unit, rounds, cases, reference }: Benchmark, bench: Bench): Promise<void> {
  const { say } = bench;
  say(`\n${name}: ${title}`);
  const prepared = await cases(bench);
  const begun = performance.now();
  const rows = await compare(prepared, rounds);
  say(`  ${rounds} rounds in ${seconds(begun)}; wanted: ${aim}\n`);
  say(table(rows, unit, reference));
  if (!rows.some(isUnsteady)) return;
  say(`\n  Where the spread is large the machine was busy or uneven: measure again before you believe a difference.`);
}

interface Workshop {
  /** The bundled worker. */
  readonly program: string;
  /** Gives the folder for the projects of a subject. */
  readonly folderFor: (subject: Subject) => string;
  readonly say: Say;
  /** How to end all that was started. */
  readonly ends: (() => unknown)[];
}

/** Makes projects as they are asked for, each in a process of its own: what that leaves in memory is not measured. */
function makeProjects({ program, folderFor, say, ends }: Workshop): Bench['project'] {
  const start = async <S extends Subject>(project: BenchProject<S>) => {
    const started = await BenchProcess.start(program, project);
    ends.push(() => started.kill());
    return started;
  };
  return async (subject, size) => {
    const project = { subject, size, root: path.join(folderFor(subject), String(size)) };
    if (!fs.existsSync(project.root)) {
      const begun = performance.now();
      await (await start(project)).kill();
      say(`  set up: ${nameOf(project)} (${seconds(begun)})`);
    }
    return start(project);
  };
}

/**
 * Runs the benchmarks and prints what they gave; nothing passes or fails by a time.
 * @param only the names of some benchmarks; none for all @throws Error when there is none of a name, or when something could not be measured
 */
export async function bench({ only, say }: { readonly only: readonly string[]; readonly say: Say }): Promise<void> {
  const selected = chosen(only);
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'cortex-bench-'));
  const ends: (() => unknown)[] = [];
  const endAll = async () => {
    for (const each of ends.splice(0).reverse()) await each();
  };
  const end = () => {
    void endAll();
    fs.rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  };
  // A signal ends us without coming back here.
  process.once('exit', end);
  try {
    say(machine());
    const program = await bundle(fromRoot('test', 'bench', 'worker.ts'), folder);
    for (const each of selected) {
      // A swarm of its own, because what one writes into a log the next would have to read; what a timeline grows by is little.
      const folderFor = (subject: Subject) => path.join(folder, subject === 'swarm' ? each.name : subject);
      await run(each, { say, project: makeProjects({ program, folderFor, say, ends }), keep: (last) => void ends.push(last) });
      await endAll();
    }
    say(`\n${machine()}`);
  } finally {
    await endAll();
    end();
  }
}
