import { type AgentNote, isOwnedBy } from '../../../engine/team/index.ts';
import { wordFilter } from '../../model/words.ts';
import { type BoardTask, mapQueueLists, type QueueBoard } from './board.ts';
import type { QueueAge, QueueFilter, QueueList } from './protocol.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const AGES: Readonly<Record<QueueAge, (age: number) => boolean>> = {
  all: () => true,
  hour: (age) => age < HOUR_MS,
  day: (age) => age < DAY_MS,
  week: (age) => age < 7 * DAY_MS,
  'over-day': (age) => age >= DAY_MS,
  'over-week': (age) => age >= 7 * DAY_MS,
};

/** Returns a predicate for the tasks that an agent has or could claim. For an empty id: the tasks that no agent has. */
function isOf(agent: string, note: AgentNote | undefined): (each: BoardTask) => boolean {
  if (agent === '') return (each) => each.agent === null;
  return (each) =>
    each.agent === agent || (each.list === 'ready' && each.agent === null && note !== undefined && isOwnedBy(each.project, note));
}

function textOf({ project, task, agent }: BoardTask): string {
  const { id, title, scope, summary, blocked, status } = task;
  return [project.slug, id, title, agent, scope, summary, blocked, status].join('\n');
}

/** Returns the tasks that match a filter, by column. @param now milliseconds since 1970 UTC */
export function filterBoard(
  board: QueueBoard,
  { words, project, agent, age }: QueueFilter,
  now: number,
): Readonly<Record<QueueList, readonly BoardTask[]>> {
  if (words.trim() === '' && project === null && agent === null && age === 'all') return board.lists;
  const hasWords = wordFilter(words);
  const isTheirs = agent === null ? () => true : isOf(agent, board.notes.agents.get(agent));
  const isOld = AGES[age];
  const isWanted = (each: BoardTask): boolean =>
    (project === null || each.project.slug === project) &&
    isTheirs(each) &&
    (age === 'all' || (each.since !== null && isOld(now - each.since))) &&
    hasWords(() => textOf(each));
  return mapQueueLists((list) => board.lists[list].filter(isWanted));
}
