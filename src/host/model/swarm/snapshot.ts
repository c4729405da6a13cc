import type { SwarmManifest } from '../../../engine/crtx/index.ts';
import { type OpenSubject, outlookOf, outlookWords } from '../../../engine/swarm/index.ts';
import type { SwarmView } from '../../../engine/workspace/swarm-source.ts';
import type { Page, Range } from '../../dashboards/protocol.ts';
import type { ShownActivity } from '../../dashboards/swarm/activity.ts';
import type { DashboardState, DecisionRow, LockRow, SwarmSnapshot, SwarmSummary, TaskRow, View } from '../../dashboards/swarm/protocol.ts';
import { decisionContext, taskContext } from '../contexts.ts';
import { toLockRow } from '../locks/lock-rows.ts';
import { clipText, EMPTY_PAGE, problemRows, toNames, toPage } from '../pages.ts';
import { agentPage, orderAgents } from './agent-page.ts';
import { budgetRows } from './budget.ts';
import { type Decisions, getDecisions, waitsForPerson } from './decisions.ts';
import { detailOf } from './detail.ts';
import { determinePhase, policyText, swarmName } from './swarm-phase.ts';
import { taskGraphState } from './task-graph-state.ts';
import { getTaskIndex, type TaskEntry, type TaskIndex } from './task-index.ts';
import { taskNote } from './task-note.ts';
import { manifestOf, type ProjectViewModel, type ViewModel, waitingAgents } from './view-model.ts';

const NOTE_LENGTH = 500;
const MAX_VOICES = 20;

/** What is known of the past of the swarm, and of the person that uses the editor. */
interface Further extends Pick<SwarmSnapshot, 'burnDown' | 'history'> {
  readonly activity: ShownActivity | null;
  /** Id of the person, for suggested commands. */
  readonly person: string;
}

const NOTHING_FURTHER: Further = { burnDown: null, history: null, activity: null, person: 'person:NAME' };

/** Returns the state of the Swarm dashboard. It contains only the rows that are in view. */
export function dashboardState(viewModel: ViewModel, view: View, further: Partial<Further> = {}): DashboardState {
  switch (viewModel.kind) {
    case 'no-folder':
      return { kind: 'no-folder' };
    case 'no-project':
      return { kind: 'no-project', folder: viewModel.folder, readOnly: viewModel.readOnly, problems: problemRows(viewModel.problems) };
    case 'project':
      return { kind: 'swarm', snapshot: snapshotOf(viewModel, view, { ...NOTHING_FURTHER, ...further }) };
  }
}

function snapshotOf(viewModel: ProjectViewModel, view: View, further: Further): SwarmSnapshot {
  const { burnDown, history, activity } = further;
  const { name, now, readOnly, problems, view: shown } = viewModel;
  return {
    project: name,
    ...swarmParts(viewModel, view, further),
    activity: activity?.state ?? null,
    burnDown,
    history,
    isUnread: shown === null,
    locks: shown === null ? EMPTY_PAGE : lockPage(shown, view.locks),
    problems: problemRows(problems),
    now,
    readOnly,
  };
}

type SwarmParts = Pick<SwarmSnapshot, 'swarm' | 'decisions' | 'tasks' | 'taskGraph' | 'agents' | 'detail' | 'budget'>;

const NO_SWARM = { swarm: null, decisions: EMPTY_PAGE, tasks: EMPTY_PAGE, taskGraph: null, agents: EMPTY_PAGE, detail: null, budget: [] };

