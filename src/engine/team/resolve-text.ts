import { type MergedVersions, withCertainSides } from '../text/conflicts/certain-sides.ts';
import { requireOneNote, withHeaderConflicts } from '../text/conflicts/header-conflicts.ts';
import { withLatestTimes } from '../text/conflicts/latest-times.ts';
import { conflictSide, keepBothSides, MAX_NESTED, mergeConflicts } from '../text/conflicts/merge-conflicts.ts';
import type { Divide } from '../text/conflicts/merge-parts.ts';
import { flattenNested, keepBothBlocks, type MergeBlock } from '../text/conflicts/merged-blocks.ts';
import { cut } from '../text/cut.ts';
import { readHeader } from '../text/frontmatter/frontmatter.ts';
import { splitHeader } from '../text/frontmatter/split-header.ts';
import { parseSections } from '../text/markdown/sections.ts';
import { allowedCounts, findCopies, type MergedQueue, type Sides, uniteCopies } from './queue/merged-tasks.ts';
import { AGENT_QUEUE, PROJECT_QUEUE, parseQueue, type QueueShape, type QueueTask } from './queue/queue.ts';
import { parseTicks, uniteTicks } from './queue/ticks.ts';
import { newHeading } from './team-errors.ts';
import type { TeamFile } from './team-files.ts';

const SHAPES: Partial<Record<TeamFile['kind'], QueueShape>> = { project: PROJECT_QUEUE, 'agent-queue': AGENT_QUEUE };

/**
 * Returns the parts of a file to merge: header, tasks, and the sections around them. A task is the same on both sides if heading and title
 * are equal.
 */
function partsOf(text: string, { level }: QueueShape): MergeBlock[] {
  const titles = new Map(parseQueue(text, { level, section: null }).map(({ range, title }) => [range.from, title]));
  const { header, bodyFrom } = splitHeader(text);
  // Additions to the header go before the line that ends it.
  const headerParts =
    header === null
      ? []
      : [
          { name: 'header', from: header.from },
          { name: 'end of the header', from: header.yamlFrom + header.yaml.length },
        ];
  const below = parseSections(text).filter((section) => section.level <= level && section.from >= bodyFrom);
  const sections = [...headerParts, ...below];
  return sections.map(({ name, from }, n) => {
    const key = JSON.stringify([name.toLowerCase(), titles.get(from) ?? null]);
    return { from, to: sections[n + 1]?.from ?? text.length, key, isUnited: true };
  });
}

/** Merges work queues by parts (docs/decisions/0051-merge-driver.md). */
export interface QueueMerging {
  readonly divide: Divide;
  /** Unites tasks that the merge has doubled, and gives different tasks with the same heading different headings. */
  finish(text: string, versions: MergedVersions): ResolvedTeamText;
  /** Like `finish`, for a text with conflicts, which stay as they are. */
  finishMarked(text: string, versions: MergedVersions): SeparatedTasks;
}

/** Returns how to merge two versions of a team file; `null` if the file has no queue. */
export function queueMerging(kind: TeamFile['kind']): QueueMerging | null {
  const shape = SHAPES[kind];
  if (shape === undefined) return null;
  return {
    divide: (text) => partsOf(text, shape),
    finish: (text, versions) => withOwnHeadings(text, mergedOf(versions), shape),
    finishMarked: (text, versions) => separateTasks(text, mergedOf(versions), shape),
  };
}

/** Time in a heading, as `dispatch` writes it. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?$/;

/** Returns the time in a task's heading, parsed as UTC; `null` if the heading is not a time. */
function dispatchedAt({ heading }: QueueTask): number | null {
  const time = TIME.test(heading) ? Date.parse(`${heading}Z`) : Number.NaN;
  return Number.isNaN(time) ? null : time;
}

const headed = (tasks: readonly QueueTask[], heading: string): number => tasks.filter((task) => task.heading === heading).length;

