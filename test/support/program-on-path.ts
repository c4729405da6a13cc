import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { bundle } from './bundle.ts';

/** Creates a folder with the program `cortex`, for the `PATH` of git and shells. The caller removes it. */
export async function folderWithCortex(): Promise<string> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'cortex-bin-'));
  const program = await bundle(path.join(import.meta.dirname, '../../src/cli/cortex.ts'), folder);
  fs.writeFileSync(path.join(folder, 'cortex'), `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`, { mode: 0o755 });
  return folder;
}
