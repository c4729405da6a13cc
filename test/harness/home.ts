/** The home of the person whose editor it is: the team directory and what they have put aside are in it. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeEach } from 'vitest';

const OURS = ['.cortex', 'cortex-team'];

/** Makes a home for the tests of a file. Each of them, and each try, begins with nothing of ours in it. @returns its path, absolute */
export function editorHome(): string {
  const home = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'cortex-home-')));
  beforeEach(() => {
    for (const name of OURS) rmSync(path.join(home, name), { recursive: true, force: true, maxRetries: 5 });
  });
  afterAll(() => rmSync(home, { recursive: true, force: true, maxRetries: 5 }));
  return home;
}
