import { toProblem, toWarning } from '../../../engine/platform/file-problem.ts';
import type { EntryDetail as FoundDetail, EntryRow as FoundRow, TimelineWindow } from '../../../engine/timeline/index.ts';
import { entryIcon } from '../../model/entry-icons.ts';
import { clipText, EMPTY_PAGE, problemRows } from '../../model/pages.ts';
import { describeShownProject } from '../../model/shown-project.ts';
import { manifestOf, type ProjectViewModel } from '../../model/swarm/view-model.ts';
import type { EntryDetail, TimelineSnapshot, TimelineState } from './protocol.ts';

/** Maximum number of agents in the filter's list. The search finds the others. */
const MOST_AGENTS = 500;

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
    ...{ searching: window?.isSearching ?? false, fresh: window?.fresh ?? 0 },
    detail: window?.detail ? shownDetail(window.detail) : null,
    agents: agentsOf(viewModel, window),
    request,
    problems: problemRows(problems.filter(({ message }, place) => problems.findIndex((each) => each.message === message) === place)),
    now,
    readOnly: viewModel.readOnly,
  };
  return { kind: 'timeline', snapshot };
}

const withIcon = <Row extends FoundRow>(row: Row) => ({ ...row, icon: entryIcon(row.type) });

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
  return [...new Set([...ofSwarm.slice(0, MOST_AGENTS), ...ofRows])].sort().slice(0, MOST_AGENTS);
}
