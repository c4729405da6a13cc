import type { Checked } from '../../engine/platform/on-demand.ts';
import {
  configOutput,
  formatHeartbeatAge,
  heartbeatOutput,
  housekeepingOutput,
  joinOutput,
  pageOutput,
  projectsOutput,
  readyOutput,
  registerOutput,
  reportOutput,
  setupOutput,
  taskOutput,
  teamDoctorOutput,
  teamPauseOutput,
  teamStatusOutput,
} from '../../engine/team/index.ts';
import { resolvedConflictsOutput } from '../../engine/text/conflicts/resolved-conflicts.ts';
import { shellWord } from '../../engine/text/shell-word.ts';
import { counted, escapeText, formatChanges, problemCounts, type Text, type TypedInput, table, textOutput } from './layout.ts';
import { resolvedConflictsText } from './resolved-conflicts.ts';
import { styled, styledSeverity, styledState } from './style.ts';
import { locationOptions } from './suggested-commands.ts';

type Task = Checked<typeof taskOutput>['task'];

const place = ({ file, line }: Pick<Task, 'file' | 'line'>): string => `${file}:${line}`;

function setUp({ directory, made }: Checked<typeof setupOutput>, asked: TypedInput): string {
  const next = `Register an agent: cortex team register "Chief of Staff"${locationOptions(asked)}`;
  const parts = made.filter((each) => each !== '.');
  return [
    escapeText(made.length === 0 ? `${directory} is already set up.` : `Created ${parts.join(', ')} in ${directory}.`),
    escapeText(next),
  ].join('\n');
}

/** Quotes a folder for a shell. `~` stays outside of the quotes, where it means the home directory. */
const folderWord = (folder: string): string =>
  folder.startsWith('~/') ? `~/${folder === '~/' ? '' : shellWord(folder.slice(2))}` : shellWord(folder);

function registered({ slug, made }: Checked<typeof registerOutput>, asked: TypedInput): string {
  const { directory } = asked;
  const isNamed = typeof directory === 'string' && directory !== '';
  const [where, folder] = isNamed ? ['', ` ${folderWord(directory)}`] : [', in its working directory', ''];
  const next = `Add the protocol to its instructions${where}: cortex team join${folder} --agent ${slug}${locationOptions(asked)} --write`;
  return [escapeText(`Wrote ${made.join(', ')}.`), escapeText(next)].join('\n');
}

function projectsOf({ agents, made, removed }: Checked<typeof projectsOutput>, asked: TypedInput): string {
  const written = made.length === 0 ? [] : [escapeText(`Wrote ${made.join(', ')}.`)];
  const gone = removed.flatMap(({ file, text: lines }) => [
    escapeText(`Removed from ${file}:`),
    ...lines.split(/\r?\n/).map((line) => escapeText(`  ${line}`)),
  ]);
  // A table would cut long lists.
  const named = agents.map(({ agent, projects }) => escapeText(`${agent}: ${projects.join(', ') || 'no project'}`));
  return [...(agents.length === 0 ? [noAgents(asked)] : named), ...written, ...gone].join('\n');
}

const noAgents = (asked: TypedInput): string =>
  escapeText(`No agents yet. Register one: cortex team register "Chief of Staff"${locationOptions(asked)}`);

const PROMPT = 'Look for work in your team and do one task.';

/** Returns what was written, and how to start the agent. A generic agent must be told to read `TEAM.md`. */
function joinedIn(answer: Checked<typeof joinOutput>, { runtime }: Readonly<Record<string, unknown>>): string {
  if (!answer.written) return formatChanges(answer, 'Wrote');
  const prompt = runtime === undefined || runtime === 'generic' ? `Read TEAM.md. ${PROMPT}` : PROMPT;
  return `${formatChanges(answer, 'Wrote')}\nStart the agent there, with a prompt such as "${prompt}"`;
}

function moved({ task }: Checked<typeof taskOutput>): string {
  const who = task.agent === null ? '' : `, ${task.agent}`;
  const waits = waitsFor(task);
  const state = `${task.title} is ${task.status}${who}${waits === '' ? '' : `, but ${waits}`}`;
  return escapeText(`${state} (${task.project} ${task.id}, ${place(task)}).`);
}

