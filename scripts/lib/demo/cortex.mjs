// @ts-check
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

const TIMEOUT_MS = 120_000;

/**
 * What the program `cortex` answered.
 * @typedef {object} Answer
 * @property {boolean} yes its exit code was 0
 * @property {unknown} value what it printed, where that was JSON
 * @property {string} text what it said otherwise
 */

/** @param {string} text @returns {unknown} */
function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * A `cortex` for one project: each call is a process, as for an agent of any vendor.
 * @param {import('./place.mjs').Place} place
 * @returns {(words: string, ...args: string[]) => Promise<Answer>} `words` are the command's own, such as `swarm claim`
 */
export function cortexOf({ cortex, workspace }) {
  const options = { cwd: workspace, timeout: TIMEOUT_MS, maxBuffer: 16_777_216 };
  return (words, ...args) =>
    new Promise((resolve) => {
      execFile(process.execPath, [cortex, ...words.split(' '), ...args, '--json'], options, (error, stdout, stderr) => {
        resolve({ yes: error === null, value: parse(stdout), text: stderr.trim() || stdout.trim() });
      });
    });
}

/** @typedef {{ id: string, status: string, assignedTo?: string | undefined, dependencies: string[], children: Task[], description: string,
 *   estimatedTokens: number, actualTokens?: number | undefined, output?: unknown }} Task */
/** @typedef {{ id: string, role: string, expertise: string[], status: string, assignedTasks: string[], startedAt?: number,
 *   tokensUsed: number, costUsd: number }} Agent */
/** @typedef {{ path: string, agentId: string, type: string, acquiredAt: number, expiresAt: number, reason: string }} Lock */
/** @typedef {{ id: string, coordinator: string, agents: Agent[], locks: Lock[], decomposition: Task,
 *   budget: { spent: { tokens: number, costUsd: number } } }} Manifest */
/** @typedef {{ header: { updated: number }, data: Manifest }} SwarmFile */

/** @param {import('./place.mjs').Place} place */
export const swarmFileOf = ({ workspace }) => path.join(workspace, '.cortex', 'swarm.crtx');

/**
 * Reads `swarm.crtx` as any program can. It may be a moment old.
 * @param {import('./place.mjs').Place} place
 * @returns {SwarmFile | undefined} nothing while there is none, or somebody is writing it by hand
 */
export function readSwarmFile(place) {
  try {
    return JSON.parse(fs.readFileSync(swarmFileOf(place), 'utf8'));
  } catch {
    return undefined;
  }
}

/** @param {Task} task @returns {Task[]} the tasks that are worked on, in document order */
export const leavesOf = (task) => (task.children.length === 0 ? [task] : task.children.flatMap(leavesOf));

/** @param {Manifest} manifest @returns {Task[]} the tasks that nobody has and nothing holds up */
export function readyTasks({ decomposition }) {
  const leaves = leavesOf(decomposition);
  const done = new Set(leaves.filter(({ status }) => status === 'done').map(({ id }) => id));
  return leaves.filter(
    ({ status, assignedTo, dependencies }) =>
      status === 'pending' && assignedTo === undefined && dependencies.every((dependency) => done.has(dependency)),
  );
}

/** @param {Manifest} manifest */
export const isFinished = ({ decomposition }) => leavesOf(decomposition).every(({ status }) => status !== 'pending' && status !== 'active');
