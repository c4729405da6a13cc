import type { Checked } from '../../engine/platform/on-demand.ts';
import {
  beatAge,
  configOutput,
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
  teamStatusOutput,
} from '../../engine/team/index.ts';
import { settledOutput } from '../../engine/text/conflicts/settling-conflicts.ts';
import { shellWord } from '../../engine/text/shell-word.ts';
import { changesText } from './changes.ts';
import { type Asked, counted, plain, problemCounts, type Text, table, text } from './layout.ts';
import { settled } from './settled.ts';
import { placesNamed } from './suggested.ts';

type Task = Checked<typeof taskOutput>['task'];

const place = ({ file, line }: Pick<Task, 'file' | 'line'>): string => `${file}:${line}`;

function setUp({ directory, made }: Checked<typeof setupOutput>, asked: Asked): string {
  const next = `Register an agent: cortex team register "Chief of Staff"${placesNamed(asked)}`;
  const parts = made.filter((each) => each !== '.');
  return [plain(made.length === 0 ? `${directory} is already set up.` : `Created ${parts.join(', ')} in ${directory}.`), plain(next)].join(
    '\n',
  );
}

/** Quotes a folder for a shell. `~` stays outside of the quotes, where it means the home directory. */
const folderWord = (folder: string): string =>
  folder.startsWith('~/') ? `~/${folder === '~/' ? '' : shellWord(folder.slice(2))}` : shellWord(folder);

function registered({ slug, made }: Checked<typeof registerOutput>, asked: Asked): string {
  const { directory } = asked;
  const isNamed = typeof directory === 'string' && directory !== '';
  const [where, folder] = isNamed ? ['', ` ${folderWord(directory)}`] : [', in its working directory', ''];
  const next = `Add the protocol to its instructions${where}: cortex team join${folder} --agent ${slug}${placesNamed(asked)} --write`;
  return [plain(`Wrote ${made.join(', ')}.`), plain(next)].join('\n');
}

function projectsOf({ agents, made, removed }: Checked<typeof projectsOutput>, asked: Asked): string {
  const written = made.length === 0 ? [] : [plain(`Wrote ${made.join(', ')}.`)];
  const gone = removed.flatMap(({ file, text: lines }) => [
    plain(`Removed from ${file}:`),
    ...lines.split(/\r?\n/).map((line) => plain(`  ${line}`)),
  ]);
  // A table would cut long lists.
  const named = agents.map(({ agent, projects }) => plain(`${agent}: ${projects.join(', ') || 'no project'}`));
  return [...(agents.length === 0 ? [noAgents(asked)] : named), ...written, ...gone].join('\n');
}

const noAgents = (asked: Asked): string => plain(`No agents yet. Register one: cortex team register "Chief of Staff"${placesNamed(asked)}`);

const PROMPT = 'Look for work in your team and do one task.';

/** Returns what was written, and how to start the agent. A generic agent must be told to read `TEAM.md`. */
function joinedIn(answer: Checked<typeof joinOutput>, { runtime }: Readonly<Record<string, unknown>>): string {
  if (!answer.written) return changesText(answer, 'Wrote');
  const prompt = runtime === undefined || runtime === 'generic' ? `Read TEAM.md. ${PROMPT}` : PROMPT;
  return `${changesText(answer, 'Wrote')}\nStart the agent there, with a prompt such as "${prompt}"`;
}

function moved({ task }: Checked<typeof taskOutput>): string {
  const who = task.agent === null ? '' : `, ${task.agent}`;
  const waits = waitsFor(task);
  const state = `${task.title} is ${task.status}${who}${waits === '' ? '' : `, but ${waits}`}`;
  return plain(`${state} (${task.project} ${task.id}, ${place(task)}).`);
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
  return scope === null ? moved(answer) : [moved(answer), ...scope.split(/\r?\n/).map((line) => plain(`  ${line}`))].join('\n');
}

function waiting({ inHand, tasks }: Checked<typeof readyOutput>): string {
  if (inHand.length === 0) return free(tasks);
  const rows = inHand.map((task) => [task.project, task.id, task.title, place(task), waitsFor(task)]);
  return ['In progress (finish these first):', table([['PROJECT', 'TASK', 'TITLE', 'PLACE', ''], ...rows]), '', free(tasks)].join('\n');
}

function free(tasks: Checked<typeof readyOutput>['tasks']): string {
  if (tasks.length === 0) return 'No tasks are ready for this agent.';
  const rows = tasks.map((task) => [task.project, task.id, task.title, place(task), task.capabilities.join(', ')]);
  return table([['PROJECT', 'TASK', 'TITLE', 'PLACE', rows.some((row) => row[4] !== '') ? 'YOU CAN' : ''], ...rows]);
}

