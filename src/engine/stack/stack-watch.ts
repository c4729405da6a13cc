import path from 'node:path';
import { isInside } from '../files/safe-path.ts';
import type { CortexError } from '../platform/errors.ts';
import type { Runtime } from '../platform/runtime.ts';
import { type Disposable, PathWatch, watchDirectory } from '../platform/watching.ts';
import { LOCAL_FOLDER } from './files/find-stacks.ts';

export interface StackWatchOptions {
  readonly runtime: Runtime;
  /** An existing, permanent folder; a real path. */
  readonly anchor: string;
  /** The stack's folder as `stackDirectory` returns it, below `anchor`. It may appear, vanish, and change to or from stealth mode. */
  readonly directory: string;
  /** File names to watch. */
  readonly files: readonly string[];
  /** Called when one of the files may have changed, or the stack may have appeared. */
  changed(): void;
  /** Called when changes will go unnoticed from now on. */
  failed(error: CortexError): void;
}

/** Watches the files of a stack, without polling. The stack may be in stealth mode or not exist yet. */
export function watchStack({ runtime, anchor, directory, files, changed, failed }: StackWatchOptions): Disposable {
  const stack = path.basename(directory) === LOCAL_FOLDER ? path.dirname(directory) : directory;
  const hidden = path.join(stack, LOCAL_FOLDER);
  const noticed = (place: string, name: string | null) => {
    const isInside = place === stack || place === hidden;
    // In the folders above the stack only new folders matter, which are reported without a name.
    if (name === null || (isInside && files.includes(name))) changed();
  };
  // A stack that a person named may be a link that leads elsewhere.
  const above = isInside(anchor, stack) ? anchor : path.dirname(stack);
  return new PathWatch({ fs: runtime.fs, watch: watchDirectory, anchor: above, target: hidden, changed: noticed, failed });
}
