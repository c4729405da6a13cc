import type { SwarmManifest } from '../../../engine/crtx/index.ts';
import { type PastOutput, readOutput } from '../../../engine/swarm/index.ts';
import { localTime } from '../entry-text.ts';
import { pauseText } from '../status-bar-content.ts';
import { oneLine, timeLeft, tokens, usd } from '../text.ts';
import { budgetRows, limitText } from './budget.ts';
import { policyText, strategyText, swarmName } from './swarm-phase.ts';
import { TaskIndex } from './task-index.ts';
import { countsText } from './task-rows.ts';

/** Returns the title of the tab with a past state. */
export function pastTitle({ moment }: PastOutput): string {
  return `Swarm at ${localTime(moment.time).slice(0, 19).replace('T', ' ')} – Replay`;
}

/** Formats the state of a swarm at a past time. */
export function pastText(past: PastOutput): string {
  const { moment, swarm, locks, waiting } = past;
  const rows = [
    `The swarm as of ${localTime(moment.time)} (record ${moment.ordinal} of the log)`,
    swarm === null ? 'There was no swarm.' : headText(swarm, past),
    swarm === null ? '' : section('Tasks', taskLines(swarm)),
    swarm === null ? '' : section('Agents', agentLines(swarm)),
    section(
      'Locks',
      locks.map(({ path, agentId, expiresAt }) => [oneLine(path), oneLine(agentId, 60), `${timeLeft(expiresAt - moment.time)} left`]),
    ),
    section(
      'Waiting',
      waiting.map(({ agentId, paths }) => [oneLine(agentId, 60), oneLine(paths.join(' '))]),
    ),
  ];
  return `${rows.filter((row) => row !== '').join('\n\n')}\n`;
}

function headText(swarm: SwarmManifest, { pause, moment }: PastOutput): string {
  const index = new TaskIndex(swarm);
  // The manifest contains the duration at that time. A pause makes `budgetRows` use it.
  const budget = budgetRows(swarm, { pause: { by: '', reason: '', at: moment.time }, stoppedMs: 0 }, moment.time);
  return [
    oneLine(swarmName(swarm), 500),
    `${strategyText(swarm)}; ${policyText(swarm.mergePolicy)}`,
    ...(pause === null ? [] : [pauseText(pause)]),
    `${index.percent} %: ${countsText(index.counts)}`,
    budget.map((row) => `${row.limit} ${limitText(row)}`).join(', '),
  ].join('\n');
}

/** Maximum indentation level. */
const MAX_INDENT_DEPTH = 12;

function taskLines(swarm: SwarmManifest): string[][] {
  return new TaskIndex(swarm).entries.map(({ node, depth }) => [
    `${'  '.repeat(Math.min(depth, MAX_INDENT_DEPTH))}${oneLine(node.id, 60)}`,
    node.status,
    oneLine(node.assignedTo ?? '', 60),
    `${oneLine(node.description)}${readOutput(node.output).deliberation === null ? '' : ' (was decided on together)'}`,
  ]);
}

function agentLines({ agents }: SwarmManifest): string[][] {
  return agents.map(({ id, role, status, tokensUsed, costUsd }) => [
    oneLine(id, 60),
    oneLine(role, 60),
    status,
    `${tokens(tokensUsed)} tokens`,
    usd(costUsd),
  ]);
}

/** Formats aligned columns. Empty if there are no rows. */
function section(title: string, rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '';
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd());
  return [title, ...lines].join('\n');
}
