import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { nodeRuntime } from '../../src/engine/platform/runtime.ts';
import { withLockReading } from '../../src/engine/swarm/use-cases/locks/lock-reading.ts';
import { waitFor } from '../harness/wait.ts';
import { bundle } from '../support/bundle.ts';
import { CliProject, cortexFile } from '../support/cortex-cli.ts';
import { WorkerProcess } from '../support/worker-process.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'cortex-waits-'));
const started: ChildProcess[] = [];
afterAll(() => {
  for (const child of started) child.kill('SIGKILL');
  fs.rmSync(folder, { recursive: true, force: true });
});

const waitingSchema = z.object({ waiting: z.array(z.object({ agentId: z.string(), paths: z.array(z.string()) })) });
const listedSchema = z.object({ locks: z.array(z.unknown()) });
const grantedSchema = z.object({ granted: z.boolean() });

let project: CliProject;
beforeEach(async () => {
  project = new CliProject();
  await project.run('init');
});

const files = () => fs.readdirSync(path.join(project.root, '.cortex/.local/swarm/waiting'));
const waiting = async () => waitingSchema.parse(await project.json('lock list')).waiting.map(({ agentId }) => agentId);
const isGranted = async (words: string) => grantedSchema.parse(await project.json(`lock acquire ${words}`)).granted;

/** Starts a process that waits; resolves when others see its wait. */
async function waiterFor(paths: string, agent: string) {
  const asked = ['lock', 'acquire', ...paths.split(' '), '--agent', agent, '--wait', '1d', '--root', project.root];
  const child = spawn(process.execPath, [cortexFile, ...asked], { stdio: ['ignore', 'pipe', 'pipe'] });
  started.push(child);
  const said = Promise.all([text(child.stdout), text(child.stderr)]);
  const ended = once(child, 'exit');
  await waitFor(`${agent} to wait`, async () => (await waiting()).includes(agent) && files().length > 0);
  return {
    said: async () => {
      await ended;
      const [out, err] = await said;
      return { code: child.exitCode, out, err };
    },
    kill: async (signal: NodeJS.Signals) => {
      child.kill(signal);
      await ended;
    },
  };
}

describe('a killed process that waits for locks', () => {
  test('blocks no free path', async () => {
    await project.run('lock acquire lib/ --agent ann --ttl 1h');
    const { kill } = await waiterFor('src/ lib/', 'bob');
    expect(await isGranted('src/a.ts --agent cyd')).toBe(false);
    await kill('SIGKILL');
    expect(await isGranted('src/a.ts --agent cyd')).toBe(true);
    expect([await waiting(), files()]).toEqual([[], []]);
  });

  test('keeps no lock that it is granted', async () => {
    await project.run('lock acquire src/ --agent ann --ttl 1h');
    const { kill } = await waiterFor('src/', 'bob');
    await kill('SIGKILL');
    expect(await project.json('lock list')).toMatchObject({ waiting: [{ agentId: 'bob', processEnded: true }] });
    expect((await project.run('lock list')).out).toMatch(/^bob {2}src\/ .* process has ended/m);
    await project.run('lock release --all --agent ann');
    expect([await project.json('lock list'), files()]).toMatchObject([{ locks: [], waiting: [] }, []]);
  });

  test('holds nothing when the lock for which it waited expires', async () => {
    await project.run('lock acquire src/ --agent ann --ttl 5s');
    const { kill } = await waiterFor('src/', 'bob');
    await kill('SIGKILL');
    await waitFor('the lock to expire', async () => listedSchema.parse(await project.json('lock list')).locks.length === 0);
    expect(files()).toHaveLength(1);
    expect(await project.run('lock check src/a.ts --agent cyd')).toMatchObject({ code: 0, out: expect.not.stringContaining('bob') });
    const held = withLockReading(nodeRuntime(), project.root, (reading) => [reading.holders('src/a.ts'), reading.locks()]);
    expect(held).toEqual([[], []]);
    expect(await isGranted('src/ --agent cyd')).toBe(true);
    expect([await project.json('lock list'), files()]).toMatchObject([{ locks: [{ agentId: 'cyd' }] }, []]);
  });

  test('is removed by processes that wait behind it', async () => {
    await project.run('lock acquire src/ --agent ann --ttl 1h');
    const { kill } = await waiterFor('src/ lib/', 'bob');
    const behind = await waiterFor('lib/', 'cyd');
    await kill('SIGKILL');
    expect(await behind.said()).toMatchObject({ code: 0 });
    expect(await waiting()).toEqual([]);
  });

  test('causes no deadlock', async () => {
    await project.run('lock acquire a.ts --agent ann --ttl 1h');
    await project.run('lock acquire b.ts --agent bob --ttl 1h');
    const { kill } = await waiterFor('b.ts', 'ann');
    await kill('SIGKILL');
    const { said, kill: stop } = await waiterFor('a.ts', 'bob');
    await stop('SIGTERM');
    expect(await said()).toMatchObject({ code: 1, out: expect.stringContaining('held by ann') });
  });
});