/** Returns why a task that is not done cannot continue; empty if it can. */
function waitsFor({ status, blocked, needsApproval }: Pick<Task, 'status' | 'blocked' | 'needsApproval'>): string {
  if (status?.toLowerCase() === 'done') return '';
  if (blocked !== null) return `blocked: ${blocked.split('\n').join(' ')}`;
  return needsApproval ? 'needs approval by a person' : '';
}

/** Returns the claimed task with its scope. */
function claimed(answer: Checked<typeof taskOutput>): string {
  const { scope } = answer.task;
  return scope === null ? moved(answer) : [moved(answer), ...scope.split(/\r?\n/).map((line) => escapeText(`  ${line}`))].join('\n');
}

function waiting({ inHand, tasks }: Checked<typeof readyOutput>): string {
  if (inHand.length === 0) return free(tasks, 'No tasks are ready for this agent.');
  const rows = inHand.map((task) => [task.project, task.id, task.title, place(task), waitsFor(task)]);
  return [
    'In progress (finish these first):',
    table([['PROJECT', 'TASK', 'TITLE', 'PLACE', ''], ...rows]),
    '',
    free(tasks, 'No other tasks are ready for this agent.'),
  ].join('\n');
}

function free(tasks: Checked<typeof readyOutput>['tasks'], none: string): string {
  if (tasks.length === 0) return none;
  const rows = tasks.map((task) => [task.project, task.id, task.title, place(task), task.capabilities.join(', ')]);
  return table([head(['PROJECT', 'TASK', 'TITLE', 'PLACE', rows.some((row) => row[4] !== '') ? 'YOU CAN' : '']), ...rows]);
}

function agentRow(agent: Checked<typeof teamStatusOutput>['agents'][number], now: number): string[] {
  const { slug, state, lastHeartbeat, lastHeartbeatDay, active } = agent;
  const seen = lastHeartbeat === null ? 'never seen' : formatHeartbeatAge(lastHeartbeat, now);
  return [
    slug,
    styledState(state),
    lastHeartbeatDay === null ? seen : `on ${lastHeartbeatDay}`,
    active.map(({ title }) => title).join(', '),
  ];
}

const AGENT_HEAD = ['AGENT', 'STATE', 'SEEN', 'WORKING ON'];
const TASK_HEAD = ['PROJECT', 'STATUS', 'TASK', 'AGENT', 'TITLE', ''];
const head = (names: readonly string[]): string[] => names.map((name) => styled('strong', name));

type Project = Checked<typeof teamStatusOutput>['projects'][number];

/** Lists the open tasks of a project, and counts the done ones. */
function projectRows({ slug, tasks }: Project): string[][] {
  const open = tasks.filter(({ status }) => status?.toLowerCase() !== 'done');
  const rows = open.map((task) => [
    slug,
    styledState(task.status ?? '?'),
    task.id,
    task.agent ?? '',
    task.title,
    task.unknownAgent ? 'no such agent' : waitsFor(task),
  ]);
  const done = tasks.length - open.length;
  if (tasks.length === 0) return [[slug, '', '', '', 'no tasks yet', '']];
  return done === 0 ? rows : [...rows, [slug, styledState('done'), '', '', counted(done, 'task'), '']];
}

function status({ directory, agents, projects, problems }: Checked<typeof teamStatusOutput>, now: number, asked: TypedInput): string {
  const rows = projects.flatMap(projectRows);
  return [
    escapeText(directory),
    '',
    agents.length === 0 ? noAgents(asked) : table([head(AGENT_HEAD), ...agents.map((agent) => agentRow(agent, now))]),
    ...(rows.length === 0 ? [] : ['', table([head(TASK_HEAD), ...rows])]),
    ...(problems.length === 0 ? [] : ['', ...problems.map(({ file, line, message }) => escapeText(`${file}:${line}: ${message}`))]),
  ].join('\n');
}

function examined({ directory, findings, errors, warnings }: Checked<typeof teamDoctorOutput>): string {
  const lines = findings.map(({ severity, file, line, message }) => styledSeverity(escapeText(`${severity}: ${file}:${line}: ${message}`)));
  return [...lines, problemCounts(escapeText(directory), errors, warnings)].join('\n');
}

