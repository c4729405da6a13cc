import fs from 'node:fs';
import path from 'node:path';
import { makeLocalFolder } from '../../engine/files/local-folder.ts';
import { encodeFileName, resolveInside } from '../../engine/files/safe-path.ts';
import { describeError, fileError } from '../../engine/platform/errors.ts';
import { nonce } from '../../engine/platform/ids.ts';
import type { Runtime } from '../../engine/platform/runtime.ts';
import { LOCAL_FOLDER } from '../../engine/stack/index.ts';

/** Maximum size of the saved output of a run, in bytes. */
const MAX_BYTES = 16 * 1024 * 1024;
const HOOKS = 'hooks';

/** Output of a hook, saved in a file of its stack that git ignores. */
export class HookOutput {
  #left = MAX_BYTES;
  #refusal: string | null = null;

  private constructor(
    /** Absolute. */
    readonly file: string,
    private readonly descriptor: number,
  ) {}

  /** @param directory folder of the stack @throws CortexError, or the system's error */
  static async begin(runtime: Runtime, directory: string, skill: string): Promise<HookOutput> {
    await makeLocalFolder(runtime, directory, LOCAL_FOLDER);
    const folder = resolveInside(runtime.fs, directory, path.join(LOCAL_FOLDER, HOOKS));
    fs.mkdirSync(folder, { recursive: true });
    const time = new Date(runtime.clock.now()).toISOString().replace(/[:.]/g, '-');
    const file = path.join(folder, `${time}-${encodeFileName(skill)}-${nonce(runtime.random).slice(0, 6)}.log`);
    return new HookOutput(file, fs.openSync(file, 'wx', 0o600));
  }

  /** Why the output is incomplete; `null` if it is complete. */
  get refusal(): string | null {
    return this.#refusal;
  }

  /** @returns false if the bytes were not saved; `refusal` says why */
  write(bytes: Buffer): boolean {
    if (this.#left <= 0) {
      this.#refusal ??= `only ${MAX_BYTES / 1024 / 1024} MiB of the output are kept`;
      return false;
    }
    const kept = bytes.subarray(0, this.#left);
    this.#left -= kept.length;
    try {
      fs.writeSync(this.descriptor, kept);
      return true;
    } catch (error) {
      // The hook continues even if its output cannot be saved.
      this.#left = 0;
      this.#refusal = describeError(fileError(error, this.file, 'keep its output'));
      return false;
    }
  }

  close(): void {
    this.#left = 0;
    fs.closeSync(this.descriptor);
  }
}
