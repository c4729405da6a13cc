import path from 'node:path';
import { CORTEX_FOLDER } from '../engine/crtx/index.ts';
import { CoalescedWork } from '../engine/platform/coalesced-work.ts';
import type { Runtime } from '../engine/platform/runtime.ts';
import { type Disposable, PathWatch, watchDirectory } from '../engine/platform/watching.ts';
import type { SwarmView } from '../engine/workspace/swarm-source.ts';
import { NO_MARKS, type OverlapMarks } from './model/swarm/overlap-marks.ts';

/** Between two times that tasks are compared, milliseconds: what a task is about changes more slowly than how it stands. */
const GAP_MS = 5_000;

interface Project {
  /** A real path. */
  readonly root: string;
  /** Tells when there is another graph. */
  readonly watch: PathWatch;
  view: SwarmView | null;
  marks: OverlapMarks;
}

/** Which tasks of the project that is shown may be in each other's way: found behind what is shown, and told when it is another. */
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

  /** What is known of a project. */
  marksIn(root: string): OverlapMarks {
    return this.#project?.root === root ? this.#project.marks : NO_MARKS;
  }

  /** Looks at a project from now on, and at its swarm as it is now. @param root a real path; `null`: at none */
  look(root: string | null, view: SwarmView | null): void {
    if (this.#project?.root !== root) {
      this.#project?.watch.dispose();
      this.#project = root === null ? null : { root, watch: this.#watch(root), view, marks: NO_MARKS };
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
    project.marks = view === null ? NO_MARKS : findOverlaps(this.runtime, root, view);
    if (project === this.#project && !sameMarks(before, project.marks)) this.changed();
  }
}

function sameMarks(one: OverlapMarks, other: OverlapMarks): boolean {
  return one.size === other.size && JSON.stringify([...one]) === JSON.stringify([...other]);
}
