import { expect } from 'vitest';
import { readText } from '../../../support/fault-fs/files.ts';
import { FaultFileSystem } from '../../../support/fault-fs.ts';
import { parseNotes } from '../../../support/notes.ts';
import { DIRECTORY, PUBLISHED, ROOT, SimulatedTime } from '../../../support/simulation.ts';
import { note, openPublished } from './others.ts';

/** A machine of the present test, with a project on its disk; made anew by `begin`. */
export let fs = new FaultFileSystem();
export let time = new SimulatedTime();
let seeds = 0;

export function begin(): void {
  fs = new FaultFileSystem({ reuseInodes: true });
  time = new SimulatedTime();
  seeds = 0;
  fs.mkdirSync(`${ROOT}/.cortex`, { recursive: true });
}

/** Another process; unless it is alive, the others take it for dead and its turns for over. */
export function open(view = fs, alive = false) {
  seeds += 1;
  return openPublished(view, { time, seed: seeds, alive });
}

/** One command: says something and ends. Gives its problems. */
export async function say(...texts: readonly string[]): Promise<readonly string[]> {
  const log = open();
  for (const text of texts) await log.transact(note(text));
  await log.close();
  expect(fs.openCount).toBe(0);
  return log.problems;
}

export const published = () => [...parseNotes(readText(fs, PUBLISHED)).seen];
export const beside = (start: string) => fs.readdirSync(`${ROOT}/.cortex`).filter((name) => name.startsWith(start));
export const kept = () => fs.readdirSync(DIRECTORY).filter((name) => name.startsWith('kept-'));
