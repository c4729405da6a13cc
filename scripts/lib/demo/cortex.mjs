// @ts-check
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

const TIMEOUT_MS = 120_000;

/**
 * Result of a `cortex` command.
 * @typedef {object} Answer
 * @property {boolean} yes its exit code was 0
 * @property {unknown} value the output, if it is JSON
 * @property {string} text the output as text
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
 * Returns a function that runs `cortex` commands in a project, each as a process, as agents do.
 * @param {import('./demo-folder.mjs').DemoFolder} demo
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

/** @param {import('./demo-folder.mjs').DemoFolder} demo */
export const swarmFileOf = ({ workspace }) => path.join(workspace, '.cortex', 'swarm.crtx');

/**
 * Reads `swarm.crtx`, which may be slightly out of date.
 * @param {import('./demo-folder.mjs').DemoFolder} demo
 * @returns {SwarmFile | undefined} undefined while there is none, or another program is writing it
 */
export function readSwarmFile(demo) {
  try {
    return JSON.parse(fs.readFileSync(swarmFileOf(demo), 'utf8'));
  } catch {
    return undefined;
  }
}

/** @param {Task} task @returns {Task[]} the tasks that are worked on, in document order */
export const leavesOf = (task) => (task.children.length === 0 ? [task] : task.children.flatMap(leavesOf));

/** @param {Manifest} manifest @returns {Task[]} the unassigned tasks without open dependencies */
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