test.each(['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const)('a waiting process cancels its wait on %s', async (signal) => {
  await project.run('lock acquire src/ --agent ann --ttl 1h');
  const { said, kill } = await waiterFor('src/', 'bob');
  await kill(signal);
  expect(await said()).toMatchObject({ code: 1, out: expect.stringContaining('held by ann'), err: '' });
  expect([await waiting(), files()]).toEqual([[], []]);
});

describe('a wait', () => {
  beforeEach(() => project.run('lock acquire lib/ --agent ann --ttl 1h'));

  test('is ended by its agent when it releases all', async () => {
    const { said } = await waiterFor('src/ lib/', 'bob');
    expect(await project.run('lock release --all --agent bob')).toMatchObject({
      code: 0,
      out: 'Ended the wait of bob for lib/ src/\n',
    });
    expect(await said()).toMatchObject({ code: 1, err: expect.stringContaining('The agent itself ended the wait') });
  });

  test('is not ended by a release of the path, which names the right command', async () => {
    const { said } = await waiterFor('lib/', 'bob');
    expect(await project.run('lock release lib/ --agent bob')).toMatchObject({
      code: 1,
      err: 'warning: bob waits for lib/. To end its waits, and release all that it holds: cortex lock release --all --agent bob\n',
    });
    expect(await waiting()).toEqual(['bob']);
    await project.run('lock release --all --agent bob');
    await said();
  });

  test('is ended by a person who breaks the path while it is free', async () => {
    const { said } = await waiterFor('src/ lib/', 'bob');
    const command = ['lock', 'break', 'src/', '--by', 'person:eva', '--reason', 'Nobody knows what it is for'];
    expect((await project.run(command)).code).toBe(1);
    expect(await waiting()).toEqual(['bob']);
    expect(await project.asPerson(command)).toMatchObject({ code: 0, out: 'Ended the wait of bob for lib/ src/\n' });
    expect(await said()).toMatchObject({
      code: 1,
      err: expect.stringContaining('person:eva ended the wait before its timeout (Nobody knows what it is for).'),
    });
    expect((await project.timeline()).at(-1)).toMatchObject({
      agentId: 'person:eva',
      action: 'Ended the wait of bob for lib/, src/',
      reasoning: 'Nobody knows what it is for',
    });
    expect(await project.asPerson(command)).toMatchObject({ code: 1, out: 'Not held: src/\n' });
  });

  test('is ended by a person who names the waiting agent, and the lock stays', async () => {
    const { said } = await waiterFor('lib/', 'bob');
    const command = ['lock', 'break', 'lib/', '--by', 'person:eva', '--reason', 'Not now', '--waiter', 'bob'];
    expect(await project.run([...command.slice(0, 4), 'cyd', ...command.slice(5)])).toMatchObject({
      code: 1,
      err: expect.stringContaining('only the coordinator of the swarm or a person may end the wait of another agent'),
    });
    expect((await project.asPerson(command)).code).toBe(0);
    expect((await said()).code).toBe(1);
    expect(await project.json('lock list')).toMatchObject({ locks: [{ agentId: 'ann' }], waiting: [] });
  });
});

const eventSchema = z.discriminatedUnion('event', [
  z.object({ event: z.literal('idle'), percent: z.number() }),
  z.object({ event: z.literal('done'), turns: z.array(z.string()) }),
]);

test.each([
  ['a thousand waits in one store use no processor time while idle, and the first twenty get the lock one by one', 1_000, 20],
  ['a hundred waits in one store use no processor time while idle, and all get the lock one by one', 100, 100],
])('%s', async (_, count, granted) => {
  const program = await bundle(path.join(import.meta.dirname, 'workers/idle-waiters.ts'), folder);
  const worker = new WorkerProcess('idle', [program, project.root, `${count}`, `${granted}`], eventSchema);
  await worker.exited;
  expect(worker.errors).toBe('');
  const [idle, done] = worker.events;
  console.log(`${count} that wait use ${idle?.event === 'idle' ? idle.percent.toFixed(2) : '?'} % of a processor`);
  expect(idle).toMatchObject({ event: 'idle', percent: expect.any(Number) });
  expect(idle?.event === 'idle' && idle.percent).toBeLessThan(10);
  expect(done).toEqual({ event: 'done', turns: Array.from({ length: granted }, (__, index) => `agent-${index} true`) });
});
