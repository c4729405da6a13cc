// @ts-check
/**
 * The demo's coordinator: creates a swarm for each round, retires silent agents so that other agents get their tasks, and breaks locks that
 * an agent waits for and whose holder does not work on the file. After the last round it resets the project and starts again.
 */
import path from 'node:path';
import { begin, note, pause } from './agent-process.mjs';
import { compile, runTests, testFiles } from './checks.mjs';
import { cortexOf, leavesOf } from './cortex.mjs';
import { layOut, planFile, readJobs, rounds } from './jobs.mjs';
import { SilentAgents } from './silent-agents.mjs';

const { demo, member, scratch } = begin();
const cortex = cortexOf(demo);
const jobs = readJobs();

const LOOK_SECONDS = 3;
/** Agents report at least every twenty seconds; on a busy machine that takes longer at any pace. */
const SILENT_SECONDS = Math.max(15, 60 * demo.pace);
/** A lock whose holder does not work on the file is broken at this age. */
const IDLE_LOCK_SECONDS = 30;
const BETWEEN_ROUNDS_SECONDS = 20;

const GOALS = {
  build: 'Finish the storefront: every function written, every test green',
  harden: 'Harden the storefront: failed tasks and edge cases',
};

/** @typedef {import('./cortex.mjs').Manifest} Manifest */

/** @param {string} words @param {string[]} args */
async function say(words, ...args) {
  const answer = await cortex(words, ...args);
  if (!answer.yes) note(`${words} ${args.join(' ')}: ${answer.text}`);
  return answer;
}

/** @param {string} type @param {string} action @param {string} reasoning */
const record = (type, action, reasoning) =>
  say('timeline add', '--agent', member.id, '--type', type, '--action', action, '--reasoning', reasoning, '--confidence', '0.9');

/** @returns {Promise<{ swarm: Manifest, open: number } | undefined>} */
async function look() {
  const { value } = await say('swarm status');
  const { swarm, progress } = /** @type {{ swarm?: Manifest, progress?: { pending: number, active: number } }} */ (value ?? {});
  if (swarm === undefined || swarm === null || progress === undefined) return undefined;
  return { swarm, open: progress.pending + progress.active };
}

/** Retires agents with tasks that have not changed anything for long. @param {Manifest} swarm @param {SilentAgents} silentAgents */
async function retireSilent(swarm, silentAgents) {
  for (const { id, tasks } of silentAgents.find(swarm, SILENT_SECONDS * 1000)) {
    note(`retires ${id}`);
    const reasoning = `${id} silent for ${SILENT_SECONDS} seconds. Other agents can take ${tasks.join(', ')} now.`;
    await record('escalation', `Retired ${id}`, reasoning);
    await say('swarm retire', id);
  }
}

/** Breaks locks that an agent waits for and whose holder has no task in that file. @param {Manifest} swarm */
async function breakIdleLocks(swarm) {
  const { value } = await say('lock list');
  const { waiting = [] } = /** @type {{ waiting?: { agentId: string, paths: string[] }[] }} */ (value ?? {});
  for (const { path: file, agentId, acquiredAt } of swarm.locks) {
    const next = waiting.find(({ paths }) => paths.includes(file));
    const tasks = swarm.agents.find(({ id }) => id === agentId)?.assignedTasks ?? [];
    const isOld = Date.now() - acquiredAt > IDLE_LOCK_SECONDS * 1000 * demo.pace;
    if (next === undefined || !isOld || tasks.some((task) => jobs[task]?.file === file)) continue;
    note(`breaks the lock of ${agentId} on ${file}`);
    await say('lock break', file, '--by', member.id, '--reason', `${next.agentId} waits for it, and ${agentId} has no task there.`);
  }
}

/** Records the state of the project at the end of a round. @param {Manifest} swarm */
async function sumUp(swarm) {
  const outDir = path.join(scratch, 'build');
  const problems = await compile(demo.workspace, outDir);
  const { passed, failed } = await runTests(outDir, testFiles(outDir));
  const leaves = leavesOf(swarm.decomposition);
  const done = leaves.filter(({ status }) => status === 'done').length;
  const state = `${problems.length} type errors, ${passed.length} tests pass, ${failed.length} fail.`;
  await record('merge', `Round over: ${done} of ${leaves.length} tasks done`, state);
  note(state);
}

/** @param {typeof rounds[number]} round */
async function lead(round) {
  const goal = GOALS[round];
  const { yes } = await say(
    'swarm create',
    '--task',
    goal,
    '--coordinator',
    member.id,
    '--strategy',
    'parallel',
    '--file',
    planFile(round),
  );
  // A person or an earlier coordinator may have created one.
  note(yes ? `created a swarm for ${round}` : 'continues the existing swarm');
  const silent = new SilentAgents();
  for (;;) {
    await pause(demo, LOOK_SECONDS);
    const seen = await look();
    if (seen === undefined) continue;
    if (seen.open === 0) return sumUp(seen.swarm);
    await retireSilent(seen.swarm, silent);
    await breakIdleLocks(seen.swarm);
  }
}

for (;;) {
  for (const round of rounds) {
    await lead(round);
    await pause(demo, BETWEEN_ROUNDS_SECONDS);
  }
  note('resets the project');
  layOut(demo.workspace);
}
