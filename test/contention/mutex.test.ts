import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TURN_MS } from '../../src/engine/files/mutex.ts';
import { bundle } from '../support/bundle.ts';

const PROCESSES = 50;
const INCREMENTS = 12;
/** Counted file system calls from `link` to the end of a turn. A random one of them is the last. */
const CALLS_IN_TURN = 17;

interface Ack {
  readonly value: number;
  readonly turn: number;
}

let folder: string;
let program: string;
const children: ChildProcess[] = [];

beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'mutex-contention-'));
  program = await bundle(fileURLToPath(new URL('mutex-worker.ts', import.meta.url)), folder);
  fs.writeFileSync(path.join(folder, 'counter'), '0');
});
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
  fs.rmSync(folder, { recursive: true, force: true });
});

const below = (limit: number) => Math.floor(Math.random() * limit);

type Fate = 'lives' | 'dies' | 'sleeps' | 'is killed';

/** One process and, if it is killed, its replacement. */
class Contender {
  readonly acks: Ack[] = [];
  readonly errors: string[] = [];
  kills = 0;
  /** Number of increments that had to be retried. */
  busy = 0;

  constructor(readonly fate: Fate) {}

  /** Resolves when all its increments are acknowledged. All contenders start when `gate` resolves. */
  async run(ready: () => void, gate: Promise<void>): Promise<void> {
    await this.#process([this.fate, 1 + below(INCREMENTS / 2), below(CALLS_IN_TURN)], ready, gate);
    while (this.kills > 0 && this.acks.length < INCREMENTS && this.errors.length === 0) await this.#process(['lives'], ready, gate);
  }

  #process(fate: readonly (string | number)[], ready: () => void, gate: Promise<void>): Promise<void> {
    const child = spawn(process.execPath, [program, folder, ...[INCREMENTS - this.acks.length, ...fate].map(String)]);
    children.push(child);
    const killAfter = fate[0] === 'is killed' ? fate[1] : undefined;
    createInterface(child.stdout).on('line', (line) => {
      if (line === 'ready') {
        ready();
        void gate.then(() => child.stdin.end('\n'));
      } else if (line === 'asleep') setTimeout(() => child.kill('SIGCONT'), TURN_MS + 1500);
      else if (line === 'busy') this.busy++;
      else if (this.#acknowledge(line) === killAfter) setTimeout(() => child.kill('SIGKILL'), below(20));
    });
    child.stderr.on('data', (text) => this.errors.push(String(text)));
    return this.#end(child, ready);
  }

  #acknowledge(line: string): number {
    const [value = Number.NaN, turn = Number.NaN] = line.split(' ').map(Number);
    return this.acks.push({ value, turn });
  }

  #end(child: ChildProcess, ready: () => void): Promise<void> {
    return new Promise((resolve) => {
      child.on('close', (code, signal) => {
        if (signal === 'SIGKILL') this.kills++;
        else if (code !== 0) this.errors.push(`ended with ${code ?? signal}`);
        ready();
        resolve();
      });
    });
  }
}

/** Runs all contenders at once, with a common start. */
async function runAll(contenders: readonly Contender[]): Promise<void> {
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  let waiting = 0;
  const ready = () => {
    if (++waiting === contenders.length) open();
  };
  await Promise.all(contenders.map((contender) => contender.run(ready, gate)));
}

it(`${PROCESSES} processes, some killed and replaced, one asleep: each acknowledged increment is applied exactly once`, async () => {
  const fates: readonly Fate[] = ['lives', 'dies', 'lives', 'lives', 'is killed', 'lives'];
  const contenders = Array.from({ length: PROCESSES }, (_, i) => new Contender(i === 0 ? 'sleeps' : (fates[i % fates.length] ?? 'lives')));
  await runAll(contenders);

  expect(contenders.flatMap(({ errors }) => errors)).toEqual([]);
  const kills = contenders.reduce((sum, contender) => sum + contender.kills, 0);
  expect(kills).toBeGreaterThanOrEqual(PROCESSES / 5);
  expect(contenders[0]?.busy).toBeGreaterThan(0);

  const acks = contenders.flatMap((contender) => contender.acks).sort((a, b) => a.value - b.value);
  expect(acks).toHaveLength(PROCESSES * INCREMENTS);
  const doubled = acks.filter(({ value }, i) => value === acks[i - 1]?.value);
  expect(doubled).toEqual([]);
  const outOfOrder = acks.filter(({ turn }, i) => turn <= (acks[i - 1]?.turn ?? 0));
  expect(outOfOrder).toEqual([]);

  const counter = Number(fs.readFileSync(path.join(folder, 'counter'), 'utf8'));
  expect(counter).toBeGreaterThanOrEqual(acks.length);
  expect(counter).toBeLessThanOrEqual(acks.length + kills);

  const left = fs.readdirSync(path.join(folder, 'mutex')).filter((name) => !name.startsWith('owner-'));
  expect(left.length).toBeLessThanOrEqual(4);
});
