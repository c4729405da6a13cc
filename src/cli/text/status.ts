import { type StatusOutput, statusOutput } from '../../engine/needs/status/status-schemas.ts';
import { type TaskOutput, taskOutput } from '../../engine/needs/status/task-schemas.ts';
import { describeAgent, USED_UP } from '../../engine/needs/status/waits.ts';
import { describeLockPath, explainOpenMerge } from '../../engine/swarm/index.ts';
import {
  type Cell,
  counted,
  dollars,
  escapeAndTruncate,
  escapeText,
  grouped,
  headline,
  seconds,
  type Text,
  type TypedInput,
  table,
  textOutput,
  timeLeft,
  whole,
} from './layout.ts';
import { styled, styledState } from './style.ts';
import { commandInPlaces, nextStepWithLocation } from './suggested-commands.ts';

type Swarm = NonNullable<StatusOutput['swarm']>;
type Agent = Swarm['agents'][number];

/** Maximum number of items of a kind. The rest is counted; another command lists all. */
const MAX = 12;
const MAX_LENGTH = 80;

const short = (value: string): string => escapeAndTruncate(value, MAX_LENGTH);

/** `3 active, 1 failed`; zero counts are left out. */
function parts(counts: readonly (readonly [count: number, what: string])[]): string {
  return counts.flatMap(([count, what]) => (count === 0 ? [] : [`${grouped(count)} ${what}`])).join(', ');
}

/** Returns what an agent works on. */
function work({ tasks }: Agent): string {
  const [task] = tasks;
  if (task === undefined) return '';
  return `${short(task.id)} "${short(headline(task.description))}"${tasks.length > 1 ? ` and ${tasks.length - 1} more` : ''}`;
}

type Row = readonly [name: string, said: Cell];

/** Puts the name only into the first row. */
const rows = (name: string, lines: readonly Cell[]): Row[] => lines.map((each, n) => [n === 0 ? styled('strong', name) : '', each]);

function needsRows({ count, ranks, first, more }: StatusOutput['needs'], asked: TypedInput): Row[] {
  if (count === 0) return rows('Needs you', [styled('weak', 'nothing')]);
  const blocking = ranks.find(({ rank }) => rank === 'blocked')?.count ?? 0;
  const items = styled(blocking === 0 ? 'alert' : 'bad', counted(count, 'item'));
  const lines = `${items}${blocking === 0 ? '' : `, ${blocking === count ? '' : `${grouped(blocking)} of them `}blocking work`} (${commandInPlaces('cortex needs-you', asked)})`;
  const rest = more === 0 ? [] : [`and ${grouped(more)} more: ${commandInPlaces('cortex needs-you', asked)}`];
  return rows('Needs you', [lines, ...(first === null ? [] : [escapeAndTruncate(first, 2 * MAX_LENGTH)]), ...rest]);
}

/** Returns the state of a swarm: also why it is paused, why it assigns no tasks, and what its results wait for. */
function stateText({ state, openMerge, pause, usedUp }: Swarm): string {
  if (openMerge !== null) return escapeAndTruncate(explainOpenMerge(openMerge), 2 * MAX_LENGTH);
  if (usedUp.length > 0) return `running, but no more tasks are assigned: ${usedUp.map((limit) => USED_UP[limit]).join(', ')}`;
  if (state !== 'paused' || pause === null) return state;
  return escapeAndTruncate(`paused by ${pause.by}${pause.reason === '' ? '' : ` (${pause.reason})`}`, 2 * MAX_LENGTH);
}

function swarmRows(swarm: StatusOutput['swarm'], now: number, asked: TypedInput): Row[] {
  if (swarm === null) return [];
  const { task, tasks, tokens, maxTokens, costUsd, maxCostUsd, agents } = swarm;
  const left = parts([
    [tasks.active, 'active'],
    [tasks.pending, 'pending'],
    [tasks.failed, styled('bad', 'failed')],
    [tasks.skipped, 'skipped'],
  ]);
  const progress = `${styledState(stateText(swarm))}${swarm.usedUp.length === 0 ? ',' : ';'} ${grouped(tasks.done)} of ${counted(tasks.total, 'task')} done${left === '' ? '' : `, ${left}`}`;
  const budget = `${grouped(tokens)} of ${grouped(maxTokens)} tokens, ${dollars(costUsd)} of ${dollars(maxCostUsd)}`;
  const listed = table(agents.slice(0, MAX).map((each) => [short(each.agent), styledState(describeAgent(each, now)), work(each)])).split(
    '\n',
  );
  const more = agents.length > MAX ? [`and ${grouped(agents.length - MAX)} more (${commandInPlaces('cortex swarm status', asked)})`] : [];
  return [
    ...rows('Swarm', [short(task), progress, budget]),
    ...rows('Agents', agents.length === 0 ? [styled('weak', 'none')] : [...listed, ...more]),
  ];
}

