// @ts-check
/**
 * An agent of the demo that has read the specification and uses no library of ours: it changes `swarm.crtx` with
 * `fs.writeFile`, the checksum left as it was, and knows of no lock but the one that it writes down itself.
 */
import fs from 'node:fs';
import path from 'node:path';
import { leavesOf, readSwarmFile, readyTasks, swarmFileOf } from './cortex.mjs';
import { begin, note, pause, TOKEN_USD, textOf } from './life.mjs';
import { afterJob, readJobs } from './material.mjs';

const { place, member } = begin();
const jobs = readJobs();
const LOCK_MS = 90_000;
const WORK_SECONDS = 12;

/** @typedef {import('./cortex.mjs').Manifest} Manifest */

/** Rewrites the whole file. @param {(swarm: Manifest, now: number) => void} change */
function rewrite(change) {
  const file = readSwarmFile(place);
  if (file === undefined) return;
  const now = Date.now();
  change(file.data, now);
  fs.writeFileSync(swarmFileOf(place), `${JSON.stringify({ ...file, header: { ...file.header, updated: now } }, undefined, 2)}\n`);
}

/** @param {Manifest} swarm @param {number} now */
function agentIn(swarm, now) {
  const known = swarm.agents.find(({ id }) => id === member.id);
  if (known !== undefined) return known;
  const { id, role } = member;
  const agent = { id, role, expertise: [], status: 'idle', assignedTasks: [], startedAt: now, tokensUsed: 0, costUsd: 0 };
  swarm.agents.push(agent);
  return agent;
}

/** @param {Manifest} swarm @param {string} id */
const taskIn = (swarm, id) => leavesOf(swarm.decomposition).find((task) => task.id === id);

/** @param {string} id of a task @param {string} file */
function take(id, file) {
  rewrite((swarm, now) => {
    const task = taskIn(swarm, id);
    const agent = agentIn(swarm, now);
    if (task === undefined || task.status !== 'pending') return;
    task.status = 'active';
    task.assignedTo = member.id;
    agent.status = 'working';
    agent.assignedTasks = [id];
    const lock = { path: file, agentId: member.id, type: 'exclusive', acquiredAt: now, expiresAt: now + LOCK_MS, reason: task.description };
    swarm.locks.push(lock);
  });
}

/** @param {string} id @param {string} file @param {number} tokens */
function finish(id, file, tokens) {
  rewrite((swarm, now) => {
    const task = taskIn(swarm, id);
    const agent = agentIn(swarm, now);
    if (task !== undefined) Object.assign(task, { status: 'done', actualTokens: tokens, output: 'done by hand' });
    agent.status = 'idle';
    agent.tokensUsed += tokens;
    agent.costUsd = Number((agent.costUsd + tokens * TOKEN_USD).toFixed(6));
    swarm.locks = swarm.locks.filter((lock) => lock.agentId !== member.id || lock.path !== file);
  });
}

/** Whether what it wrote was taken over. @param {string} id */
const isMine = (id) => {
  const swarm = readSwarmFile(place)?.data;
  return swarm !== undefined && taskIn(swarm, id)?.assignedTo === member.id;
};

/** Takes the last task that nobody has, because others begin with the first. */
async function work() {
  const swarm = readSwarmFile(place)?.data;
  const task =
    swarm === undefined ? undefined : readyTasks(swarm).findLast(({ id }) => jobs[id] !== undefined && jobs[id].draft === undefined);
  const job = task === undefined ? undefined : jobs[task.id];
  if (task === undefined || job === undefined) return;
  take(task.id, job.file);
  note(`took ${task.id}`);
  await pause(place, WORK_SECONDS);
  if (!isMine(task.id)) return note(`${task.id} went to somebody else`);
  const file = path.join(place.workspace, job.file);
  fs.writeFileSync(file, afterJob(job, textOf(file)));
  await pause(place, WORK_SECONDS);
  finish(task.id, job.file, task.estimatedTokens);
  note(`did ${task.id}`);
}

for (;;) {
  await pause(place, 5);
  await work();
}
