import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import * as z from 'zod';
import { TextEdits } from '../../src/engine/files/second-look/text-edits.ts';
import { nodeRuntime } from '../../src/engine/platform/runtime.ts';
import { waitFor } from '../harness/wait.ts';
import { bundle } from '../support/bundle.ts';
import { temporaryFolder } from '../support/folders.ts';
import { WorkerProcess } from '../support/worker-process.ts';
import { allReady } from './support.ts';

const PROCESSES = 20;
const INCREMENTS = 8;
/** Approximate number of calls in an edit that change the disk. A doomed process dies in one of its first edits. */
const CALLS = 20;

/** Milliseconds; well below the second for which late text is guaranteed to be kept. */
const SURE_MS = 700;

const eventSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('counted'), count: z.int() }),
  z.object({ kind: z.literal('closed'), problems: z.array(z.string()) }),
]);
type Event = z.infer<typeof eventSchema>;

const below = (limit: number) => Math.floor(Math.random() * limit);

/**
 * A program that opens the file, adds a line and closes it, without a lock. It adds every second line through an older descriptor, which
 * may belong to a replaced file by then.
 */
class ForeignWriter {
  readonly lines: string[] = [];
  #old: { readonly fd: number; readonly openedAt: number } | null = null;

  constructor(private readonly file: string) {}

  add(): void {
    this.#write(fs.openSync(this.file, 'a'));
    const old = this.#old;
    this.#old = { fd: fs.openSync(this.file, 'a'), openedAt: performance.now() };
    // Late text in a file replaced more than a second ago may be lost.
    if (old !== null && performance.now() - old.openedAt < SURE_MS) this.#write(old.fd);
    else if (old !== null) fs.closeSync(old.fd);
  }

  end(): void {
    if (this.#old !== null) fs.closeSync(this.#old.fd);
  }

  #write(fd: number): void {
    const line = `line ${this.lines.length}`;
    fs.writeSync(fd, `${line}\n`);
    fs.closeSync(fd);
    this.lines.push(line);
  }
}

async function startWorkers(root: string, onCounted: () => void): Promise<WorkerProcess<Event>[]> {
  const program = await bundle(fileURLToPath(new URL('workers/text-edit-worker.ts', import.meta.url)), temporaryFolder());
  const workers = Array.from({ length: PROCESSES }, (_, n) => {
    const death = n % 3 === 1 ? 5 + below(CALLS * 4) : 0;
    const args = [program, root, String(INCREMENTS), String(death)];
    return new WorkerProcess(`worker ${n}`, args, eventSchema, (__, { kind }) => kind === 'counted' && onCounted());
  });
  onTestFinished(() => {
    for (const worker of workers) worker.kill();
  });
  await allReady(workers);
  return workers;
}

/** Recovers what dead processes left. They count as dead a second after their last edit. */
async function settle(root: string): Promise<readonly string[]> {
  const problems: string[] = [];
  await waitFor('nothing to be kept any more', async () => {
    const edits = new TextEdits(nodeRuntime({}), { root, local: '.local' });
    await edits.edit('note.md', () => null);
    await edits.whenIdle();
    problems.push(...edits.problems);
    return fs.readdirSync(path.join(root, '.local', 'kept')).join() === 'clock';
  });
  return problems;
}

it(`${PROCESSES} processes, a third of them killed, and a program that appends to the file lose and duplicate nothing`, async () => {
  const root = temporaryFolder();
  const file = path.join(root, 'note.md');
  fs.writeFileSync(file, 'count: 0\n');
  const writer = new ForeignWriter(file);
  const workers = await startWorkers(root, () => writer.add());
  for (const worker of workers) worker.say('go');
  await Promise.all(workers.map(({ exited }) => exited));
  writer.end();
  const problems = [
    ...(await settle(root)),
    ...workers.flatMap(({ events }) => events.flatMap((e) => (e.kind === 'closed' ? e.problems : []))),
  ];

  expect(workers.map(({ errors }) => errors).join('')).toBe('');
  const killed = workers.filter(({ wasKilled }) => wasKilled).length;
  expect(killed).toBeGreaterThan(PROCESSES / 5);
  const acks = workers.flatMap(({ events }) => events.flatMap((event) => (event.kind === 'counted' ? event.count : [])));
  expect(new Set(acks).size, 'each number is acknowledged once').toBe(acks.length);
  expect(acks.length).toBeGreaterThanOrEqual((PROCESSES - killed) * INCREMENTS);

  const text = fs.readFileSync(file, 'utf8');
  const count = Number(/^count: (\d+)$/m.exec(text)?.[1]);
  expect(count).toBeGreaterThanOrEqual(acks.length);
  expect(count).toBeLessThanOrEqual(acks.length + killed);

  const found = text.split('\n').filter((line) => line.startsWith('line '));
  const beside = fs.readdirSync(root).filter((name) => name.startsWith('note.md.kept-'));
  const besideTexts = beside.map((name) => fs.readFileSync(path.join(root, name), 'utf8'));
  console.log({ acks: acks.length, killed, lines: writer.lines.length, beside: beside.length });
  expect(new Set(found).size, 'no line is duplicated').toBe(found.length);
  const missing = writer.lines.filter((line) => !found.includes(line) && !besideTexts.some((each) => each.includes(`${line}\n`)));
  expect(missing, 'no line is lost').toEqual([]);
  expect(problems.length, 'each file beside the original is reported').toBe(beside.length);
  expect(fs.readdirSync(root).filter((name) => name.startsWith('.tmp-'))).toEqual([]);
});
