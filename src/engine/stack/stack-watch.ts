import path from 'node:path';
import type { CortexError } from '../platform/errors.ts';
import type { Runtime } from '../platform/runtime.ts';
import { type Disposable, PathWatch, watchDirectory } from '../platform/watching.ts';
import { LOCAL_FOLDER } from './files/stack-places.ts';

export interface StackWatchOptions {
  readonly runtime: Runtime;
  /** A folder that is there and stays; a real path. */
  readonly anchor: string;
  /** The stack's folder as `stackDirectory` gives it, below `anchor`; it may come and go, and be hidden or not. */
  readonly directory: string;
  /** The files of the stack that count. */
  readonly files: readonly string[];
  /** One of them may have changed, or the whole stack may have come. */
  changed(): void;
  /** Changes go unnoticed from now on, and why. */
  failed(error: CortexError): void;
}

/** Tells of changes in the files of a stack, also of one that is hidden, and one that is not there yet. Nothing is polled. */
export function watchStack({ runtime, anchor, directory, files, changed, failed }: StackWatchOptions): Disposable {
  const stack = path.basename(directory) === LOCAL_FOLDER ? path.dirname(directory) : directory;
  const hidden = path.join(stack, LOCAL_FOLDER);
  const noticed = (place: string, name: string | null) => {
    const isInside = place === stack || place === hidden;
    // On the way to the stack only what is new counts, which is told without a name.
    if (name === null || (isInside && files.includes(name))) changed();
  };
  return new PathWatch({ fs: runtime.fs, watch: watchDirectory, anchor, target: hidden, changed: noticed, failed });
}
