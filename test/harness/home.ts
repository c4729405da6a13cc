/** The home of the person whose editor it is: the team directory and what they have put aside are in it. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const OURS = ['.cortex', 'cortex-team'];

let made: string | undefined;

/** The home in all editors that the test files of this process share: nothing of ours is in it when a test begins. @returns its path */
export function editorHome(): string {
  made ??= realpathSync(mkdtempSync(path.join(os.tmpdir(), 'cortex-home-')));
  return made;
}

/** Takes out of it what the last test, or the last try, has left. */
export function clearHome(): void {
  for (const name of OURS) rmSync(path.join(editorHome(), name), { recursive: true, force: true, maxRetries: 5 });
}

export function removeHome(): void {
  if (made !== undefined) rmSync(made, { recursive: true, force: true, maxRetries: 5 });
  made = undefined;
}
