import { toProblem, toWarning } from '../../../engine/platform/file-problem.ts';
import type { EntryDetail as FoundDetail, EntryRow as FoundRow, TimelineWindow } from '../../../engine/timeline/index.ts';
import { entryTone } from '../../model/entry-tone.ts';
import { clipText, EMPTY_PAGE, problemRows } from '../../model/pages.ts';
import { describeShownProject } from '../../model/shown-project.ts';
import { manifestOf, type ProjectViewModel } from '../../model/swarm/view-model.ts';
import type { EntryDetail, TimelineFilter, TimelineSnapshot, TimelineState } from './protocol.ts';

/** Maximum number of agents in the filter's list. The search finds the others. */
const MAX_AGENTS = 500;

/** Inputs of the state. */
export interface TimelineInputs {
  readonly viewModel: ProjectViewModel;
  /** All open projects, including the one that is shown. */
  readonly projects: readonly { readonly root: string }[];
  /** The rows that were read last; `null` if nothing could be read. */
  readonly window: TimelineWindow | null;
  /** Why the last reading failed; `null` if it succeeded. */
  readonly error: unknown;
  readonly request: TimelineSnapshot['request'];
  readonly now: number;
}

/** Returns the state of the Timeline dashboard. */
export function timelineState({ viewModel, projects, window, error, request, now }: TimelineInputs): TimelineState {
  const problems = [...viewModel.problems, ...(error === null ? [] : [toProblem(error)]), ...(window?.problems ?? []).map(toWarning)];
  const snapshot: TimelineSnapshot = {
    project: describeShownProject(viewModel, projects),
    entries: window === null ? EMPTY_PAGE : { total: window.total, from: window.from, rows: window.rows.map(withIcon) },
    searching: window?.isSearching ?? false,
    fresh: window?.fresh ?? 0,
    detail: window?.detail ? shownDetail(window.detail) : null,
    agents: agentsOf(viewModel, window),
    request,
    problems: problemRows(problems.filter(({ message }, place) => problems.findIndex((each) => each.message === message) === place)),
    now,
    readOnly: viewModel.readOnly,
  };
  return { kind: 'timeline', snapshot };
}

const withIcon = <Row extends FoundRow>(row: Row) => ({ ...row, icon: entryIcon(row.type), tone: entryTone(row) });

function shownDetail({ row, parents, children, precedents, ...others }: FoundDetail): EntryDetail {
  return {
    ...others,
    row: withIcon(row),
    parents: parents.map(withIcon),
    children: { ...children, first: children.first.map(withIcon) },
    precedents: precedents?.map(withIcon) ?? null,
  };
}

/** Returns the agents of the swarm and of the visible rows. */
function agentsOf(viewModel: ProjectViewModel, window: TimelineWindow | null): string[] {
  const ofSwarm = (manifestOf(viewModel)?.agents ?? []).map(({ id }) => clipText(id));
  const ofRows = (window?.rows ?? []).map(({ agent }) => agent);
  return [...new Set([...ofSwarm.slice(0, MAX_AGENTS), ...ofRows])].sort().slice(0, MAX_AGENTS);
}

const HOUR_MS = 3_600_000;
const AGES: Readonly<Record<Exclude<TimelineFilter['age'], 'all'>, number>> = {
  hour: HOUR_MS,
  day: 24 * HOUR_MS,
  week: 168 * HOUR_MS,
  month: 720 * HOUR_MS,
};
/** Number of steps per age. The start of the time range is rounded to a step, so that a new query does not run at every update. */
const STEPS = 60;

const given = (text: string): string | undefined => (text.trim() === '' ? undefined : text);

/** Converts a filter to a query. @param now milliseconds since 1970 UTC */
export function toQuery({ text, file, task, ref, agent, type, outcome, age }: TimelineFilter, now: number) {
  return {
    text: given(text.trim()),
    file: given(file),
    task: given(task),
    ref: given(ref),
    agent: agent ?? undefined,
    type: type ?? undefined,
    outcome: outcome ?? undefined,
    since: age === 'all' ? undefined : sinceOf(AGES[age], now),
  };
}

function sinceOf(length: number, now: number): number {
  const step = length / STEPS;
  return Math.floor(now / step) * step - length;
}

/** Seed 1, "TimelineEntryType". */
const ICONS: ReadonlyMap<string, string> = new Map([
  ['decision', 'milestone'],
  ['discovery', 'search'],
  ['fix', 'wrench'],
  ['refactor', 'tools'],
  ['experiment', 'beaker'],
  ['failure', 'error'],
  ['learning', 'mortar-board'],
  ['delegation', 'arrow-right'],
  ['escalation', 'bell'],
  ['merge', 'git-merge'],
  ['conflict', 'git-compare'],
]);

/** Returns the codicon of an entry type, without prefix. */
export const entryIcon = (type: string): string => ICONS.get(type) ?? 'circle-small';
