import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { isDayAlone } from '../../../engine/platform/zoned-time.ts';
import { listOwners, type TeamStore } from '../../../engine/team/index.ts';
import { clippedOrNull, clipText, toPage } from '../../model/pages.ts';
import { differentIn } from '../page-state.ts';
import type { ProblemRow } from '../protocol.ts';
import { BoardMaker, type BoardTask, mapQueueLists, QueueBoard, type TeamNotes } from './board.ts';
import { filterBoard } from './filter.ts';
import { type HolderRules, Holders, USUAL_RULES } from './holders.ts';
import type {
  QueueCard,
  QueueFilter,
  QueueList,
  QueueRequest,
  QueuesPush,
  QueuesSnapshot,
  QueuesView,
  QueueTaskDetail,
} from './protocol.ts';

/** Maximum number of entries in a menu. */
const MAX_CHOICES = 1_000;
/** Time after which a filter by age is applied again, in milliseconds. */
const AGES_MS = 60_000;

/** Inputs of the snapshot besides the tasks. */
export interface QueueInputs {
  readonly directory: string;
  readonly doing: QueueRequest | null;
  /** Returns why the last request on a task was refused. Default: derived from `doing`. */
  refusalOf?(task: string): string | null;
  readonly problems: readonly ProblemRow[];
  /** Milliseconds since 1970 UTC. */
  readonly now: number;
  readonly readOnly: string | null;
}

interface Filtered {
  readonly filter: string;
  readonly at: number;
  readonly lists: Readonly<Record<QueueList, readonly BoardTask[]>>;
}

const NO_NOTES: TeamNotes = { projects: new Map(), agents: new Map() };

/** Builds the snapshot of the Work Queues dashboard. It contains only the cards that are in view. Results are cached until tasks change. */
export class QueuesViewModel {
  #maker = new BoardMaker('');
  #board = new QueueBoard(NO_NOTES, []);
  #filtered: Filtered | null = null;
  #holders = new Holders(NO_NOTES.agents, USUAL_RULES);

  get board(): QueueBoard {
    return this.#board;
  }

