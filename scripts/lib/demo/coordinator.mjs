// @ts-check
/**
 * The demo's coordinator: begins a swarm for each round, sends away agents that give no sign of life, so that others get their tasks,
 * and takes back locks that somebody waits for and nobody works under. It never ends by itself: after the last round it puts
 * the project back to its beginning.
 */
import path from 'node:path';
import { compile, runTests, testFiles } from './checks.mjs';
import { cortexOf, leavesOf } from './cortex.mjs';
import { begin, note, pause } from './life.mjs';
import { layOut, planFile, readJobs, rounds } from './material.mjs';
import { SignsOfLife } from './signs-of-life.mjs';

const { place, member, scratch } = begin();
const cortex = cortexOf(place);
const jobs = readJobs();

const LOOK_SECONDS = 3;
/** Agents report at least every twenty seconds, and the machine may be busy: that needs its time at any pace. */
const SILENT_SECONDS = Math.max(15, 60 * place.pace);
/** A lock under which nobody works is taken back when it is this old. */
const HOARDED_SECONDS = 30;
const BETWEEN_ROUNDS_SECONDS = 20;

const GOALS = {
  build: 'Finish the storefront: every function written, every test green',
  harden: 'Harden the storefront: what was given up, and the edge cases',
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

/** Agents that work, say they do, and have not changed anything for long. @param {Manifest} swarm @param {SignsOfLife} signs */
async function sendAwaySilent(swarm, signs) {
  for (const { id, tasks } of signs.silent(swarm, SILENT_SECONDS * 1000)) {
    note(`sends ${id} away`);
    const reasoning = `No sign of life of ${id} for ${SILENT_SECONDS} seconds. Others can take ${tasks.join(', ')} now.`;
    await record('escalation', `Sent ${id} away`, reasoning);
    await say('swarm retire', id);
  }
}

/** Locks that somebody waits for, and whose holder has no task in that file any more. @param {Manifest} swarm */
async function takeBackHoarded(swarm) {
  const { value } = await say('lock list');
  const { waiting = [] } = /** @type {{ waiting?: { agentId: string, paths: string[] }[] }} */ (value ?? {});
  for (const { path: file, agentId, acquiredAt } of swarm.locks) {
    const next = waiting.find(({ paths }) => paths.includes(file));
    const tasks = swarm.agents.find(({ id }) => id === agentId)?.assignedTasks ?? [];
    const isOld = Date.now() - acquiredAt > HOARDED_SECONDS * 1000 * place.pace;
    if (next === undefined || !isOld || tasks.some((task) => jobs[task]?.file === file)) continue;
    note(`takes ${file} from ${agentId}`);
    await say('lock break', file, '--by', member.id, '--reason', `${next.agentId} waits for it, and ${agentId} has no task there.`);
  }
}

/** Says how the project stands at the end of a round. @param {Manifest} swarm */
async function sumUp(swarm) {
  const outDir = path.join(scratch, 'build');
  const problems = await compile(place.workspace, outDir);
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
  // There may be one that a person began, or that another coordinator left.
  note(yes ? `began ${round}` : 'takes over the swarm that is there');
  const signs = new SignsOfLife();
  for (;;) {
    await pause(place, LOOK_SECONDS);
    const seen = await look();
    if (seen === undefined) continue;
    if (seen.open === 0) return sumUp(seen.swarm);
    await sendAwaySilent(seen.swarm, signs);
    await takeBackHoarded(seen.swarm);
  }
}

for (;;) {
  for (const round of rounds) {
    await lead(round);
    await pause(place, BETWEEN_ROUNDS_SECONDS);
  }
  note('begins again');
  layOut(place.workspace);
}
