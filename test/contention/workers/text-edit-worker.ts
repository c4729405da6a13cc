import fs from 'node:fs';
import { TextEdits } from '../../../src/engine/files/second-look/text-edits.ts';
import { CortexError } from '../../../src/engine/platform/errors.ts';
import { type FileSystem, nodeFileSystem } from '../../../src/engine/platform/file-system.ts';
import { nodeRuntime } from '../../../src/engine/platform/runtime.ts';

// Adds `increments` to the number after `count:` in `<root>/note.md`, one edit each, and reports each edit. With a `death` above zero it
// kills itself at its `death`-th call that changes the disk. It ends without the second look, which is left to others.
const [root = '', increments = '0', death = '0'] = process.argv.slice(2);
let callsLeft = Number(death);

function mortal<A extends unknown[], R>(use: (...args: A) => R) {
  return (...args: A): R => {
    if (--callsLeft === 0) process.kill(process.pid, 'SIGKILL');
    return use(...args);
  };
}

const files: FileSystem = {
  ...nodeFileSystem,
  writeSync: mortal(nodeFileSystem.writeSync),
  renameSync: mortal(nodeFileSystem.renameSync),
  unlinkSync: mortal(nodeFileSystem.unlinkSync),
  linkSync: mortal(nodeFileSystem.linkSync),
};
const say = (event: object) => fs.writeSync(1, `${JSON.stringify(event)}\n`);

say({ kind: 'ready' });
fs.readSync(0, Buffer.alloc(1));
const edits = new TextEdits({ ...nodeRuntime({}), fs: files }, { root, local: '.local' });
for (let n = 0; n < Number(increments); ) {
  let count = 0;
  try {
    await edits.edit('note.md', (text) => {
      count = Number(/^count: (\d+)$/m.exec(text ?? '')?.[1]) + 1;
      return text?.replace(/^count: \d+$/m, `count: ${count}`) ?? null;
    });
    n += 1;
    say({ kind: 'counted', count });
  } catch (error) {
    // Others were faster for half a minute; nothing was changed.
    if (!(error instanceof CortexError) || error.code !== 'busy') throw error;
  }
}
say({ kind: 'closed', problems: edits.problems });
// Like each command: what it found after this could not be reported.
process.exit();
