import { expect } from 'vitest';
import { readText } from '../../../support/fault-fs/files.ts';
import { FaultFileSystem } from '../../../support/fault-fs.ts';
import { parseNotes } from '../../../support/notes.ts';
import { DIRECTORY, PUBLISHED, ROOT, SimulatedTime } from '../../../support/simulation.ts';
import { note, openPublished } from './others.ts';

/** The machine of the current test, with a project on its disk; recreated by `begin`. */
export let fs = new FaultFileSystem();
export let time = new SimulatedTime();
let seeds = 0;

export function begin(): void {
  fs = new FaultFileSystem({ reuseInodes: true });
  time = new SimulatedTime();
  seeds = 0;
  fs.mkdirSync(`${ROOT}/.cortex`, { recursive: true });
}

/** Opens the log in another process. Unless it is `alive`, others treat it as dead and its turns as over. */
export function open(view = fs, alive = false) {
  seeds += 1;
  return openPublished(view, { time, seed: seeds, alive });
}

/** Runs one command: appends notes and closes. Returns its problems. */
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
