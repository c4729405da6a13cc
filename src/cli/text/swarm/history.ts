import { isDate } from '../../../engine/platform/clock.ts';
import {
  type HistoryOutput,
  historyOutput,
  type PastSwarm,
  type ReportOutput,
  reportOutput,
} from '../../../engine/swarm/schemas/history.ts';
import {
  counted,
  dollars,
  duration,
  escapeAndTruncate,
  escapeText,
  grouped,
  seconds,
  type Text,
  type TypedInput,
  table,
  textOutput,
  truncate,
} from '../layout.ts';
import { commandWithLocation } from '../suggested-commands.ts';

const MAX_LENGTH = 60;
/** Maximum length of a description in a table of Markdown. */
const MAX_DESCRIPTION = 120;
const day = (time: number): string => seconds(time).slice(0, 'YYYY-MM-DDTHH:MM'.length).replace('T', ' ');

function howLong({ createdAt, endedAt }: PastSwarm): string {
  return endedAt === null ? '' : duration(Math.max(0, endedAt - createdAt));
}

function historyText({ swarms }: HistoryOutput, _now: number, asked: TypedInput): string {
  if (swarms.length === 0)
    return `There was no swarm yet. Create one: ${commandWithLocation('cortex swarm create --task TASK --coordinator NAME', asked)}`;
  const rows = swarms.map((swarm) => [
    swarm.id,
    day(swarm.createdAt),
    swarm.state,
    howLong(swarm),
    `${grouped(swarm.progress.done)} of ${counted(swarm.progress.total, 'task')}`,
    dollars(swarm.costUsd),
    escapeAndTruncate(swarm.task, MAX_LENGTH),
  ]);
  return [table(rows), '', `Report on one: ${commandWithLocation('cortex swarm report --swarm ID', asked)}`].join('\n');
}

/** Escapes a text for a cell of a Markdown table. */
const cell = (text: string): string => escapeText(text.replace(/\s+/g, ' ').trim()).replace(/[\\|`*_<>[\]]/g, (mark) => `\\${mark}`);

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  return [row(head), row(head.map(() => '---')), ...rows.map(row)];
}

function lasted({ startedAt, endedAt }: ReportOutput['tasks'][number]): string {
  return startedAt === null || endedAt === null ? '' : duration(Math.max(0, endedAt - startedAt));
}

function markdown({ swarm, tasks, agents }: ReportOutput): string {
  const { task, state, createdAt, endedAt, coordinator, progress, tokens, costUsd } = swarm;
  const ended = endedAt === null ? '' : `, ended ${day(endedAt)}`;
  const open = tasks.filter(({ status }) => status === 'pending' || status === 'active').length;
  const facts = [
    `State: ${state}; created ${day(createdAt)}${ended} (UTC)`,
    `Coordinator: ${cell(coordinator)}`,
    `Tasks: ${progress.done} of ${progress.total} done, ${progress.failed} failed, ${progress.skipped} skipped, ${open} open`,
    `Used: ${grouped(tokens)} tokens, ${dollars(costUsd)}`,
  ];
  const taskRows = tasks.map((each) => [
    cell(each.id),
    cell(truncate(each.description.split('\n', 1)[0] ?? '', MAX_DESCRIPTION)),
    each.status,
    cell(each.agent ?? ''),
    lasted(each),
    each.tokens === null ? '' : grouped(each.tokens),
    cell(each.result),
  ]);
  const agentRows = agents.map(({ id, role, unresponsive, done, tokens: used, costUsd: cost }) => [
    `${cell(id)}${unresponsive ? ' (unresponsive)' : ''}`,
    cell(role),
    String(done),
    grouped(used),
    dollars(cost),
  ]);
  return [
    `# ${cell(task)}`,
    '',
    ...facts.map((fact) => `- ${fact}`),
    '',
    '## Tasks',
    '',
    ...markdownTable(['Task', 'Description', 'State', 'Agent', 'Time', 'Tokens', 'Result'], taskRows),
    '',
    '## Agents',
    '',
    ...markdownTable(['Agent', 'Role', 'Done', 'Tokens', 'Cost'], agentRows),
  ].join('\n');
}

/** A spreadsheet takes a text that begins like this for a formula. */
const FORMULA = /^[=+\-@\t\r]/;

function csvField(value: string): string {
  const text = escapeText(value.replace(/\s+/g, ' '));
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const timeField = (time: number | null): string => (time === null || !isDate(time) ? '' : new Date(time).toISOString());

function csv({ tasks }: ReportOutput): string {
  const head = ['id', 'description', 'status', 'agent', 'started', 'ended', 'tokens', 'result'];
  const rows = tasks.map(({ id, description, status, agent, startedAt, endedAt, tokens, result }) => {
    const fields = [
      id,
      description,
      status,
      agent ?? '',
      timeField(startedAt),
      timeField(endedAt),
      tokens === null ? '' : String(tokens),
      result,
    ];
    return fields.map(csvField).join(',');
  });
  return [head.join(','), ...rows].join('\n');
}

export const historyTexts: Readonly<Record<string, Text>> = {
  'swarm history': textOutput(historyOutput, historyText),
  'swarm report': textOutput(reportOutput, (answer, _now, asked) => (asked.csv === true ? csv(answer) : markdown(answer))),
};
