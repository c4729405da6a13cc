import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fromRoot } from '../../scripts/lib/project.mjs';
import { bundle } from '../support/bundle.ts';
import { type Bench, type Benchmark, benchmarks } from './benchmarks.ts';
import { compare } from './compare.ts';
import { SwarmProcess } from './swarm-process.ts';
import { isUnsteady, table } from './table.ts';

type Say = (line: string) => void;

/** A processor that has more to do than this, on average over a minute, is not ours alone. */
const BUSY = 0.5;

const seconds = (since: number) => `${((performance.now() - since) / 1_000).toFixed(1)} s`;

function chosen(only: string | undefined): readonly Benchmark[] {
  const found = benchmarks.filter(({ name }) => only === undefined || name === only);
  if (found.length > 0) return found;
  throw new Error(`There is no benchmark ${only}. Benchmarks: ${benchmarks.map(({ name }) => name).join(', ')}.`);
}

/** The machine as it is now, in a line. */
function machine(): string {
  const cpus = os.cpus();
  const load = os.loadavg()[0] ?? 0;
  const busy = load > BUSY * cpus.length ? ': others are at work, trust the ratios more than the times' : '';
  return `Node ${process.versions.node} on ${process.platform}, ${cpus.length} processors (${cpus[0]?.model.trim() ?? 'unknown'}), load ${load.toFixed(1)}${busy}`;
}

async function run({ name, title, aim, unit, rounds, cases }: Benchmark, bench: Bench): Promise<void> {
  const { say } = bench;
  say(`\n${name}: ${title}`);
  const prepared = await cases(bench);
  const begun = performance.now();
  const rows = await compare(prepared, rounds);
  say(`  ${rounds} rounds in ${seconds(begun)}; wanted: ${aim}\n`);
  say(table(rows, unit));
  if (!rows.some(isUnsteady)) return;
  say(`\n  Where the spread is large the machine was busy or uneven: measure again before you believe a difference.`);
}

/** Makes swarms in a folder of its own as they are asked for. */
function makeSwarms(folder: string, program: string, say: Say, started: SwarmProcess[]): Bench['swarm'] {
  const made = new Map<number, SwarmProcess>();
  return async (agents) => {
    const known = made.get(agents);
    if (known !== undefined) return known;
    const begun = performance.now();
    const swarm = await SwarmProcess.start(program, folder, agents);
    started.push(swarm);
    made.set(agents, swarm);
    say(`  set up: a swarm of ${agents.toLocaleString('en')} agents, each with a task and a lock (${seconds(begun)})`);
    return swarm;
  };
}

/**
 * Runs the benchmarks and prints what they gave; nothing passes or fails by a time.
 * @param only the name of one benchmark @throws Error when there is none of that name, or when something could not be measured
 */
export async function bench({ only, say }: { only: string | undefined; say: Say }): Promise<void> {
  const selected = chosen(only);
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'cortex-bench-'));
  const started: SwarmProcess[] = [];
  const killAll = () => {
    for (const each of started.splice(0)) each.kill();
  };
  const end = () => {
    killAll();
    fs.rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  };
  // A signal ends us without coming back here.
  process.once('exit', end);
  try {
    say(machine());
    const program = await bundle(fromRoot('test', 'bench', 'worker.ts'), folder);
    for (const each of selected) {
      // Of its own, because what one writes into a log the next would have to read.
      const swarm = makeSwarms(path.join(folder, each.name), program, say, started);
      await run(each, { say, swarm });
      killAll();
    }
    say(`\n${machine()}`);
  } finally {
    end();
  }
}