function locksRows(locks: StatusOutput['locks'], asked: TypedInput): Row[] {
  if (locks === null) return [];
  const { held, first } = locks;
  const waiting = locks.waiting === 0 ? '' : `, ${counted(locks.waiting, 'agent')} waiting`;
  if (held === 0) return rows('Locks', [styled('weak', 'none')]);
  const listed = table(
    first.map(({ path, agent, type, holderUnresponsive }) => [
      whole(describeLockPath(path)),
      `${short(agent)}${type === 'shared' ? ', shared' : ''}${holderUnresponsive ? `, ${styled('bad', 'unresponsive')}` : ''}`,
    ]),
  );
  const more = held > first.length ? [`and ${grouped(held - first.length)} more`] : [];
  return rows('Locks', [
    `${grouped(held)} held${waiting} (${commandInPlaces('cortex lock list', asked)})`,
    ...listed.split('\n').map(whole),
    ...more,
  ]);
}

function stackRows(stacks: StatusOutput['stacks'], asked: TypedInput): Row[] {
  if (stacks === null) return [];
  const lines = stacks.slice(0, MAX).map(({ agent, conflicts, unread, overdue, inProgress, blocked, pending, outbox }) => {
    const unmerged = conflicts.length === 0 ? [] : [styled('bad', `merge conflict in ${conflicts.join(', ')}`)];
    const open = parts([
      [unread, 'unread'],
      [overdue, styled('bad', overdue === 1 ? 'overdue answer' : 'overdue answers')],
      [outbox, 'to route'],
      [inProgress, 'in progress'],
      [blocked, 'blocked'],
      [pending, 'pending'],
    ]);
    const counts = [...unmerged, open].filter((each) => each !== '').join('; ');
    return [short(agent), counts === '' ? styled('weak', 'nothing open') : counts];
  });
  const more = stacks.length > MAX ? [`and ${grouped(stacks.length - MAX)} more (${commandInPlaces('cstack status', asked)})`] : [];
  return rows('Stacks', [...table(lines).split('\n'), ...more]);
}

function teamRows(team: StatusOutput['team'], asked: TypedInput): Row[] {
  if (team === null) return [];
  const { ready, inProgress, blocked, unknown, agents, down } = team;
  const tasks = parts([
    [ready, 'ready'],
    [inProgress, 'in progress'],
    [blocked, 'blocked'],
    [unknown, 'with an unknown status'],
  ]);
  const gone = down.length === 0 ? '' : `, ${styled('bad', `down: ${down.slice(0, MAX).map(short).join(', ')}`)}`;
  return rows('Team', [
    `${tasks === '' ? 'no open tasks' : tasks}; ${counted(agents, 'agent')}${gone} (${commandInPlaces('cortex team status', asked)})`,
  ]);
}

function memoryRows(memory: StatusOutput['memory']): Row[] {
  if (memory === null) return [];
  const { notes, toReview, contradictions } = memory;
  const open = parts([
    [toReview, 'to review'],
    [contradictions, 'in contradiction'],
  ]);
  return rows('Memory', [`${counted(notes, 'note')}${open === '' ? '' : `, ${styled('alert', open)}`}`]);
}

const NOTHING = 'No Cortex files found: no .cortex folder, stack, team or vault. To start';