  /** Replaces the notes. Does nothing if they are unchanged. @param rules with the time zone of the times in the notes */
  point(notes: TeamNotes, rules: HolderRules): void {
    const { timeZone } = rules;
    const { projects, agents } = this.#board.notes;
    if (!this.#holders.isOf(notes.agents, rules)) this.#holders = new Holders(notes.agents, rules);
    const isSameZone = this.#maker.timeZone === timeZone;
    if (isSameZone && notes.projects === projects && notes.agents === agents) return;
    if (!isSameZone) this.#maker = new BoardMaker(timeZone);
    this.#board = this.#maker.make({ projects: notes.projects, agents: notes.agents });
    this.#filtered = null;
  }

  /** Returns a request with `seen` set to `null` if the task has changed since, so that an outdated refusal is not shown. */
  settled(doing: QueueRequest): QueueRequest {
    if (doing.seen === null) return doing;
    const { id, list, agent } = doing.seen;
    const task = this.#board.task(id);
    const isAsSeen = task?.list === list && clippedOrNull(task.agent) === agent;
    return isAsSeen ? doing : { ...doing, seen: null };
  }

  #filter(wanted: QueueFilter, now: number): Filtered {
    const filter = JSON.stringify(wanted);
    const isFresh = wanted.age === 'all' || Math.abs(now - (this.#filtered?.at ?? 0)) < AGES_MS;
    if (this.#filtered?.filter !== filter || !isFresh) this.#filtered = { filter, at: now, lists: filterBoard(this.#board, wanted, now) };
    return this.#filtered;
  }

  take(view: QueuesView, { doing, refusalOf = (id) => refusalIn(doing, id), ...circumstances }: QueueInputs): QueuesSnapshot {
    const { notes, tasks, blocked, lists: all } = this.#board;
    const { lists } = this.#filter(view.filter, circumstances.now);
    return {
      tasks: tasks.length,
      blocked,
      projectCount: notes.projects.size,
      projects: [...notes.projects.keys()].slice(0, MAX_CHOICES),
      agents: [...notes.agents.keys()].slice(0, MAX_CHOICES),
      lists: mapQueueLists((list) => toPage(lists[list], view.lists[list], (each) => cardOf(each, this.#holders, refusalOf(each.id)))),
      others: all.other.length,
      detail: this.#detail(view.detail),
      sought: this.#find(view.sought, lists),
      doing,
      ...circumstances,
    };
  }

  #detail(id: string | null): QueueTaskDetail | null {
    const found = id === null ? undefined : this.#board.task(id);
    if (found === undefined) return null;
    const { title, scope } = found.task;
    const owners = listOwners(found.project, this.#board.notes.agents.values());
    const { list } = found;
    return { id: found.id, list, agent: clippedOrNull(found.agent), title, scope: scope ?? '', owners: owners.slice(0, MAX_CHOICES) };
  }

  #find(id: string | null, lists: Filtered['lists']): QueuesSnapshot['sought'] {
    const found = id === null ? undefined : this.#board.task(id);
    if (found === undefined) return null;
    const index = lists[found.list].indexOf(found);
    return index < 0 ? null : { id: found.id, list: found.list, index };
  }
}

const refusalIn = (doing: QueueRequest | null, id: string): string | null =>
  doing?.outcome === 'refused' && doing.seen?.id === id ? doing.message : null;

function cardOf(each: BoardTask, holders: Holders, refusal: string | null): QueueCard {
  const { id, list, project, task, agent, time, since } = each;
  const holder = holders.of(each);
  return {
    // A date without a time of day has no exact age.
    id,
    list,
    since: time !== null && isDayAlone(time) ? null : since,
    ...(holder !== null && { holder }),
    project: clipText(project.slug),
    title: clipText(task.title),
    agent: clippedOrNull(agent),
    status: clippedOrNull(task.status),
    time: clippedOrNull(time),
    blocked: each.isBlocked ? clippedOrNull(task.blocked) : null,
    needsApproval: task.needsApproval && list !== 'done',
    summary: list === 'done' ? clippedOrNull(task.summary) : null,
    refusal,
  };
}

/**
 * Returns the changed fields for a page that shows `before`, because a full state has thousands of names; `null` if only the time differs.
 * The page advances its own clock.
 */
export function findChanges(before: QueuesPush, state: QueuesPush): QueuesPush | null {
  if (before.kind !== 'queues' || state.kind !== 'queues') return isDeepStrictEqual(before, state) ? null : state;
  const { lists: listsBefore, now: _, ...partsBefore } = before.snapshot;
  const { lists, now, ...parts } = state.snapshot;
  const changedLists = differentIn(listsBefore, lists);
  const changed = differentIn(partsBefore, parts);
  const hasLists = Object.keys(changedLists).length > 0;
  if (!hasLists && Object.keys(changed).length === 0) return null;
  return { kind: 'changes', changes: { ...changed, ...(hasLists && { lists: changedLists }), now } };
}

const MAX_PROBLEMS = 50;

/** Returns the problems of a team: general messages first, then errors and warnings in its files. */
export function toProblemRows(said: readonly string[], store: Pick<TeamStore, 'problems' | 'root'> | null): ProblemRow[] {
  const inFiles = (store?.problems ?? []).map(({ severity, message, path: file, line }): ProblemRow => {
    return { severity, message: clipText(message), place: { file: path.join(store?.root ?? '', file), line, column: 1 } };
  });
  const inWords = said.map((message): ProblemRow => ({ severity: 'warning', message: clipText(message), place: null }));
  const errors = inFiles.filter(({ severity }) => severity === 'error');
  return [...inWords, ...errors, ...inFiles.filter(({ severity }) => severity === 'warning')].slice(0, MAX_PROBLEMS);
}
