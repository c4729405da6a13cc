// @ts-check
import { setTimeout as wait } from 'node:timers/promises';
import { isFinished, leavesOf, readSwarmFile } from '../demo/cortex.mjs';

/** @typedef {import('../demo/place.mjs').Place} Place */
/** @typedef {{ done: number, failed: number, total: number, agents: number, working: number, locks: number, finished: boolean }} Standing */

const LOOK_MS = 500;

/**
 * How the swarm stands, by its file.
 * @param {Place} place
 * @returns {Standing | undefined} nothing while there is no swarm
 */
export function standing(place) {
  const swarm = readSwarmFile(place)?.data;
  if (swarm === undefined) return undefined;
  const leaves = leavesOf(swarm.decomposition);
  /** @param {string} wanted */
  const count = (wanted) => leaves.filter(({ status }) => status === wanted).length;
  return {
    done: count('done'),
    failed: count('failed'),
    total: leaves.length,
    agents: swarm.agents.filter(({ status }) => status !== 'done' && status !== 'failed').length,
    working: swarm.agents.filter(({ status }) => status === 'working').length,
    locks: swarm.locks.filter(({ expiresAt }) => expiresAt > Date.now()).length,
    finished: isFinished(swarm),
  };
}

/** @param {number} count @param {string} noun */
const counted = (count, noun) => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** One line for people. @param {Standing} standing */
export function statusLine({ done, failed, total, agents, working, locks }) {
  const failures = failed === 0 ? '' : `, ${failed} failed`;
  return `${done} of ${counted(total, 'task')} done${failures} · ${working} of ${counted(agents, 'agent')} working · ${counted(locks, 'lock')}`;
}

/**
 * What is said each time that the swarm stands otherwise. The address stands under it, because the first one has scrolled away by then.
 * @param {string} time
 * @param {string} status
 * @param {string | undefined} address of the editor; none where it has a window of its own
 */
export function report(time, status, address) {
  return `${time}  ${status}${address === undefined ? '' : `\n  Open: ${address}`}`;
}

/**
 * Waits until a swarm stands as wanted.
 * @param {Place} place
 * @param {(standing: Standing) => boolean} wanted
 * @param {number} timeoutMs
 * @throws Error that says how it stands instead
 */
export async function waitUntil(place, wanted, timeoutMs) {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const now = standing(place);
    if (now !== undefined && wanted(now)) return;
    if (performance.now() > deadline) {
      const how = now === undefined ? 'there is no swarm yet' : statusLine(now);
      throw new Error(`The agents are not under way after ${timeoutMs / 1000} s: ${how}. What they wrote is in ${place.logs}.`);
    }
    await wait(LOOK_MS);
  }
}
