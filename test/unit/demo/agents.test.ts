import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, type TestContext, test } from 'vitest';
import * as z from 'zod';
import { cortexOf, leavesOf, readSwarmFile } from '../../../scripts/lib/demo/cortex.mjs';
import type { DemoFolder, Sources } from '../../../scripts/lib/demo/demo-folder.mjs';
import { makeDemo, type RunningAgents, startAgents } from '../../../scripts/lib/start/agents.mjs';
import { waitFor } from '../../harness/wait.ts';
import { processesOf } from '../../support/processes.ts';
import { buildSupplies } from './programs.ts';

/** Agents work at ten times the speed of the demo. */
const PACE = 0.1;

let supplies: Sources;
beforeAll(async () => {
  supplies = await buildSupplies();
});
afterAll(() => fs.rmSync(supplies.programs, { recursive: true, force: true }));

async function begin({ onTestFinished }: TestContext, ...agents: string[]): Promise<{ demo: DemoFolder; running: RunningAgents }> {
  const demo = await makeDemo(PACE, supplies);
  const running = await startAgents(demo, agents);
  onTestFinished(running.stop);
  return { demo, running };
}

/** Returns the log of an agent; an empty string if there is none. */
const logOf = (demo: DemoFolder, id: string) => {
  const file = path.join(demo.logs, `${id}.log`);
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
};

const tasks = (demo: DemoFolder) => {
  const swarm = readSwarmFile(demo)?.data;
  return swarm === undefined ? [] : leavesOf(swarm.decomposition);
};

const timelineSchema = z.object({ entries: z.array(z.object({ agentId: z.string(), type: z.string(), action: z.string() })) });

async function timeline(demo: DemoFolder) {
  const { value } = await cortexOf(demo)('timeline list', '--limit', '1000');
  return timelineSchema.parse(value).entries;
}

// The tests mostly wait.
describe.concurrent('agents of the demo', () => {
  test('complete one swarm, including the task of an agent that was killed, and leave no process', async (context) => {
    const { demo, running } = await begin(context, 'crane', 'kestrel', 'finch', 'swallow', 'raven');
    await waitFor('one that vanishes', async () => logOf(demo, 'swallow').includes('ended by SIGKILL'));
    const [, lost] = /works on (\S+)\n.*ended by SIGKILL/s.exec(logOf(demo, 'swallow')) ?? [];
    const finished = await waitFor('another to do its task', async () =>
      tasks(demo).find(({ id, status }) => id === lost && status === 'done'),
    );
    expect(finished.assignedTo).toMatch(/kestrel|finch|raven/);
    expect(logOf(demo, 'crane')).toContain('retires swallow');
    await waitFor('work by hand', async () => /did \S+/.test(logOf(demo, 'raven')));

    const entries = await timeline(demo);
    expect(entries.map(({ type }) => type)).toEqual(expect.arrayContaining(['decision', 'escalation', 'delegation']));
    expect(entries.some(({ agentId, action }) => agentId === 'crane' && action === 'Retired swallow')).toBe(true);
    expect(running.problems()).toBe('');

    await running.stop();
    expect(fs.existsSync(demo.home)).toBe(false);
    if (process.platform === 'linux') expect(processesOf(demo.home)).toEqual([]);
  });

  test('lose a lock that they hold for too long to an agent that waits for it', async (context) => {
    const { demo } = await begin(context, 'crane', 'magpie');
    await waitFor('a lock that is kept', async () => /works on \S+\n(.*\n)*.*tests? pass/.test(logOf(demo, 'magpie')));
    const kept = await waitFor('the lock', async () => readSwarmFile(demo)?.data.locks.find(({ agentId }) => agentId === 'magpie'));
    expect(kept.expiresAt - kept.acquiredAt).toBe(900_000);
    const { value, yes } = await cortexOf(demo)('lock acquire', kept.path, '--agent', 'visitor', '--wait', '120s');
    expect(yes).toBe(true);
    expect(z.object({ granted: z.literal(true) }).parse(value)).toEqual({ granted: true });
    expect(logOf(demo, 'crane')).toContain(`breaks the lock of magpie on ${kept.path}`);
  });

  test('change the project even if one works without locks', async (context) => {
    const { demo } = await begin(context, 'crane', 'cuckoo');
    // Reads task and locks from one version of the file, because it may be replaced at any time.
    const { task, locks } = await waitFor('a task to be done', async () => {
      const swarm = readSwarmFile(demo)?.data;
      const done = swarm && leavesOf(swarm.decomposition).find(({ status }) => status === 'done');
      return done && { task: done, locks: swarm.locks };
    });
    expect(task).toMatchObject({ assignedTo: 'cuckoo', output: expect.stringMatching(/tests? pass/) });
    expect(locks).toEqual([]);
  });
});
