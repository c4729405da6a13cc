/** What one of several windows has told of: a file for each, in a folder that they share. */
import { hash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

/** Windows notice the same thing within seconds; later it is another time that it waits. Milliseconds. */
const HELD_MS = 600_000;

/** Touched to learn what time it is where the others are. */
const CLOCK = 'clock';

const hasCode = (error: unknown, code: string): boolean => error instanceof Error && 'code' in error && error.code === code;

/** Lets of several windows the first tell of something. Where nothing can be remembered each tells: twice is better than never. */
export class AnnouncedNeeds {
  /** @param folder absolute; made when something is told of */
  constructor(private readonly folder: string) {}

  /** @param key the same in all windows @returns whether it is this window's to tell of */
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
