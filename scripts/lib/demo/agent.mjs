// @ts-check
/** An agent of the demo: a process that works through the program `cortex`, one task after the other, until it is ended. */
import { cortexOf, isFinished, leavesOf, readSwarmFile, readyTasks } from './cortex.mjs';
import { begin, note, pause } from './life.mjs';
import { Worker } from './worker.mjs';

const { place, member, scratch, life } = begin();
const cortex = cortexOf(place);
const worker = new Worker(place, member, scratch, life);

/**
 * What the file says about the swarm that it joined: looking costs nothing, asking is a process.
 * @param {string} joined
 * @returns {'gone' | 'nothing' | 'ready'} `gone`: another swarm, or it was sent away
 */
function outlook(joined) {
  const swarm = readSwarmFile(place)?.data;
  if (swarm === undefined) return 'nothing';
  const self = swarm.agents.find(({ id }) => id === member.id);
  if (swarm.id !== joined || self?.status === 'done') return 'gone';
  return readyTasks(swarm).length > 0 ? 'ready' : 'nothing';
}

/** Joins the swarm that is there, once there is one that has anything left to do. @param {string} before the swarm that it left */
async function join(before) {
  for (;;) {
    const swarm = readSwarmFile(place)?.data;
    if (swarm !== undefined && swarm.id !== before && !isFinished(swarm)) {
      const { yes, text } = await cortex('swarm recruit', member.id, '--role', member.role);
      if (yes) return swarm;
      note(`could not join: ${text}`);
    }
    await pause(place, 1);
  }
}

/** Goes on with what it had in hand when it died. @param {import('./cortex.mjs').Manifest} swarm */
async function resume({ decomposition }) {
  for (const task of leavesOf(decomposition)) {
    if (task.status !== 'active' || task.assignedTo !== member.id) continue;
    note(`goes on with ${task.id}`);
    await worker.work(task);
  }
}

/** Takes tasks until there is another swarm, or it was sent away. @param {string} swarm */
async function takeTasks(swarm) {
  for (;;) {
    const { value } = await cortex('swarm claim', '--agent', member.id);
    const { task = null, reason } = /** @type {{ task?: import('./cortex.mjs').Task | null, reason?: string }} */ (value ?? {});
    if (task === null) {
      note(`has no task: ${reason}`);
      if ((await waitForWork(swarm)) === 'gone') return;
    } else {
      note(`works on ${task.id}`);
      await worker.work(task);
      await pause(place, 1);
    }
  }
}

/** @param {string} swarm */
async function waitForWork(swarm) {
  /** @type {ReturnType<typeof outlook>} */
  let seen;
  do {
    await pause(place, 1.5);
    seen = outlook(swarm);
  } while (seen === 'nothing');
  return seen;
}

for (let swarm = ''; ; ) {
  const joined = await join(swarm);
  swarm = joined.id;
  note(`joined ${swarm}`);
  await resume(joined);
  await takeTasks(swarm);
}
