// @ts-check
/** An agent of the demo: a process that works through the program `cortex`, one task after the other, until it is killed. */

import { begin, note, pause } from './agent-process.mjs';
import { cortexOf, isFinished, leavesOf, readSwarmFile, readyTasks } from './cortex.mjs';
import { Worker } from './worker.mjs';

const { demo, member, scratch, life } = begin();
const cortex = cortexOf(demo);
const worker = new Worker(demo, member, scratch, life);

/**
 * Reads the state of the swarm from its file, which is cheaper than a process.
 * @param {string} joined
 * @returns {'gone' | 'nothing' | 'ready'} `gone`: another swarm, or this agent was retired
 */
function readOutlook(joined) {
  const swarm = readSwarmFile(demo)?.data;
  if (swarm === undefined) return 'nothing';
  const self = swarm.agents.find(({ id }) => id === member.id);
  if (swarm.id !== joined || self?.status === 'done') return 'gone';
  return readyTasks(swarm).length > 0 ? 'ready' : 'nothing';
}

/** Waits for a swarm with open tasks, and joins it. @param {string} before the swarm that it left */
async function join(before) {
  for (;;) {
    const swarm = readSwarmFile(demo)?.data;
    if (swarm !== undefined && swarm.id !== before && !isFinished(swarm)) {
      const { yes, text } = await cortex('swarm recruit', member.id, '--role', member.role);
      if (yes) return swarm;
      note(`could not join: ${text}`);
    }
    await pause(demo, 1);
  }
}

/** Continues the tasks that it had when it died. @param {import('./cortex.mjs').Manifest} swarm */
async function resume({ decomposition }) {
  for (const task of leavesOf(decomposition)) {
    if (task.status !== 'active' || task.assignedTo !== member.id) continue;
    note(`continues ${task.id}`);
    await worker.work(task);
  }
}

/** Works on tasks until there is another swarm, or it was retired. @param {string} swarm */
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
      await pause(demo, 1);
    }
  }
}

/** @param {string} swarm */
async function waitForWork(swarm) {
  /** @type {ReturnType<typeof readOutlook>} */
  let seen;
  do {
    await pause(demo, 1.5);
    seen = readOutlook(swarm);
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
