import { ignoresCase, type SwarmManifest } from '../../../engine/crtx/index.ts';
import type { Runtime } from '../../../engine/platform/runtime.ts';
import { listOverlaps } from '../../../engine/swarm/index.ts';
import type { SwarmView } from '../../../engine/workspace/swarm-source.ts';
import { NO_MARKS, type OverlapMarks, toMarks } from './overlap-marks.ts';

/** Limits, because the comparison is quadratic and runs in the extension host. `swarm status` compares all tasks. */
const LIMITS = { tasks: 200, shown: 1_000 };

/** Finds tasks that may change the same files (docs/decisions/0020-graph-digest.md). @param root a real path */
export function findOverlaps(runtime: Runtime, root: string, { manifest, locks }: SwarmView): OverlapMarks {
  if (manifest === null) return NO_MARKS;
  const withLocks: SwarmManifest = { ...manifest, locks: [...locks] };
  return toMarks(listOverlaps({ runtime, root, foldCase: ignoresCase(runtime.fs, root) }, withLocks, LIMITS));
}