/** A task whose id changed, because another task has the same one. */
export interface RenamedTask {
  readonly title: string;
  readonly from: string;
  readonly to: string;
}

export const describeRenamedTask = ({ title, from, to }: RenamedTask): string =>
  `The id of the task ${JSON.stringify(cut(title, 80))} is now ${to}, because another task has ${from}.`;

/** A text whose tasks have different headings. */
export interface SeparatedTasks {
  readonly text: string;
  readonly renamed: readonly RenamedTask[];
}

export interface ResolvedTeamText extends SeparatedTasks {
  /** Problems of tasks caused by keeping both sides. */
  readonly contradictions: readonly Contradiction[];
}

/** A problem of a task that neither side of a merge had. */
export interface Contradiction {
  readonly title: string;
  readonly message: string;
  /** 1-based line of the merged text. */
  readonly line: number;
}

/** @param file absolute */
export const describeContradiction = (file: string, { title, message, line }: Contradiction): string =>
  `${file}:${line}: ${cut(title, 80)}: ${message}. Keep the correct line, and remove the other.`;

/** Returns the problems of a header that neither side has, such as a key of both. */
function headerContradictions(text: string, sides: readonly string[]): Contradiction[] {
  const problemIn = (each: string) => {
    const { header } = splitHeader(each);
    const { problem } = header === null ? { problem: null } : readHeader(header.yaml);
    return problem === null ? [] : [{ title: 'header', message: problem.message, line: problem.line + 1 }];
  };
  const known = new Set(sides.flatMap(problemIn).map(({ message }) => message));
  return problemIn(text).filter(({ message }) => !known.has(message));
}

/** Returns a note without a work queue, with both sides of every conflict. */
function settledNote(marked: string): ResolvedTeamText {
  const text = withLatestTimes(keepBothSides(marked));
  return { text, renamed: [], contradictions: headerContradictions(text, sidesIn(marked)) };
}

function sidesIn(text: string): string[] {
  const conflicts = mergeConflicts(text);
  return (['ours', 'theirs'] as const).map((side) => conflictSide(text, conflicts, side).text);
}

const problemKey = (title: string, message: string): string => JSON.stringify([title, message]);

function contradictionsIn(text: string, sides: readonly string[], shape: QueueShape): Contradiction[] {
  const before = sides.flatMap((side) => parseQueue(side, shape));
  const known = new Set(before.flatMap(({ title, problems }) => problems.map(({ message }) => problemKey(title, message))));
  const after = parseQueue(text, shape).flatMap(({ title, problems }) => problems.map(({ message, line }) => ({ title, message, line })));
  return after.filter(({ title, message }) => !known.has(problemKey(title, message)));
}

/** Two heartbeats of an agent are one: the later. */
function withOneTick(text: string, sides: readonly string[]): string {
  const most = Math.max(...sides.map((side) => parseTicks(side).length));
  return parseTicks(text).length > most ? uniteTicks(text) : text;
}

/**
 * Unites tasks that the merge has doubled, and separates tasks that two branches dispatched in the same minute: the later one gets a
 * second of that minute, as if both had been dispatched here.
 */
function separateTasks(text: string, queue: MergedQueue, shape: QueueShape): SeparatedTasks {
  const { merged } = queue;
  const allowed = allowedCounts(merged, shape, ({ heading }) => heading);
  const renamed: RenamedTask[] = [];
  let changed = uniteCopies(text, queue, shape);
  const different = () => {
    const tasks = parseQueue(changed, shape);
    const copies = new Set(findCopies(tasks, merged, shape));
    return tasks.filter((task) => !copies.has(task));
  };
  for (const heading of new Set(different().map((task) => task.heading))) {
    const most = allowed(heading);
    let tasks = different();
    for (let count = headed(tasks, heading); count > most; count -= 1) {
      const last = tasks.findLast((task) => task.heading === heading);
      const time = last === undefined ? null : dispatchedAt(last);
      if (last === undefined || time === null) break;
      const at = changed.indexOf(heading, last.range.from);
      const to = newHeading([...tasks, ...taken(merged, shape)], time, 'UTC');
      renamed.push({ title: last.title, from: heading, to });
      changed = changed.slice(0, at) + to + changed.slice(at + heading.length);
      tasks = different();
    }
  }
  return { text: changed, renamed };
}

