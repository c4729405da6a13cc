import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fromRoot } from '../../../scripts/lib/project.mjs';

interface MenuItem {
  readonly command: string;
  readonly when: string;
}

type MenuName = 'commandPalette' | 'view/title' | 'view/item/context' | 'webview/context' | 'explorer/context';

interface Manifest {
  readonly contributes: {
    readonly commands: readonly { readonly command: string; readonly title: string; readonly enablement?: string }[];
    readonly menus: Readonly<Record<MenuName, readonly MenuItem[]>>;
  };
}

const { commands, menus } = (JSON.parse(readFileSync(fromRoot('package.json'), 'utf8')) as Manifest).contributes;

test('file menus are available on remote machines, whose files have another URI scheme', () => {
  expect(menus['explorer/context'].map(({ command }) => command)).toContain('cortex.crtx.open');
  expect(JSON.stringify(menus)).not.toContain('resourceScheme ==');
});

test('titles of plan and team task commands say so in the palette, to differ from swarm tasks', () => {
  const hidden = new Set(menus.commandPalette.filter(({ when }) => when === 'false').map(({ command }) => command));
  const offered = commands.filter(({ command }) => !hidden.has(command));
  const others = offered.filter(({ command, title }) => /^cortex\.(team|stack)\./.test(command) && /\bTask\b/.test(title));
  expect(others).toHaveLength(2);
  for (const { title } of others) expect(title).toMatch(/ (Plan|Team) Task$|^Dispatch /);
  expect(new Set(offered.map(({ title }) => title)).size).toBe(offered.length);
});

/** Commands that need no trusted folder: they only show something, or change personal state. */
const FREE = [
  ...['overview', 'dashboard', 'locks', 'timeline', 'graph', 'messages', 'workQueues'].map((name) => `cortex.${name}.open`),
  ...['refresh', 'project.choose', 'problem.open', 'log.show', 'crtx.open', 'crtx.text', 'swarm.status', 'task.show'],
  ...['needs.snooze', 'needs.wake', 'lock.list', 'lock.open', 'lock.copyPath', 'locks.show', 'messages.show', 'stack.open'],
  ...['dashboard', 'search', 'pack', 'report', 'choose', 'problem'].map((name) => `memory.${name}`),
  ...['open', 'choose', 'problem', 'briefing', 'review'].map((name) => `team.${name}`),
].map((name) => `cortex.${name.replace('cortex.', '')}`);

test('commands that change a folder are disabled unless the workspace is trusted', () => {
  const free = commands.filter(({ enablement }) => enablement === undefined).map(({ command }) => command);
  expect(free.sort()).toEqual(FREE.toSorted());
  const guarded = commands.filter(({ enablement }) => enablement !== undefined);
  expect(new Set(guarded.map(({ enablement }) => enablement))).toEqual(new Set(['isWorkspaceTrusted']));
});

/** The editor passes no argument from a button of the view title, nor for a row that vanished while its menu was open. */
test('commands for one of several rows are not also in the view title', () => {
  const above = new Set(menus['view/title'].map(({ command }) => command));
  const both = new Set(menus['view/item/context'].map(({ command }) => command).filter((command) => above.has(command)));
  const ofTheSwarm = ['abort', 'create', 'pause', 'recruit', 'replay', 'resume', 'status'].map((name) => `cortex.swarm.${name}`);
  expect([...both].sort()).toEqual(['cortex.dashboard.open', ...ofTheSwarm]);
});

/** Context values that the code gives to rows; see src/host/model/contexts.ts. */
const CONTEXTS = [
  'task.parent.pending',
  'task.parent.done.vote.approve',
  'task.pending',
  'task.pending.vote',
  'task.active.pick',
  'task.pending.assigned',
  'task.active.assigned',
  'task.done.assigned',
  'task.failed',
  'task.skipped',
  'agent',
  'agent.gone',
  'lock',
  'lock.person',
  'decision.vote',
  'decision.vote.pick',
  'decision.vote.approve',
  'decision.approve',
  'note.active',
  'note.review',
  'note.archived',
  'note.superseded',
  'note.other',
];

/** Evaluates a `when` clause for a row. Only two forms of clauses occur. */
function holds(when: string, context: string): boolean {
  const equal = /(?:viewItem|webviewSection) == '?([\w.]+)/.exec(when)?.[1];
  const pattern = /(?:viewItem|webviewSection) =~ \/(.+?)\/(?: |$)/.exec(when)?.[1];
  if (equal === undefined && pattern === undefined) throw new Error(`this clause has another form: ${when}`);
  return equal === undefined ? new RegExp(pattern ?? '').test(context) : equal === context;
}

