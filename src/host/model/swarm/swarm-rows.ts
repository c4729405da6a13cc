import type { SwarmManifest } from '../../../engine/crtx/index.ts';
import type { FileProblem } from '../../../engine/platform/file-problem.ts';
import type { SwarmView } from '../../../engine/workspace/swarm-source.ts';
import type { SwarmPhase } from '../../dashboards/swarm/protocol.ts';
import { swarmContext } from '../contexts.ts';
import { noRows, type Row } from '../row.ts';
import { pauseText } from '../status-bar-content.ts';
import { oneLine, tokens, usd } from '../text.ts';
import { agentsRow } from './agent-rows.ts';
import { decisionRows } from './decision-rows.ts';
import { determinePhase, policyText, strategyText, swarmName } from './swarm-phase.ts';
import { getTaskIndex } from './task-index.ts';
import { countsText, progressText, TASK_ICONS, tasksRow } from './task-rows.ts';
import type { ViewModel } from './view-model.ts';

/** Returns the rows of the Swarm view: problems, progress, decisions, tasks, agents. Empty without a swarm, which shows a welcome view. */
export function swarmRows(viewModel: ViewModel): readonly Row[] {
  if (viewModel.kind !== 'project') return [];
  const { view } = viewModel;
  const manifest = view?.manifest ?? null;
  if (view === null || manifest === null) return [];
  const rows = [...decisionRows(manifest), tasksRow(manifest, viewModel.overlaps), agentsRow(manifest, viewModel)];
  return [...viewModel.problems.map(problemRow), swarmRow(manifest, view), ...rows];
}

/** @param at index of the problem */
export function problemRow(problem: FileProblem, at: number): Row {
  const { severity, summary, message, file, line, column } = problem;
  return {
    id: `problem/${at}`,
    subject: file === null ? { kind: 'message', text: message } : { kind: 'problem', file, line, column },
    label: oneLine(file === null ? summary : (file.split(/[\\/]/).at(-1) ?? file)),
    description: file === null ? '' : oneLine(summary),
    icon:
      severity === 'error'
        ? { name: 'error', color: 'problemsErrorIcon.foreground' }
        : { name: 'warning', color: 'problemsWarningIcon.foreground' },
    tooltip: oneLine(message, 1_000),
    accessibility: `${severity}: ${oneLine(message, 300)}`,
    context: file === null ? 'message' : 'problem',
    command: 'cortex.problem.open',
    unfolded: null,
    children: noRows,
  };
}

/** Text and icon of the phases other than `running` and `ended`. */
const PHASES: Readonly<Partial<Record<SwarmPhase, { readonly text: string; readonly icon: Row['icon'] }>>> = {
  paused: { text: 'paused', icon: { name: 'debug-pause', color: 'charts.yellow' } },
  deciding: { text: 'awaiting merge', icon: { name: 'git-merge', color: 'charts.yellow' } },
  aborted: { text: 'aborted', icon: { name: 'circle-slash', color: 'testing.iconSkipped' } },
};

/** Returns the row of the swarm with its progress. */
export function swarmRow(manifest: SwarmManifest, view: SwarmView): Row {
  const index = getTaskIndex(manifest);
  const counted = progressText(index.entries[0] ?? { leaves: 0, done: 0, failed: 0, skipped: 0 });
  const { status } = manifest.decomposition;
  const phase = determinePhase(manifest, view);
  const label = oneLine(swarmName(manifest));
  const progress = `${index.percent} % · ${counted}`;
  const state = PHASES[phase]?.text;
  return {
    id: `swarm/${manifest.id}`,
    subject: { kind: 'swarm' },
    label,
    description: state === undefined ? progress : `${state} · ${progress}`,
    icon: PHASES[phase]?.icon ?? TASK_ICONS[status],
    tooltip: swarmTooltip(manifest, view, progress),
    accessibility: `Swarm ${label}, ${state ?? status}, ${index.percent} percent, ${counted} tasks`,
    context: swarmContext(phase),
    command: 'cortex.dashboard.open',
    unfolded: null,
    children: noRows,
  };
}

function swarmTooltip(manifest: SwarmManifest, { pause }: SwarmView, progress: string): string {
  const { spent } = manifest.budget;
  return [
    oneLine(swarmName(manifest), 500),
    ...(pause === null ? [] : [pauseText(pause)]),
    strategyText(manifest),
    `Results are ${policyText(manifest.mergePolicy)}`,
    `${progress} tasks: ${countsText(getTaskIndex(manifest).counts)}`,
    `${tokens(spent.tokens)} tokens and ${usd(spent.costUsd)} spent`,
  ].join('\n');
}