/** Returns the tasks of all sides: some may be between conflict markers of the merged text. */
const taken = (merged: readonly Sides[], shape: QueueShape): QueueTask[] => merged.flat().flatMap((side) => parseQueue(side, shape));

function withOwnHeadings(text: string, queue: MergedQueue, shape: QueueShape): ResolvedTeamText {
  const [sides] = queue.merged;
  const separated = separateTasks(withOneTick(withLatestTimes(text), sides), queue, shape);
  return { ...separated, contradictions: contradictionsIn(separated.text, sides, shape) };
}

const mergedOf = ({ base, ours, theirs }: MergedVersions): MergedQueue => ({ merged: [[ours, theirs]], base });

/** Returns the versions that git merges. Versions with committed conflicts do not tell how many tasks each side has. */
function certainVersions(versions: MergedVersions | null): Sides[] {
  const sides = versions === null ? [] : [versions.ours, versions.theirs];
  return sides.length === 0 || sides.some((side) => mergeConflicts(side).length > 0) ? [] : [sides];
}

const sectionStarts: Divide = (text) => parseSections(text).map(({ name, from, to }) => ({ key: name, from, to }));

/**
 * Returns a team file with conflicts whose sides are certain, see `withCertainSides`.
 * @param kind as in `resolveTeamText` @param versions `null` if git does not know them
 * @throws CortexError `denied` with the line of a conflict whose sides are unknown or are two different notes
 */
export function certainTeamText(text: string, kind: TeamFile['kind'] | null, versions: MergedVersions | null): string {
  const shape = kind === null ? undefined : SHAPES[kind];
  const certain = withCertainSides(text, { versions, divide: shape === undefined ? sectionStarts : (each) => partsOf(each, shape) });
  if (kind !== null) requireOneNote(certain, versions);
  return certain;
}

/**
 * Resolves all conflicts of a team file by keeping both sides, ours first (rulings, all protocols 10). Tasks are kept whole, even where
 * git found common lines of two tasks. All other text is merged line by line. `versions` are those that git merges, because a merge driver
 * may have added tasks of both sides outside of the conflicts. Conflicts that are nested deeper than `levels` are resolved line by line.
 * @param marked as `certainTeamText` returns it @param kind kind of the file; `null` for the configuration
 * @throws CortexError `denied` if the end of the header of only one side is in a conflict
 */
export function resolveTeamText(
  marked: string,
  kind: TeamFile['kind'] | null,
  { versions = null, levels = MAX_NESTED }: { readonly versions?: MergedVersions | null; readonly levels?: number } = {},
): ResolvedTeamText {
  const shape = kind === null ? undefined : SHAPES[kind];
  if (mergeConflicts(marked).length === 0) return { text: marked, renamed: [], contradictions: [] };
  const divided = kind === null ? marked : withHeaderConflicts(marked);
  if (shape === undefined) return settledNote(divided);
  const inside: RenamedTask[] = [];
  const settleSide = (side: string) => {
    const { text, renamed } = resolveTeamText(side, kind, { levels: levels - 1 });
    inside.push(...renamed);
    return text;
  };
  const text = levels === 0 ? divided : flattenNested(divided, settleSide);
  const sides = sidesIn(text);
  const settled = withOwnHeadings(
    keepBothBlocks(text, (each) => partsOf(each, shape)),
    { merged: [sides, ...certainVersions(versions)], base: versions?.base ?? null },
    shape,
  );
  const contradictions = [...headerContradictions(settled.text, sides), ...settled.contradictions];
  return { text: settled.text, renamed: [...inside, ...settled.renamed], contradictions };
}
