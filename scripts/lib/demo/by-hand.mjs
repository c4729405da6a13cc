// @ts-check
/**
 * An agent of the demo that uses only the specification: it changes `swarm.crtx` with `fs.writeFile`, does not update the checksum, and
 * writes its locks into the file itself.
 */
import fs from 'node:fs';
import path from 'node:path';
import { begin, note, pause, TOKEN_USD, textOf } from './agent-process.mjs';
import { leavesOf, readSwarmFile, readyTasks, swarmFileOf } from './cortex.mjs';
import { afterJob, readJobs } from './jobs.mjs';

const { demo, member } = begin();
const jobs = readJobs();
const LOCK_MS = 90_000;
const WORK_SECONDS = 12;

/** @typedef {import('./cortex.mjs').Manifest} Manifest */

/** Rewrites the whole file. @param {(swarm: Manifest, now: number) => void} change */
function rewrite(change) {
  const file = readSwarmFile(demo);
  if (file === undefined) return;
  const now = Date.now();
  change(file.data, now);
  fs.writeFileSync(swarmFileOf(demo), `${JSON.stringify({ ...file, header: { ...file.header, updated: now } }, undefined, 2)}\n`);
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

/** Returns whether its change was adopted. @param {string} id */
const isMine = (id) => {
  const swarm = readSwarmFile(demo)?.data;
  return swarm !== undefined && taskIn(swarm, id)?.assignedTo === member.id;
};

/** Works on the last unassigned task, because other agents start with the first. */
async function work() {
  const swarm = readSwarmFile(demo)?.data;
  const task =
    swarm === undefined ? undefined : readyTasks(swarm).findLast(({ id }) => jobs[id] !== undefined && jobs[id].draft === undefined);
  const job = task === undefined ? undefined : jobs[task.id];
  if (task === undefined || job === undefined) return;
  take(task.id, job.file);
  note(`took ${task.id}`);
  await pause(demo, WORK_SECONDS);
  if (!isMine(task.id)) return note(`${task.id} is assigned to another agent`);
  const file = path.join(demo.workspace, job.file);
  fs.writeFileSync(file, afterJob(job, textOf(file)));
  await pause(demo, WORK_SECONDS);
  finish(task.id, job.file, task.estimatedTokens);
  note(`did ${task.id}`);
}

for (;;) {
  await pause(demo, 5);
  await work();
}
