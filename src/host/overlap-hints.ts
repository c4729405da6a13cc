import path from 'node:path';
import { CORTEX_FOLDER } from '../engine/crtx/index.ts';
import { CoalescedWork } from '../engine/platform/coalesced-work.ts';
import type { Runtime } from '../engine/platform/runtime.ts';
import { type Disposable, PathWatch, watchDirectory } from '../engine/platform/watching.ts';
import type { SwarmView } from '../engine/workspace/swarm-source.ts';
import type { OverlapMarks } from './model/swarm/overlap-marks.ts';

const NONE: OverlapMarks = new Map();

/** Minimum delay between two comparisons, in milliseconds. Long, because task descriptions change less often than task states. */
const GAP_MS = 5_000;

interface Project {
  /** Root of the project, a real path. */
  readonly root: string;
  /** Watches for a new graph. */
  readonly watch: PathWatch;
  view: SwarmView | null;
  marks: OverlapMarks;
}

/** Finds overlaps between tasks of the shown project in the background, and reports changes. */
export class OverlapHints implements Disposable {
  readonly #finding: CoalescedWork;
  #project: Project | null = null;

  constructor(
    private readonly runtime: Runtime,
    private readonly changed: () => void,
    private readonly failed: (error: unknown) => void,
  ) {
    this.#finding = new CoalescedWork(runtime, GAP_MS, () => this.#find());
  }

  /** Returns the overlaps that are known for a project. */
  marksIn(root: string): OverlapMarks {
    return this.#project?.root === root ? this.#project.marks : NONE;
  }

  /** Sets the project and its current swarm. @param root a real path; `null`: no project */
  look(root: string | null, view: SwarmView | null): void {
    if (this.#project?.root !== root) {
      this.#project?.watch.dispose();
      this.#project = root === null ? null : { root, watch: this.#watch(root), view, marks: NONE };
    }
    if (this.#project === null) return;
    this.#project.view = view;
    this.#soon();
  }

  dispose(): void {
    this.#finding.dispose();
    this.#project?.watch.dispose();
  }

  #watch(root: string): PathWatch {
    const target = path.join(root, CORTEX_FOLDER, '.local', 'graph');
    const changed = (directory: string) => directory === target && this.#soon();
    return new PathWatch({ fs: this.runtime.fs, watch: watchDirectory, anchor: root, target, changed, failed: () => {} });
  }

  #soon(): void {
    this.#finding.request().catch(this.failed);
  }

  async #find(): Promise<void> {
    const project = this.#project;
    if (project === null) return;
    const { root, view, marks: before } = project;
    const { findOverlaps } = await import('./model/swarm/overlap-finder.ts');
    project.marks = view === null ? NONE : findOverlaps(this.runtime, root, view);
    if (project === this.#project && !sameMarks(before, project.marks)) this.changed();
  }
}

function sameMarks(one: OverlapMarks, other: OverlapMarks): boolean {
  return one.size === other.size && JSON.stringify([...one]) === JSON.stringify([...other]);
}