function swarmParts(viewModel: ProjectViewModel, view: View, { activity, person }: Further): SwarmParts {
  const { view: shown, now } = viewModel;
  const manifest = manifestOf(viewModel);
  if (shown === null || manifest === null) return NO_SWARM;
  const index = getTaskIndex(manifest);
  const decisions = getDecisions(manifest);
  const folded = new Set(view.folded);
  const entries = unfoldedEntries(index, folded);
  const ordered = orderAgents(manifest.agents, {
    by: view.agentsBy,
    view: shown,
    now,
    hasFailed: (agent) => activity?.hasFailed(agent) ?? false,
  });
  return {
    swarm: summary(manifest, index, { view: shown, now }),
    decisions: toPage(decisions.open, view.decisions, (subject) => decisionRow(subject, manifest)),
    tasks: toPage(entries, view.tasks, (entry) => taskRow(entry, index, decisions, folded)),
    taskGraph: view.graph ? taskGraphState(manifest, index, folded) : null,
    agents: agentPage(ordered, {
      view: shown,
      index,
      range: view.agents,
      stripOf: (agent) => activity?.stripOf(agent, (task) => index.get(task)?.node.description ?? task) ?? null,
    }),
    detail:
      view.detail &&
      detailOf(view.detail, {
        view: shown,
        now,
        person,
        tasks: entries.map(({ node }) => node.id),
        agents: ordered.agents.map(({ id }) => id),
      }),
    budget: budgetRows(manifest, shown, now),
  };
}

function summary(
  manifest: SwarmManifest,
  index: TaskIndex,
  { view, now }: { readonly view: SwarmView; readonly now: number },
): SwarmSummary {
  const { id, strategy, coordinator, created, decomposition, mergePolicy } = manifest;
  const texts = { id: clipText(id), task: clipText(swarmName(manifest)), strategy: clipText(strategy), coordinator: clipText(coordinator) };
  const { pause } = view;
  const outlook = outlookOf(manifest, view, now);
  return {
    ...texts,
    created,
    status: decomposition.status,
    phase: determinePhase(manifest, view),
    pause: pause === null ? null : { by: clipText(pause.by), reason: clipText(pause.reason), at: pause.at },
    outlook: outlook && { ...outlookWords(outlook), isEarly: outlook.kind !== 'enough' },
    policy: policyText(mergePolicy),
    counts: index.counts,
    percent: index.percent,
  };
}

function decisionRow(subject: OpenSubject, manifest: SwarmManifest): DecisionRow {
  const { id, kind, about, task, waitsFor, options, vote } = subject;
  const voices = (vote?.voices ?? []).slice(0, MAX_VOICES).map(({ choice, count }) => ({ choice: clipText(choice), count }));
  return {
    id: clipText(id),
    kind,
    about: clipText(about),
    task: clipText(task),
    waitsFor,
    isUrgent: waitsForPerson(subject, manifest),
    options: toNames(options),
    vote: vote === null ? null : { voices, entitled: vote.entitled, needed: vote.needed },
    context: decisionContext(subject),
  };
}

/** Returns the tasks that are not hidden below a folded one. */
function unfoldedEntries(index: TaskIndex, folded: ReadonlySet<string>): readonly TaskEntry[] {
  const shown: TaskEntry[] = [];
  for (let at = 0; at < index.entries.length; ) {
    const entry = index.entries[at];
    if (entry === undefined) break;
    shown.push(entry);
    at += folded.has(entry.node.id) ? entry.size : 1;
  }
  return shown;
}

function taskRow(entry: TaskEntry, index: TaskIndex, decisions: Decisions, folded: ReadonlySet<string>): TaskRow {
  const { node, depth, position, siblings, leaves, done } = entry;
  const { id, description, status, assignedTo = null, priority, estimatedTokens, actualTokens } = node;
  const isLeaf = node.children.length === 0;
  return {
    id: clipText(id),
    description: clipText(description),
    status,
    assignedTo: assignedTo === null ? null : clipText(assignedTo),
    priority,
    estimatedTokens,
    actualTokens: actualTokens ?? null,
    depth,
    position,
    siblings,
    unfolded: isLeaf ? null : !folded.has(id),
    progress: isLeaf ? null : { done, total: leaves },
    waitsFor: toNames(index.waitsFor(entry)),
    note: taskNote(entry, index, NOTE_LENGTH),
    context: taskContext(node, decisions.waysAbout(id)),
  };
}

function lockPage(view: SwarmView, range: Range): Page<LockRow> {
  const waiting = waitingAgents(view);
  return toPage(view.locks, range, (lock) => toLockRow(lock, waiting(lock)));
}
