/** Announcements that windows have made: one file for each, in a folder that all windows share. */
import { hash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

/** Time for which an announcement is not repeated, in milliseconds. Several windows find the same need within seconds. */
const HELD_MS = 600_000;

/** File that is written to read the current time of the file system, with which the other files are compared. */
const CLOCK = 'clock';

const hasCode = (error: unknown, code: string): boolean => error instanceof Error && 'code' in error && error.code === code;

/** Lets only the first of several windows announce a need. If the folder is not writable, all do: twice is better than never. */
export class AnnouncedNeeds {
  /** @param folder absolute; created on the first announcement */
  constructor(private readonly folder: string) {}

  /** Claims an announcement. @param key the same in all windows @returns whether this window should make it */
  take(key: string): boolean {
    try {
      this.#forget();
    } catch {
      return true;
    }
    try {
      fs.closeSync(fs.openSync(path.join(this.folder, hash('sha256', key, 'hex')), 'wx'));
      return true;
    } catch (error) {
      return !hasCode(error, 'EEXIST');
    }
  }

  #forget(): void {
    fs.mkdirSync(this.folder, { recursive: true });
    fs.writeFileSync(path.join(this.folder, CLOCK), '');
    const now = this.#timeOf(CLOCK) ?? 0;
    for (const name of fs.readdirSync(this.folder)) {
      if (Math.abs(now - (this.#timeOf(name) ?? now)) > HELD_MS) fs.rmSync(path.join(this.folder, name), { force: true });
    }
  }

  #timeOf(name: string): number | null {
    return fs.statSync(path.join(this.folder, name), { throwIfNoEntry: false })?.mtimeMs ?? null;
  }
}