function agentRow(agent: Checked<typeof teamStatusOutput>['agents'][number], now: number): string[] {
  const { slug, state, lastHeartbeat, lastHeartbeatDay, active } = agent;
  const seen = lastHeartbeat === null ? 'never seen' : beatAge(lastHeartbeat, now);
  return [slug, state, lastHeartbeatDay === null ? seen : `on ${lastHeartbeatDay}`, active.map(({ title }) => title).join(', ')];
}

const AGENT_HEAD = ['AGENT', 'STATE', 'SEEN', 'WORKING ON'];
const TASK_HEAD = ['PROJECT', 'STATUS', 'TASK', 'AGENT', 'TITLE', ''];

type Project = Checked<typeof teamStatusOutput>['projects'][number];

/** Lists the open tasks of a project, and counts the done ones. */
function projectRows({ slug, tasks }: Project): string[][] {
  const open = tasks.filter(({ status }) => status?.toLowerCase() !== 'done');
  const rows = open.map((task) => [slug, task.status ?? '?', task.id, task.agent ?? '', task.title, waitsFor(task)]);
  const done = tasks.length - open.length;
  if (tasks.length === 0) return [[slug, '', '', '', 'no tasks yet', '']];
  return done === 0 ? rows : [...rows, [slug, 'done', '', '', counted(done, 'task'), '']];
}

function status({ directory, agents, projects, problems }: Checked<typeof teamStatusOutput>, now: number, asked: Asked): string {
  const rows = projects.flatMap(projectRows);
  return [
    plain(directory),
    '',
    agents.length === 0 ? noAgents(asked) : table([AGENT_HEAD, ...agents.map((agent) => agentRow(agent, now))]),
    ...(rows.length === 0 ? [] : ['', table([TASK_HEAD, ...rows])]),
    ...(problems.length === 0 ? [] : ['', ...problems.map(({ file, line, message }) => plain(`${file}:${line}: ${message}`))]),
  ].join('\n');
}

function examined({ directory, findings, errors, warnings }: Checked<typeof teamDoctorOutput>): string {
  const lines = findings.map(({ severity, file, line, message }) => plain(`${severity}: ${file}:${line}: ${message}`));
  return [...lines, problemCounts(plain(directory), errors, warnings)].join('\n');
}

function page({ markdown }: Checked<typeof pageOutput>): string {
  return markdown.trimEnd().split('\n').map(plain).join('\n');
}

/** @param committed `null` outside of a git working tree */
function gone(committed: boolean | null): string {
  if (committed === null) return 'Removed. The team directory is not in git, so the removal cannot be undone.';
  return committed ? 'Removed and committed.' : 'Removed, and not committed.';
}

function kept({ written, committed, removed }: Checked<typeof housekeepingOutput>): string {
  if (removed.length === 0) return written ? 'Nothing was removed.' : 'Nothing to remove.';
  const lines = removed.flatMap(({ file, kind, text: removedText }) => [
    plain(`${file} (${kind})`),
    ...removedText.split(/\r?\n/).map((line) => `  ${plain(line)}`),
  ]);
  return [...lines, written ? gone(committed) : 'Dry run: nothing was removed.'].join('\n');
}

function configured(answer: Checked<typeof configOutput>): string {
  const { file, ...values } = answer;
  const rows = Object.entries(values).map(([key, value]) => [
    key,
    key === 'timezone' && value === 'local' ? "the machine's" : String(value),
  ]);
  return `${table(rows)}\n${plain(file === null ? 'There is no ~/.cortex/config.yaml: these are the defaults.' : `From ${file}.`)}`;
}

export const teamTexts: Readonly<Record<string, Text>> = {
  'team setup': text(setupOutput, (answer, _, asked) => setUp(answer, asked)),
  'team register': text(registerOutput, (answer, _, asked) => registered(answer, asked)),
  'team projects': text(projectsOutput, (answer, _, asked) => projectsOf(answer, asked)),
  'team join': text(joinOutput, (answer, _, input) => joinedIn(answer, input)),
  'team leave': text(joinOutput, (answer) => changesText(answer, 'Removed it from')),
  'team heartbeat': text(heartbeatOutput, ({ agent, time }) => plain(`Recorded a heartbeat of ${agent} at ${time}.`)),
  'team report': text(reportOutput, ({ file }) => plain(`Added it to the session log in ${file}.`)),
  'team flag': text(reportOutput, ({ file }) => plain(`Flagged it in the session log in ${file}.`)),
  'team config': text(configOutput, configured),
  'team dispatch': text(taskOutput, moved),
  'team ready': text(readyOutput, waiting),
  'team claim': text(taskOutput, claimed),
  'team done': text(taskOutput, moved),
  'team reopen': text(taskOutput, moved),
  'team reassign': text(taskOutput, moved),
  'team approve': text(taskOutput, moved),
  'team block': text(taskOutput, moved),
  'team status': text(teamStatusOutput, status),
  'team briefing': text(pageOutput, page),
  'team review': text(pageOutput, page),
  'team doctor': text(teamDoctorOutput, examined),
  'team settle': text(settledOutput, settled),
  'team housekeeping': text(housekeepingOutput, kept),
};
