import path from 'node:path';
import { CORTEX_FOLDER, findProject, listUnmergedCopies, type TimelineEntry } from '../crtx/index.ts';
import { mayBeUnmerged } from '../files/git-state.ts';
import { CortexError, fileError } from '../platform/errors.ts';
import { type FileProblem, toProblem } from '../platform/file-problem.ts';
import { type Need, readNeedsOrProblem } from '../platform/need.ts';
import { problemNeeds } from '../platform/problem-needs.ts';
import type { ChangeResult, OpenProtocol } from '../platform/protocol.ts';
import type { Runtime } from '../platform/runtime.ts';
import type { Disposable } from '../platform/watching.ts';
import { heldFileNeeds, swarmNeeds } from '../swarm/index.ts';
import { type TimelineQuery, TimelineStore } from '../timeline/index.ts';
import { checkFile, unmergedScope } from './checked-files.ts';
import { FileChecks } from './file-checks.ts';
import { createInspector, openSource } from './project-files.ts';
import { readTimelineNeeds } from './timeline-needs.ts';

/** Bytes of traces that one command reads at most, which takes less than a second. */
const MAX_BYTES = 8 * 1_048_576;

export interface ProjectReadingOptions {
  readonly runtime: Runtime;
  /** The project may be in a folder above it. */
  readonly folder: string;
  /** Called with the location of the original bytes when reading replaced a broken file. */
  readonly warn: (warning: string) => void;
}

/** A project read once, with its timeline: for commands that need it only once. */
export class ProjectReading implements OpenProtocol {
  readonly mayMissChanges = true;

  private constructor(
    readonly root: string,
    readonly isThere: boolean,
    private readonly found: { readonly needs: readonly Need[]; readonly problems: readonly FileProblem[] },
  ) {}

  /** @throws CortexError when a parent folder cannot be examined */
  static async open(options: ProjectReadingOptions): Promise<ProjectReading> {
    const { runtime, folder } = options;
    const project = findProjectAround(runtime, folder);
    if (project === null) return new ProjectReading(folder, false, { needs: [], problems: [] });
    const { root } = project;
    const [swarm, escalations] = await Promise.all([
      readNeedsOrProblem('swarm.crtx', () => ofSwarm(options, root)),
      readNeedsOrProblem('timeline.crtx', () => readTimelineNeeds((query, limit) => entriesIn(options, root, { query, limit }), root)),
    ]);
    // After the others, which may have rebuilt a broken file and left a copy beside it.
    const checks = new FileChecks(runtime, async () => createInspector(runtime, root), { writes: true, mostBytes: MAX_BYTES });
    await checks.check(root);
    const copies = listUnmergedCopies(runtime.fs, project).map(({ file, why }) => toProblem(fileError(why, file, 'read it', 'read')));
    const problems = [...checks.problems, ...copies, ...(await unmergedInTree(runtime, project))];
    return new ProjectReading(root, true, { needs: [...swarm, ...escalations, ...problemNeeds(problems)], problems });
  }

  problems(): readonly FileProblem[] {
    return this.found.problems;
  }

  needs(): readonly Need[] {
    return this.found.needs;
  }

  onDidChange(): Disposable {
    return { dispose: () => undefined };
  }

  readChanges(): ChangeResult {
    return 'same';
  }

  refresh(): void {}

  lookLater(): void {}

  async close(): Promise<void> {}
}

/** Returns the unmerged copies in a linked worktree. */
async function unmergedInTree({ fs }: Runtime, { root, tree }: { readonly root: string; readonly tree: string }): Promise<FileProblem[]> {
  if (tree === root || !mayBeUnmerged(fs, tree)) return [];
  const { listUnmerged, unmergedProblem } = await import('../files/unmerged-files.ts');
  return (await listUnmerged(unmergedScope(fs, tree))).map(unmergedProblem);
}

/** Returns the project that a folder belongs to, or `null`. @throws CortexError when a parent folder cannot be examined */
export function findProjectAround({ fs }: Runtime, directory: string): ReturnType<typeof findProject> | null {
  try {
    return findProject(fs, directory, false);
  } catch (error) {
    if (error instanceof CortexError && error.code === 'not-found') return null;
    throw error;
  }
}

interface Wanted {
  readonly query: TimelineQuery;
  readonly limit: number;
}

async function entriesIn(
  { runtime, warn }: ProjectReadingOptions,
  root: string,
  { query, limit }: Wanted,
): Promise<readonly TimelineEntry[]> {
  const timeline = await TimelineStore.open(runtime, root);
  try {
    return (await timeline.query(query, { limit })).entries;
  } finally {
    await timeline.close();
    timeline.rebuilt.forEach(warn);
  }
}

async function ofSwarm({ runtime, warn }: ProjectReadingOptions, root: string): Promise<readonly Need[]> {
  const source = await openSource(runtime, root, 'log');
  let problems: readonly FileProblem[];
  let needs: readonly Need[];
  try {
    problems = await source.refresh();
    const look = { file: path.join(root, CORTEX_FOLDER, 'swarm.crtx'), now: runtime.clock.now() };
    needs = [...swarmNeeds(source.view(), look), ...heldFileNeeds(runtime, root)];
  } finally {
    await source.close();
    source.rebuilt.forEach(warn);
  }
  // Check the file last: it may have been rebuilt meanwhile.
  if (problems.length === 0) return needs;
  const missing = problems.filter(({ history }) => history !== undefined);
  return [...needs, ...problemNeeds([...missing, ...(await checkFile(createInspector(runtime, root), 'swarm'))])];
}
