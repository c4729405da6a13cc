import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import * as z from 'zod';
import { PROJECT_QUEUE, parseQueue } from '../../src/engine/team/index.ts';
import { bundle } from '../support/bundle.ts';
import { temporaryFolder } from '../support/folders.ts';
import { WorkerProcess } from '../support/worker-process.ts';
import { allReady } from './support.ts';

const PROCESSES = Number(process.env.PROCESSES ?? 50);
const PROJECTS = 10;
const TASKS_EACH = Number(process.env.TASKS ?? 500) / PROJECTS;

const eventSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('claimed'), project: z.string(), id: z.string() }),
  z.object({ kind: z.literal('closed'), problems: z.array(z.string()) }),
]);
type Event = z.infer<typeof eventSchema>;

const projects = Array.from({ length: PROJECTS }, (_, n) => `project-${n}`);
const agents = Array.from({ length: PROCESSES }, (_, n) => `agent-${n}`);

function makeTeam(): string {
  const root = temporaryFolder();
  for (const folder of ['agents', 'projects']) fs.mkdirSync(path.join(root, folder));
  for (const agent of agents) {
    const note = `---\nname: ${agent}\nstatus: active\n---\n## Projects\n${projects.map((project) => `- ${project}\n`).join('')}`;
    fs.writeFileSync(path.join(root, 'agents', `${agent}.md`), note);
  }
  for (const project of projects) {
    const tasks = Array.from({ length: TASKS_EACH }, (_, n) => `### task ${n}\n**Task:** ${project} ${n}\n**Status:** ready\n\n`);
    fs.writeFileSync(path.join(root, 'projects', `${project}.md`), `---\ntype: project\n---\n## Work Queue\n\n${tasks.join('')}`);
  }
  return root;
}

async function claimAll(root: string): Promise<WorkerProcess<Event>[]> {
  const program = await bundle(fileURLToPath(new URL('workers/team-claimer.ts', import.meta.url)), temporaryFolder());
  const workers = agents.map((agent, n) => {
    const death = n % 3 === 1 ? 1 + (n % 5) : 0;
    // Each begins with another project, so that they meet in all of them.
    const own = projects.map((_, place) => projects[(place + n) % PROJECTS] ?? '');
    return new WorkerProcess(agent, [program, root, agent, String(death), ...own], eventSchema);
  });
  onTestFinished(() => {
    for (const worker of workers) worker.kill();
  });
  await allReady(workers);
  for (const worker of workers) worker.say('go');
  await Promise.all(workers.map(({ exited }) => exited));
  return workers;
}

it(`${PROCESSES} processes, a third of them killed, claim ${PROJECTS * TASKS_EACH} tasks: each has exactly one winner`, async () => {
  const root = makeTeam();
  const begun = performance.now();
  const workers = await claimAll(root);
  const seconds = (performance.now() - begun) / 1000;

  expect(workers.map(({ errors }) => errors).join('')).toBe('');
  const killed = workers.filter(({ wasKilled }) => wasKilled);
  const claims = workers.flatMap(({ name, events }) => events.flatMap((e) => (e.kind === 'claimed' ? [{ ...e, agent: name }] : [])));
  console.log({ claims: claims.length, killed: killed.length, seconds: Number(seconds.toFixed(1)) });
  expect(killed.length).toBeGreaterThan(0);
  expect(workers.flatMap(({ events }) => events.flatMap((e) => (e.kind === 'closed' ? e.problems : [])))).toEqual([]);

  const winners = new Map<string, string | null>();
  for (const project of projects) {
    const tasks = parseQueue(fs.readFileSync(path.join(root, 'projects', `${project}.md`), 'utf8'), PROJECT_QUEUE);
    expect(tasks.map(({ heading, title }) => [heading, title])).toEqual(
      Array.from({ length: TASKS_EACH }, (_, n) => [`task ${n}`, `${project} ${n}`]),
    );
    for (const { id, state, agent, fields } of tasks) {
      expect(state).toBe('in-progress');
      expect(fields.filter(({ name }) => name === 'Agent')).toHaveLength(1);
      winners.set(`${project} ${id}`, agent);
    }
  }
  expect(new Set(claims.map(({ project, id }) => `${project} ${id}`)).size, 'no task was given to two').toBe(claims.length);
  for (const { project, id, agent } of claims) expect(winners.get(`${project} ${id}`)).toBe(agent);
  const unsaid = PROJECTS * TASKS_EACH - claims.length;
  expect(unsaid, 'what nobody said was claimed by one that died').toBeLessThanOrEqual(killed.length);
});