function status(found: StatusOutput, now: number, asked: TypedInput): string {
  const { needs, swarm, locks, stacks, team, memory, problems } = found;
  const own = [
    ...swarmRows(swarm, now, asked),
    ...locksRows(locks, asked),
    ...stackRows(stacks, asked),
    ...teamRows(team, asked),
    ...memoryRows(memory),
  ];
  if (own.length === 0 && needs.count === 0 && problems.length === 0) return `${NOTHING}: ${commandInPlaces('cortex init', asked)}`;
  const broken = rows(
    'Problems',
    problems.map((each) => escapeAndTruncate(each, 4 * MAX_LENGTH)),
  );
  return table([...needsRows(needs, asked), ...own, ...broken]);
}

type Other = TaskOutput['dependencies'][number];

const MAX_OUTPUT_LENGTH = 2_000;

const others = (name: string, tasks: readonly Other[]): Row[] => {
  const listed = tasks
    .slice(0, MAX)
    .map(({ id, status: how, agent, description }) => [short(id), styledState(how), short(agent ?? ''), short(headline(description))]);
  const more = tasks.length > MAX ? [`and ${grouped(tasks.length - MAX)} more`] : [];
  return tasks.length === 0 ? [] : rows(name, [...table(listed).split('\n'), ...more]);
};

function waitsRows({ waits, next, status: how, dependencies }: TaskOutput, asked: TypedInput): Row[] {
  const open = how === 'pending' ? dependencies.filter(({ status }) => status !== 'done').length : 0;
  const head = open > 1 ? [`${counted(open, 'task')}; the one furthest from done:`] : [];
  const steps = waits.map(({ kind, name, says }) => `${kind} ${short(name)}: ${says}`);
  const isCommand = next !== null && /^(?:cortex|cstack) /.test(next);
  const typed = isCommand ? commandInPlaces(next, asked) : nextStepWithLocation(next, asked);
  return [...rows('Waits for', [...head, ...steps]), ...(typed === null ? [] : rows('Next', [typed]))];
}

function outputRows({ output, status: how, agent }: TaskOutput): Row[] {
  const error = how === 'failed' && typeof output === 'object' && output !== null && 'error' in output ? output.error : null;
  if (typeof error === 'string')
    return rows('Failed', plainLines(`${error.slice(0, MAX_OUTPUT_LENGTH)}${agent === null ? '' : ` (${agent})`}`));
  if (output === null || output === undefined) return [];
  const lines = typeof output === 'string' ? output : JSON.stringify(output, null, 2);
  return rows('Output', plainLines(lines.slice(0, MAX_OUTPUT_LENGTH)));
}

const plainLines = (lines: string): string[] => lines.split('\n').map(escapeText);

function taskText(task: TaskOutput, now: number, asked: TypedInput): string {
  const { id, description, status: how, agent, agentState, parent, parts: below, dependencies, dependents, locks } = task;
  const state = how === 'active' && agent !== null ? 'in progress by' : `${how}${agent === null ? '' : ','}`;
  const who = agent === null ? '' : ` ${short(agent)}${agentState === null ? '' : ` (${agentState})`}`;
  const tokens = `${task.actualTokens === null ? 'none' : grouped(task.actualTokens)} used, ${grouped(task.estimatedTokens)} estimated`;
  const held = locks.slice(0, MAX).map(({ path, type, expiresAt }) => whole(`${path}, ${type}, ${timeLeft(expiresAt, now)}`));
  return table([
    ...rows('Task', [styled('strong', escapeAndTruncate(id, MAX_LENGTH))]),
    ...rows('', plainLines(description.slice(0, MAX_OUTPUT_LENGTH))),
    ...rows('State', [`${styledState(state)}${who}`]),
    ...waitsRows(task, asked),
    ...(parent === null ? [] : rows('Part of', [short(parent)])),
    ...others('Parts', below),
    ...others('Depends on', dependencies),
    ...others('Needed by', dependents),
    ...rows('Tokens', [tokens]),
    ...rows('Locks', held),
    ...outputRows(task),
  ]);
}

/** The status for `--watch`: with the time, and an empty line after it. */
export const statusParts: Readonly<Record<string, Text>> = {
  status: textOutput(statusOutput, (found, now, asked) => `${seconds(now)}  Ctrl-C ends\n\n${status(found, now, asked)}\n`),
};

export const statusTexts: Readonly<Record<string, Text>> = {
  status: textOutput(statusOutput, status),
  'task show': textOutput(taskOutput, taskText),
};
