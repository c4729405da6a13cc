// @ts-check
import { setTimeout as wait } from 'node:timers/promises';
import { isFinished, leavesOf, readSwarmFile } from '../demo/cortex.mjs';

/** @typedef {import('../demo/demo-folder.mjs').DemoFolder} DemoFolder */
/** @typedef {{ done: number, failed: number, total: number, agents: number, working: number, locks: number, finished: boolean }} SwarmState */

const LOOK_MS = 500;

/**
 * Reads the state of the swarm from its file.
 * @param {DemoFolder} demo
 * @returns {SwarmState | undefined} undefined while there is no swarm
 */
export function readState(demo) {
  const swarm = readSwarmFile(demo)?.data;
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

/** Returns the state as one line. @param {SwarmState} state */
export function statusLine({ done, failed, total, agents, working, locks }) {
  const failures = failed === 0 ? '' : `, ${failed} failed`;
  return `${done} of ${counted(total, 'task')} done${failures} · ${working} of ${counted(agents, 'agent')} working · ${counted(locks, 'lock')}`;
}

/**
 * Returns the text for a changed state. It repeats the address, because the first one has scrolled away by then.
 * @param {string} time
 * @param {string} status
 * @param {string | undefined} address of the editor; undefined for a desktop window
 */
export function report(time, status, address) {
  return `${time}  ${status}${address === undefined ? '' : `\n  Open: ${address}`}`;
}

/**
 * Waits until the swarm has a state.
 * @param {DemoFolder} demo
 * @param {(standing: SwarmState) => boolean} wanted
 * @param {number} timeoutMs
 * @throws Error with the state after the timeout
 */
export async function waitUntil(demo, wanted, timeoutMs) {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const now = readState(demo);
    if (now !== undefined && wanted(now)) return;
    if (performance.now() > deadline) {
      const how = now === undefined ? 'there is no swarm yet' : statusLine(now);
      throw new Error(`Timeout after ${timeoutMs / 1000} s: ${how}. Logs of the agents: ${demo.logs}`);
    }
    await wait(LOOK_MS);
  }
}
