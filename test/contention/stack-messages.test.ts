import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import * as z from 'zod';
import { parseMessages } from '../../src/engine/stack/format.ts';
import { waitFor } from '../harness/wait.ts';
import { bundle } from '../support/bundle.ts';
import { temporaryFolder } from '../support/folders.ts';
import { WorkerProcess } from '../support/worker-process.ts';
import { allReady } from './support.ts';

const SENDERS = Number(process.env.SENDERS ?? 20);
const MESSAGES = Number(process.env.MESSAGES ?? 1_000);
const EACH = MESSAGES / SENDERS;

const eventSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('sent'), n: z.int() }),
  z.object({ kind: z.literal('routed'), count: z.int(), problems: z.array(z.string()) }),
  z.object({ kind: z.literal('closed'), problems: z.array(z.string()) }),
]);
type Event = z.infer<typeof eventSchema>;

const program = (name: string) => bundle(fileURLToPath(new URL(`workers/${name}.ts`, import.meta.url)), temporaryFolder());

function start(name: string, args: string[]): WorkerProcess<Event> {
  const worker = new WorkerProcess(name, args, eventSchema);
  onTestFinished(() => worker.kill());
  return worker;
}

const below = (limit: number) => Math.floor(Math.random() * limit);

/** Keeps a router running that is killed at some moment again and again; the last one is let finish. */
async function routeAndDie(args: string[], isOver: () => boolean): Promise<{ kills: number; last: WorkerProcess<Event> }> {
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

it(`${SENDERS} processes send ${MESSAGES} messages to one INBOX while a router is killed and begun anew: each is there once, in the order of its sender`, async () => {
  const root = temporaryFolder();
  const names = Array.from({ length: SENDERS }, (_, n) => `agent-${n}`);
  for (const name of [...names, 'target']) fs.mkdirSync(path.join(root, name, '.cstack'), { recursive: true });
  const sender = await program('stack-sender');
  const workers = names.map((name, n) => start(name, [sender, root, name, n % 2 === 0 ? 'inbox' : 'outbox', String(EACH)]));
  await allReady(workers);
  const begun = performance.now();
  for (const worker of workers) worker.say('go');
  const exits = Promise.all(workers.map(({ exited }) => exited)).then(() => fs.writeFileSync(path.join(root, 'done'), ''));
  const { kills, last } = await routeAndDie([await program('stack-router'), root], () => fs.existsSync(path.join(root, 'done')));
  await exits;
  await last.exited;

  expect([...workers, last].map(({ errors }) => errors).join('')).toBe('');
  const { messages } = parseMessages(fs.readFileSync(path.join(root, 'target', '.cstack', 'INBOX.md'), 'utf8'));
  console.log({ messages: messages.length, kills, seconds: ((performance.now() - begun) / 1_000).toFixed(1) });
  expect(kills, 'the router died').toBeGreaterThan(0);
  const ofSender = (name: string) => messages.filter(({ from }) => from === name).map(({ content }) => content);
  for (const name of names) {
    expect(ofSender(name)).toEqual(Array.from({ length: EACH }, (_, n) => `message ${n}\n\n---\nFrom: nobody\n---\nof ${name}`));
  }
  expect(messages).toHaveLength(MESSAGES);
  for (const name of names.filter((_, n) => n % 2 === 1)) {
    expect(parseMessages(fs.readFileSync(path.join(root, name, '.cstack', 'OUTBOX.md'), 'utf8')).messages, name).toEqual([]);
  }
}, 300_000);
