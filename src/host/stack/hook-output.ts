import fs from 'node:fs';
import path from 'node:path';
import { nonce } from '../../engine/kernel/ids.ts';
import { makeLocalFolder } from '../../engine/kernel/local-folder.ts';
import type { Runtime } from '../../engine/kernel/runtime.ts';
import { encodeFileName, resolveInside } from '../../engine/kernel/safe-path.ts';
import { LOCAL_FOLDER } from '../../engine/stack/index.ts';

/** Of one run so much is kept; who writes more writes it to a file of its own. */
const MOST_BYTES = 16 * 1024 * 1024;
const HOOKS = 'hooks';

/** What a hook has written, kept in a file of its stack that git ignores. */
export class HookOutput {
  #left = MOST_BYTES;

  private constructor(
    /** Absolute. */
    readonly file: string,
    private readonly descriptor: number,
  ) {}

  /** @param directory of the stack @throws CortexError, or the system's error */
  static async begin(runtime: Runtime, directory: string, skill: string): Promise<HookOutput> {
    await makeLocalFolder(runtime, directory, LOCAL_FOLDER);
    const folder = resolveInside(runtime.fs, directory, path.join(LOCAL_FOLDER, HOOKS));
    fs.mkdirSync(folder, { recursive: true });
    const time = new Date(runtime.clock.now()).toISOString().replace(/[:.]/g, '-');
    const file = path.join(folder, `${time}-${encodeFileName(skill)}-${nonce(runtime.random).slice(0, 6)}.log`);
    return new HookOutput(file, fs.openSync(file, 'wx', 0o600));
  }

  /** @returns false when no more is kept */
  write(bytes: Buffer): boolean {
    if (this.#left <= 0) return false;
    const kept = bytes.subarray(0, this.#left);
    this.#left -= kept.length;
    fs.writeSync(this.descriptor, kept);
    return true;
  }

  close(): void {
    fs.closeSync(this.descriptor);
  }
}
