import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, type TestContext, test } from 'vitest';
import * as z from 'zod';
import { cortexOf, leavesOf, readSwarmFile } from '../../../scripts/lib/demo/cortex.mjs';
import type { Place, Supplies } from '../../../scripts/lib/demo/place.mjs';
import { type Crew, makeDemo, startCrew } from '../../../scripts/lib/start/agents.mjs';
import { waitFor } from '../../harness/wait.ts';
import { processesOf } from '../../support/processes.ts';
import { buildSupplies } from './programs.ts';

/** Agents work at ten times the speed of the demo. */
const PACE = 0.1;
const TIMEOUT_MS = 240_000;

let supplies: Supplies;
beforeAll(async () => {
  supplies = await buildSupplies();
});
afterAll(() => fs.rmSync(supplies.programs, { recursive: true, force: true }));

async function begin({ onTestFinished }: TestContext, ...agents: string[]): Promise<{ place: Place; crew: Crew }> {
  const place = await makeDemo(PACE, supplies);
  const crew = await startCrew(place, agents);
  onTestFinished(crew.stop);
  return { place, crew };
}

/** Returns the log of an agent; an empty string if there is none. */
const logOf = (place: Place, id: string) => {
  const file = path.join(place.logs, `${id}.log`);
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
};

const tasks = (place: Place) => {
  const swarm = readSwarmFile(place)?.data;
  return swarm === undefined ? [] : leavesOf(swarm.decomposition);
};

const timelineSchema = z.object({ entries: z.array(z.object({ agentId: z.string(), type: z.string(), action: z.string() })) });

async function timeline(place: Place) {
  const { value } = await cortexOf(place)('timeline list', '--limit', '1000');
  return timelineSchema.parse(value).entries;
}

// The tests mostly wait.
describe.concurrent('agents of the demo', () => {
  test(
    'complete one swarm, including the task of an agent that was killed, and leave no process',
    async (context) => {
      const { place, crew } = await begin(context, 'crane', 'kestrel', 'finch', 'swallow', 'raven');
      await waitFor('one that vanishes', async () => logOf(place, 'swallow').includes('ended by SIGKILL'), TIMEOUT_MS);
      const [, lost] = /works on (\S+)\n.*ended by SIGKILL/s.exec(logOf(place, 'swallow')) ?? [];
      const finished = await waitFor(
        'another to do its task',
        async () => tasks(place).find(({ id, status }) => id === lost && status === 'done'),
        TIMEOUT_MS,
      );
      expect(finished.assignedTo).toMatch(/kestrel|finch|raven/);
      expect(logOf(place, 'crane')).toContain('sends swallow away');
      await waitFor('work by hand', async () => /did \S+/.test(logOf(place, 'raven')), TIMEOUT_MS);

      const entries = await timeline(place);
      expect(entries.map(({ type }) => type)).toEqual(expect.arrayContaining(['decision', 'escalation', 'delegation']));
      expect(entries.some(({ agentId, action }) => agentId === 'crane' && action === 'Sent swallow away')).toBe(true);
      expect(crew.problems()).toBe('');

      await crew.stop();
      expect(fs.existsSync(place.home)).toBe(false);
      if (process.platform === 'linux') expect(processesOf(place.home)).toEqual([]);
    },
    2 * TIMEOUT_MS,
  );

  test(
    'lose a lock that they hold for too long to an agent that waits for it',
    async (context) => {
      const { place } = await begin(context, 'crane', 'magpie');
      await waitFor('a lock that is kept', async () => /works on \S+\n(.*\n)*.*tests? pass/.test(logOf(place, 'magpie')), TIMEOUT_MS);
      const kept = await waitFor('the lock', async () => readSwarmFile(place)?.data.locks.find(({ agentId }) => agentId === 'magpie'));
      expect(kept.expiresAt - kept.acquiredAt).toBe(900_000);
      const { value, yes } = await cortexOf(place)('lock acquire', kept.path, '--agent', 'visitor', '--wait', '120s');
      expect(yes).toBe(true);
      expect(z.object({ granted: z.literal(true) }).parse(value)).toEqual({ granted: true });
      expect(logOf(place, 'crane')).toContain(`takes ${kept.path} from magpie`);
    },
    2 * TIMEOUT_MS,
  );

  test(
    'change the project even if one works without locks',
    async (context) => {
      const { place } = await begin(context, 'crane', 'cuckoo');
      // Reads task and locks from one version of the file, because it may be replaced at any time.
      const { task, locks } = await waitFor(
        'a task to be done',
        async () => {
          const swarm = readSwarmFile(place)?.data;
          const done = swarm && leavesOf(swarm.decomposition).find(({ status }) => status === 'done');
          return done && { task: done, locks: swarm.locks };
        },
        TIMEOUT_MS,
      );
      expect(task).toMatchObject({ assignedTo: 'cuckoo', output: expect.stringMatching(/tests? pass/) });
      expect(locks).toEqual([]);
    },
    2 * TIMEOUT_MS,
  );
});
