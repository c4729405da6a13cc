import { listDirectory } from '../../files/folder-entries.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { CoreState } from '../core-state.ts';
import { checkpointName } from '../layout.ts';
import { laterSegments, unreachedSegmentsError } from './missing.ts';

/** Segments with records that no seal leads to. */
export class UnreachedSegments {
  constructor(
    private readonly runtime: Runtime,
    private readonly directory: string,
  ) {}

  /** Returns those after a segment. @param names of all files in the folder */
  after(segment: string, names: readonly string[] = listDirectory(this.runtime.fs, this.directory)): string[] {
    return laterSegments(this.runtime.fs, this.directory, segment, names);
  }

  /** Returns the error if there are any after a segment that are no remains of a power loss; otherwise `null`. */
  errorAfter(segment: string, core: CoreState, names: readonly string[]): Error | null {
    const lost = this.after(segment, names).filter((name) => !this.#isLeftByPowerLoss(name, core, names));
    return lost.length === 0 ? null : unreachedSegmentsError(this.directory, segment, lost);
  }

  /** A power loss may remove a seal and keep later records. That is possible only until the log is continued in this boot. */
  #isLeftByPowerLoss(segment: string, core: CoreState, names: readonly string[]): boolean {
    if (core.unreached.includes(segment)) return true;
    // A durable checkpoint is written only after a durable seal.
    return core.boot !== this.runtime.process.boot && !names.includes(checkpointName(segment));
  }
}
