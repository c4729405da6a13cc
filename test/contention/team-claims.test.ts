import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import * as z from 'zod';
import { nodeRuntime } from '../../src/engine/platform/runtime.ts';
import { PROJECT_QUEUE, parseQueue, type QueueTask } from '../../src/engine/team/index.ts';
import { TeamStore } from '../../src/engine/team/team-store.ts';
import { waitFor } from '../harness/wait.ts';
import { bundle } from '../support/bundle.ts';
import { temporaryFolder } from '../support/folders.ts';
import { WorkerProcess } from '../support/worker-process.ts';
import { allReady } from './support.ts';

const PROCESSES = Number(process.env.PROCESSES ?? 50);
const PROJECTS = 10;
const TASKS_EACH = Number(process.env.TASKS ?? 500) / PROJECTS;

/** Start and end on the machine's monotonic clock, which all processes share; milliseconds. */
const span = { from: z.number(), to: z.number() };
const eventSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('claimed'), project: z.string(), id: z.string(), ...span }),
  z.object({ kind: z.literal('rewrote'), name: z.string(), ...span }),
  z.object({ kind: z.literal('closed'), problems: z.array(z.string()) }),
]);
type Event = z.infer<typeof eventSchema>;

const projects = Array.from({ length: PROJECTS }, (_, n) => `project-${n}`);
const agents = Array.from({ length: PROCESSES }, (_, n) => `agent-${n}`);

/** Heading of a task: its minute. */
const headingOf = (n: number): string => new Date(Date.UTC(2026, 0, 1, 0, n)).toISOString().slice(0, 'yyyy-mm-ddThh:mm'.length);

function makeTeam(): string {
  const root = temporaryFolder();
  for (const folder of ['agents', 'projects']) fs.mkdirSync(path.join(root, folder));
  for (const agent of agents) {
    const note = `---\nname: ${agent}\nstatus: active\n---\n## Projects\n${projects.map((project) => `- ${project}\n`).join('')}`;
    fs.writeFileSync(path.join(root, 'agents', `${agent}.md`), note);
  }
  for (const project of projects) {
    const tasks = Array.from({ length: TASKS_EACH }, (_, n) => `### ${headingOf(n)}\n**Task:** ${project} ${n}\n**Status:** ready\n\n`);
    fs.writeFileSync(path.join(root, 'projects', `${project}.md`), `---\ntype: project\n---\n## Work Queue\n\n${tasks.join('')}`);
  }
  return root;
}

const program = (name: string) => bundle(fileURLToPath(new URL(`workers/${name}.ts`, import.meta.url)), temporaryFolder());

function start(name: string, args: readonly string[]): WorkerProcess<Event> {
  const worker = new WorkerProcess(name, [...args], eventSchema);
  onTestFinished(() => worker.kill());
  return worker;
}

/** @param names the claiming agents @param isMortal whether a third of them dies */
async function claimAll(root: string, names: readonly string[], isMortal: boolean): Promise<WorkerProcess<Event>[]> {
  const claimer = await program('team-claimer');
  const workers = names.map((agent, n) => {
    const death = isMortal && n % 3 === 1 ? 1 + (n % 5) : 0;
    // Each agent starts with a different project, so that they compete in all of them.
    const own = projects.map((_, place) => projects[(place + n) % PROJECTS] ?? '');
    return start(agent, [claimer, root, agent, String(death), ...own]);
  });
  await allReady(workers);
  for (const worker of workers) worker.say('go');
  await Promise.all(workers.map(({ exited }) => exited));
  return workers;
}

type EventOf<K extends Event['kind']> = Extract<Event, { kind: K }>;

function eventsOf<K extends Event['kind']>({ events }: WorkerProcess<Event>, kind: K): EventOf<K>[] {
  return events.filter((event): event is EventOf<K> => event.kind === kind);
}

const claimsOf = (workers: readonly WorkerProcess<Event>[]) =>
  workers.flatMap((worker) => eventsOf(worker, 'claimed').map((event) => ({ ...event, agent: worker.name })));

const tasksOf = (root: string, project: string) =>
  parseQueue(fs.readFileSync(path.join(root, 'projects', `${project}.md`), 'utf8'), PROJECT_QUEUE);