function page({ markdown }: Checked<typeof pageOutput>): string {
  return markdown.trimEnd().split('\n').map(escapeText).join('\n');
}

/** @param verb `pause` or `resume` */
function pauseText({ changed, already, inProgress, failed }: Checked<typeof teamPauseOutput>, verb: 'pause' | 'resume'): string {
  const lines = [
    changed === 0 && already === 0 && failed.length === 0
      ? `No tasks to ${verb}.`
      : `${verb === 'pause' ? 'Paused' : 'Resumed'} ${counted(changed, 'task')}.`,
    ...(already === 0 ? [] : [`Already paused: ${counted(already, 'task')}.`]),
    ...(inProgress === 0 ? [] : [`In progress, and continuing: ${counted(inProgress, 'task')}.`]),
    ...failed.map(({ project, reason }) => `Not changed: ${project}: ${reason}`),
  ];
  return lines.map((line) => escapeText(line)).join('\n');
}

/** @param committed `null` outside of a git working tree */
function removedNote(committed: boolean | null): string {
  if (committed === null) return 'Removed. The team directory is not in git, so the removal cannot be undone.';
  return committed ? 'Removed and committed.' : 'Removed, and not committed.';
}

function housekeepingText({ written, committed, removed }: Checked<typeof housekeepingOutput>): string {
  if (removed.length === 0) return written ? 'Nothing was removed.' : 'Nothing to remove.';
  const lines = removed.flatMap(({ file, kind, text: removedText }) => [
    escapeText(`${file} (${kind})`),
    ...removedText.split(/\r?\n/).map((line) => `  ${escapeText(line)}`),
  ]);
  return [...lines, written ? removedNote(committed) : 'Dry run: nothing was removed.'].join('\n');
}

function configured(answer: Checked<typeof configOutput>): string {
  const { file, ...values } = answer;
  const rows = Object.entries(values).map(([key, value]) => [
    key,
    key === 'timezone' && value === 'local' ? "the machine's" : String(value),
  ]);
  return `${table(rows)}\n${escapeText(file === null ? 'There is no ~/.cortex/config.yaml: these are the defaults.' : `From ${file}.`)}`;
}

export const teamTexts: Readonly<Record<string, Text>> = {
  'team setup': textOutput(setupOutput, (answer, _, asked) => setUp(answer, asked)),
  'team register': textOutput(registerOutput, (answer, _, asked) => registered(answer, asked)),
  'team projects': textOutput(projectsOutput, (answer, _, asked) => projectsOf(answer, asked)),
  'team join': textOutput(joinOutput, (answer, _, input) => joinedIn(answer, input)),
  'team leave': textOutput(joinOutput, (answer) => formatChanges(answer, 'Removed it from')),
  'team heartbeat': textOutput(heartbeatOutput, ({ agent, time }) => escapeText(`Recorded a heartbeat of ${agent} at ${time}.`)),
  'team report': textOutput(reportOutput, ({ file }) => escapeText(`Added it to the session log in ${file}.`)),
  'team flag': textOutput(reportOutput, ({ file }) => escapeText(`Flagged it in the session log in ${file}.`)),
  'team config': textOutput(configOutput, configured),
  'team dispatch': textOutput(taskOutput, moved),
  'team ready': textOutput(readyOutput, waiting),
  'team claim': textOutput(taskOutput, claimed),
  'team done': textOutput(taskOutput, moved),
  'team reopen': textOutput(taskOutput, moved),
  'team reassign': textOutput(taskOutput, moved),
  'team approve': textOutput(taskOutput, moved),
  'team block': textOutput(taskOutput, moved),
  'team unblock': textOutput(taskOutput, moved),
  'team pause': textOutput(teamPauseOutput, (answer) => pauseText(answer, 'pause')),
  'team resume': textOutput(teamPauseOutput, (answer) => pauseText(answer, 'resume')),
  'team status': textOutput(teamStatusOutput, status),
  'team briefing': textOutput(pageOutput, page),
  'team review': textOutput(pageOutput, page),
  'team doctor': textOutput(teamDoctorOutput, examined),
  'team settle': textOutput(resolvedConflictsOutput, resolvedConflictsText),
  'team housekeeping': textOutput(housekeepingOutput, housekeepingText),
};