/** Returns the commands of a menu without duplicates: a tree may offer a command as a button as well. */
const offered = (menu: keyof typeof menus, context: string): string[] => {
  const commands = menus[menu].filter(({ when }) => holds(when, context)).map(({ command }) => command);
  return [...new Set(commands)].sort();
};

test.each(CONTEXTS)('the dashboard offers the same commands as the tree for a row %s', (context) => {
  expect(offered('webview/context', context)).toEqual(offered('view/item/context', context));
});

test('a completed task offers only commands that show it, and a retired agent offers none', () => {
  expect(offered('webview/context', 'task.done.assigned')).toEqual(['cortex.reasoning.show', 'cortex.task.show']);
  expect(offered('webview/context', 'agent.gone')).toEqual([]);
});

test.each([
  ['decision.vote', ['cortex.swarm.vote']],
  ['decision.vote.pick', ['cortex.swarm.merge', 'cortex.swarm.vote']],
  ['decision.vote.approve', ['cortex.swarm.approve', 'cortex.swarm.vote']],
  ['decision.approve', ['cortex.swarm.approve']],
])('a row %s offers the commands that decide it', (context, commands) => {
  expect(offered('view/item/context', context)).toEqual(commands);
});

test('a task offers retry, decompose, vote, merge and approve according to its state', () => {
  const steps = (context: string) => offered('view/item/context', context).map((command) => command.replace('cortex.swarm.', ''));
  expect(steps('task.failed.assigned')).toContain('retry');
  expect(steps('task.skipped')).toContain('retry');
  expect(steps('task.active.assigned')).not.toContain('retry');
  expect(steps('task.pending')).toContain('decompose');
  expect(steps('task.pending.assigned')).not.toContain('decompose');
  expect(steps('task.pending.vote')).toContain('vote');
  expect(steps('task.active.pick')).toContain('merge');
  expect(steps('task.parent.done.approve')).toContain('approve');
});

test.each([
  ['running', ['abort', 'budget', 'pause', 'recruit', 'replay', 'status']],
  ['paused', ['abort', 'budget', 'recruit', 'replay', 'resume', 'status']],
  ['deciding', ['abort', 'budget', 'pause', 'recruit', 'replay', 'status']],
  ['ended', ['create', 'recruit', 'replay', 'status']],
  ['aborted', ['create', 'recruit', 'replay', 'status']],
])('a swarm that is %s offers the commands of its phase', (phase, commands) => {
  const steering = offered('view/item/context', `swarm.${phase}`).filter((command) => command.startsWith('cortex.swarm.'));
  expect(steering.map((command) => command.replace('cortex.swarm.', ''))).toEqual(commands);
});

const READS = ['cortex.task.show', 'cortex.reasoning.show', 'cortex.locks.show', 'cortex.lock.open', 'cortex.lock.copyPath'];

test('a read-only dashboard offers only commands that change nothing', () => {
  const free = menus['webview/context'].filter(({ when }) => !when.endsWith(' && canWrite')).map(({ command }) => command);
  expect(free.toSorted()).toEqual(READS.toSorted());
});

test.each([
  ['note.review', ['accept', 'archive', 'confirm', 'contradict', 'supersede']],
  ['note.active', ['archive', 'confirm', 'contradict', 'supersede']],
  ['note.superseded', ['archive']],
  ['note.archived', []],
  ['note.other', ['archive', 'confirm', 'contradict', 'supersede']],
  ['memory.project', []],
])('a row %s of the memory view offers the commands of its status', (context, commands) => {
  const steps = offered('view/item/context', context).map((command) => command.replace('cortex.memory.', ''));
  expect([...new Set(steps)]).toEqual(commands);
});

test.each([
  ['stack', ['cortex.messages.show', 'addTask', 'open', 'runHook', 'send']],
  ['stack.missing', ['init']],
  ['stack-plan', ['addTask', 'open']],
  ['stack-box', ['cortex.messages.show', 'open']],
  ['stack-outbox', ['cortex.messages.show', 'open', 'route']],
  ['stack-current', ['open']],
  ['stack-hook', ['open', 'runHook']],
  ['stack-hook.missing', []],
  ['plan-task.pending', ['block', 'done', 'open', 'start']],
  ['plan-task.in-progress', ['block', 'done', 'open']],
  ['plan-task.blocked', ['done', 'open', 'unblock']],
  ['plan-task.completed', ['open']],
  ['stack-message.unread', ['cortex.messages.show', 'markRead', 'open', 'reply']],
  ['stack-message.read', ['cortex.messages.show', 'markUnread', 'open', 'reply']],
  ['stack-message.outbox', ['cortex.messages.show', 'open']],
])('a row %s of the stacks view offers the commands of its state', (context, commands) => {
  const steps = offered('view/item/context', context).map((command) => command.replace('cortex.stack.', ''));
  expect([...new Set(steps)]).toEqual(commands);
});
