import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import * as z from 'zod';
import { parseMessages } from '../../src/engine/stack/messages/format.ts';
import type { PlacedMessage } from '../../src/engine/stack/messages/message.ts';
import { waitFor } from '../harness/wait.ts';
import { bundle } from '../support/bundle.ts';
import { temporaryFolder } from '../support/folders.ts';
import { WorkerProcess } from '../support/worker-process.ts';
import { allReady } from './support.ts';

/** Start and end on the machine's monotonic clock, which all processes share; milliseconds. */
const span = { from: z.number(), to: z.number() };

const eventSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('sent'), n: z.int(), ...span }),
  z.object({ kind: z.literal('rewrote'), name: z.string(), ...span }),
  z.object({ kind: z.literal('routed'), count: z.int(), problems: z.array(z.string()) }),
  z.object({ kind: z.literal('closed'), problems: z.array(z.string()) }),
]);
export type StackEvent = z.infer<typeof eventSchema>;
export type StackWorker = WorkerProcess<StackEvent>;

/** Bundles one of the workers. */
export const program = (name: string) => bundle(fileURLToPath(new URL(`workers/${name}.ts`, import.meta.url)), temporaryFolder());

/** Starts a process that is killed after the test. */
export function start(name: string, args: string[]): StackWorker {
  const worker = new WorkerProcess(name, args, eventSchema);
  onTestFinished(() => worker.kill());
  return worker;
}

const below = (limit: number) => Math.floor(Math.random() * limit);

/** Keeps a router running and kills it at random times; the last router may finish. */
async function routeAndDie(args: string[], isOver: () => boolean): Promise<{ kills: number; last: StackWorker }> {
  for (let kills = 0; ; kills += 1) {
    const router = start(`router ${kills}`, args);
    await allReady([router]);
    const life = performance.now() + 200 + below(1_500);
    await waitFor('the router to live its time', () => Promise.resolve(isOver() || performance.now() > life), 120_000);
    if (isOver()) return { kills, last: router };
    router.kill();
    await router.exited;
  }
}

/** Creates stacks, each in its own folder. @returns their parent folder */
export function makeStacks(names: readonly string[]): string {
  const root = temporaryFolder();
  for (const name of names) fs.mkdirSync(path.join(root, name, '.cstack'), { recursive: true });
  return root;
}

/** Routes until `over` resolves and no messages are left. @returns how many routers were killed */
export async function routeUntil(root: string, over: Promise<unknown>): Promise<{ kills: number; last: StackWorker }> {
  const done = path.join(root, 'done');
  const told = over.then(() => fs.writeFileSync(done, ''));
  const { kills, last } = await routeAndDie([await program('stack-router'), root], () => fs.existsSync(done));
  await told;
  await last.exited;
  return { kills, last };
}

/** Returns the messages in one file of a stack. */
export function messagesIn(root: string, name: string, file: string): readonly PlacedMessage[] {
  return parseMessages(fs.readFileSync(path.join(root, name, '.cstack', file), 'utf8')).messages;
}