it(`${PROCESSES} processes, a third of them killed, claim ${PROJECTS * TASKS_EACH} tasks: each has exactly one winner`, async () => {
  const root = makeTeam();
  const begun = performance.now();
  const workers = await claimAll(root, agents, true);
  const seconds = (performance.now() - begun) / 1000;

  expect(workers.map(({ errors }) => errors).join('')).toBe('');
  const killed = workers.filter(({ wasKilled }) => wasKilled);
  const claims = claimsOf(workers);
  console.log({ claims: claims.length, killed: killed.length, seconds: Number(seconds.toFixed(1)) });
  expect(killed.length).toBeGreaterThan(0);
  expect(workers.flatMap(({ events }) => events.flatMap((e) => (e.kind === 'closed' ? e.problems : [])))).toEqual([]);

  const winners = new Map<string, string | null>();
  for (const project of projects) {
    const tasks = tasksOf(root, project);
    expect(tasks.map(({ heading, title }) => [heading, title])).toEqual(
      Array.from({ length: TASKS_EACH }, (_, n) => [headingOf(n), `${project} ${n}`]),
    );
    for (const { id, state, agent, problems } of tasks) {
      expect(state).toBe('in-progress');
      expect(problems, 'the task has one holder').toEqual([]);
      expect(agent).not.toBeNull();
      winners.set(`${project} ${id}`, agent);
    }
  }
  expect(new Set(claims.map(({ project, id }) => `${project} ${id}`)).size, 'no task was assigned twice').toBe(claims.length);
  for (const { project, id, agent } of claims) expect(winners.get(`${project} ${id}`)).toBe(agent);
  const unsaid = PROJECTS * TASKS_EACH - claims.length;
  expect(unsaid, 'each unreported claim belongs to a killed agent').toBeLessThanOrEqual(killed.length);
});

/** After this time, a claim is no longer checked against a rewrite from an older version; milliseconds. */
const LOOKED_FOR_MS = 1_000;
const CLAIMERS = 12;
/** Pause between two changes of the rewriting program; milliseconds. */
const REWRITER_PAUSE_MS = 5;

it(`${CLAIMERS} processes claim while a program rewrites queues: only it drops claims, each is reported, no task is lost`, async () => {
  const root = makeTeam();
  const names = agents.slice(0, CLAIMERS);
  const notes = projects.map((project) => `projects/${project}`);
  const rewriter = start('rewriter', [await program('foreign-rewriter'), root, String(REWRITER_PAUSE_MS), '.md', ...notes]);
  await allReady([rewriter]);
  const workers = await claimAll(root, names, false);
  rewriter.say('stop');
  await rewriter.exited;
  const told = [...workers.flatMap((worker) => eventsOf(worker, 'closed').flatMap(({ problems }) => problems)), ...(await lookAgain(root))];

  expect([...workers, rewriter].map(({ errors }) => errors).join('')).toBe('');
  const claims = claimsOf(workers);
  const counts = { claims: claims.length, rewrites: eventsOf(rewriter, 'rewrote').length, dropped: 0, late: 0 };
  for (const project of projects) {
    const tasks = tasksOf(root, project);
    expect(tasks.map(({ heading }) => heading)).toEqual(Array.from({ length: TASKS_EACH }, (_, n) => headingOf(n)));
    for (const task of tasks) {
      const own = claims.filter((claim) => claim.project === project && claim.id === task.id);
      expectHolder(task, own);
      for (const claim of own.filter(({ agent }) => agent !== task.agent))
        counts[whatBecameOf({ claim, title: task.title }, told, rewriter)] += 1;
    }
  }
  console.log(counts);
  expect(counts.rewrites, 'queues were rewritten').toBeGreaterThan(PROJECTS);
  expect(claims.length, 'most claims were kept').toBeGreaterThan(0.5 * PROJECTS * TASKS_EACH);
});

/** Returns the reports of the next command about claims whose processes have ended. */
async function lookAgain(root: string): Promise<readonly string[]> {
  const { edits } = TeamStore.open(nodeRuntime({}), root);
  await waitFor('the second look at all claims', async () => {
    await edits.look();
    return fs.readdirSync(path.join(root, '.local', 'kept')).join() === 'clock';
  });
  return edits.problems;
}

type Claim = ReturnType<typeof claimsOf>[number];

/** Expects that the holder of a task received the claim, and that no other agent is named. */
function expectHolder({ id, state, agent, problems }: QueueTask, own: readonly Claim[]): void {
  expect(['ready', 'in-progress'], id).toContain(state);
  expect(problems, 'the task has one holder').toEqual([]);
  if (agent !== null) expect(own.map((claim) => claim.agent)).toContain(agent);
}

/** Checks that a lost claim was dropped by the rewriting program and reported, unless that program wrote after the last check. */
function whatBecameOf(
  { claim: { agent, project, id, from, to }, title }: { claim: Claim; title: string },
  told: readonly string[],
  rewriter: WorkerProcess<Event>,
): 'dropped' | 'late' {
  const rewrites = eventsOf(rewriter, 'rewrote').filter(
    (each) => each.name === `projects/${project}` && each.from <= to && from <= each.to,
  );
  expect(rewrites.length, `${agent} lost ${id} of ${project}, but the queue was not rewritten at that time`).toBeGreaterThan(0);
  if (rewrites.some((each) => each.to > to + LOOKED_FOR_MS)) return 'late';
  expect(told.join('\n')).toContain(
    `the claim of task ${JSON.stringify(title)} in ${project} by ${agent} is no longer in the file as written`,
  );
  return 'dropped';
}
