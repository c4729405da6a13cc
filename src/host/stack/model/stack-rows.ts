import path from 'node:path';
import type { FileProblem } from '../../../engine/platform/file-problem.ts';
import type { StackHook } from '../../../engine/stack/index.ts';
import { groupRow, limitRows, MAX_OF_ID, type MoreText, noRows, type Row } from '../../model/row.ts';
import { problemRow } from '../../model/swarm/swarm-rows.ts';
import { grouped, oneLine } from '../../model/text.ts';
import { inboxRow, outboxRow, overdueRows } from './message-rows.ts';
import { planRow, progressText } from './plan-rows.ts';
import type { ShownStack, ShownStacks, StackViewModel } from './stack-view-model.ts';

/** Returns the rows of the Stacks view. Empty if there are no stacks, which shows a welcome view. */
export function stackRows({ folders, now }: StackViewModel): readonly Row[] {
  const [only] = folders;
  if (folders.length === 1 && only !== undefined) return rowsOf(only, now);
  return folders.map((folder) => {
    const group = { id: `stacks/${folder.root}`, label: oneLine(folder.name, 60), description: '', icon: 'root-folder' };
    return { ...groupRow(group, () => rowsOf(folder, now)), context: 'stacks' };
  });
}

function rowsOf({ root, stacks, problems }: ShownStacks, now: number): readonly Row[] {
  const agentsFile = path.join(root, 'AGENTS.md');
  const more: MoreText = {
    description: 'in AGENTS.md',
    tooltip: 'Open AGENTS.md, which has them all.',
    command: 'cortex.problem.open',
    subject: { kind: 'problem', file: agentsFile, line: 1, column: 1 },
  };
  return [...problemRows(root, problems, more), ...limitRows(root, stacks, (stack) => stackRow(root, stack, now), more)];
}

/** Limited, because a file may have any number of problems. */
function problemRows(parent: string, problems: readonly FileProblem[], more: MoreText): readonly Row[] {
  const numbered = problems.map((problem, at) => ({ problem, at }));
  return limitRows(
    `${parent}/problem`,
    numbered,
    ({ problem, at }) => ({ ...problemRow(problem, at), id: `${parent}/problem/${at}` }),
    more,
  );
}

/** Returns the counts that need attention. */
function countsOf({ files, unread, overdue, outbox }: ShownStack): string[] {
  const blocked = files.tasks.filter(({ status }) => status === 'blocked').length;
  const counts = [
    [unread.length, 'unread'],
    [blocked, 'blocked'],
    [overdue.length, 'overdue'],
    [outbox.length, 'to route'],
  ] as const;
  return counts.flatMap(([count, what]) => (count === 0 ? [] : [`${grouped(count)} ${what}`]));
}

function lookOf({ files, overdue }: ShownStack): Row['icon'] {
  const name = files.name === 'manager' ? 'organization' : 'hubot';
  if (!files.exists()) return { name, color: 'disabledForeground' };
  if (files.problems.length > 0) return { name: 'error', color: 'problemsErrorIcon.foreground' };
  if (files.tasks.some(({ status }) => status === 'blocked') || overdue.length > 0) return { name, color: 'charts.yellow' };
  return files.tasks.some(({ status }) => status === 'in progress') ? { name, color: 'charts.blue' } : { name };
}

/** @param root part of the row id, because a folder may be a stack of two repositories, and ids must be unique */
function stackRow(root: string, stack: ShownStack, now: number): Row {
  const { files, role } = stack;
  const { directory, current } = files;
  const id = `stack/${root}/${path.relative(root, directory)}`;
  const isThere = files.exists();
  const label = oneLine(files.name, 60);
  // What needs attention comes first, because a narrow view cuts off the end.
  const parts = isThere ? [...countsOf(stack), progressText(files.tasks)].filter((part) => part !== '') : ['no stack yet'];
  const at = oneLine(current.task, 200);
  return {
    id,
    subject: { kind: 'stack', directory },
    label,
    description: parts.join(' · '),
    icon: lookOf(stack),
    tooltip: [label, oneLine(role, 300), at, parts.join(' · '), oneLine(directory, 300)].filter((line) => line !== '').join('\n'),
    accessibility: [label, oneLine(role, 100), ...parts].filter((part) => part !== '').join(', '),
    context: isThere ? 'stack' : 'stack.missing',
    command: null,
    unfolded: isThere ? false : null,
    children: isThere ? () => contentRows(id, stack, now) : noRows,
  };
}

const IN_PROBLEMS: MoreText = {
  description: 'in Problems',
  tooltip: 'Show the list of all problems.',
  command: 'workbench.actions.view.problems',
  subject: { kind: 'more' },
};

function contentRows(id: string, stack: ShownStack, now: number): readonly Row[] {
  const { files } = stack;
  return [
    ...problemRows(id, files.problems, IN_PROBLEMS),
    currentRow(id, stack),
    planRow(id, files),
    inboxRow(id, stack, now),
    ...overdueRows(id, stack, ({ file }) => path.dirname(file), now),
    outboxRow(id, stack, now),
    ...hookRows(id, stack),
  ];
}

function currentRow(parent: string, { files: { directory, current } }: ShownStack): Row {
  const { task, focus, nextSteps } = current;
  const label = oneLine(task, 60) || 'No current task';
  const steps = nextSteps.slice(0, 10).map((step) => `• ${oneLine(step, 200)}`);
  return {
    id: `${parent}/current`,
    subject: { kind: 'stack-file', directory, file: 'CURRENT.md', line: 1 },
    label,
    description: oneLine(focus, 80),
    icon: { name: 'target' },
    tooltip: [oneLine(task, 500) || label, oneLine(focus, 500), ...steps].filter((line) => line !== '').join('\n'),
    accessibility: ['Current task', label, oneLine(focus, 80)].filter((part) => part !== '').join(', '),
    context: 'stack-current',
    command: 'cortex.stack.open',
    unfolded: null,
    children: noRows,
  };
}

function hookRows(parent: string, { files: { directory }, hooks }: ShownStack): Row[] {
  const found = hooks();
  if (found.length === 0) return [];
  const id = `${parent}/hooks`;
  const group = { id, label: 'Hooks', description: String(found.length), icon: 'plug', unfolded: false };
  const folder = path.join(directory, '.claude', 'hooks');
  const more: MoreText = {
    description: 'in .claude/hooks',
    tooltip: 'Show the folder that has them all.',
    command: 'cortex.problem.open',
    subject: { kind: 'problem', file: folder, line: 1, column: 1 },
  };
  return [{ ...groupRow(group, () => limitRows(id, found, (hook) => hookRow(id, directory, hook), more)), context: 'stack-hooks' }];
}

function hookRow(parent: string, directory: string, { skill, files, declared }: StackHook): Row {
  const label = oneLine(skill, 60);
  const scripts = [files.sh, files.ps1].filter((file) => file !== undefined).map((file) => path.basename(file));
  const description =
    scripts.length === 0 ? 'no script' : [oneLine(scripts.join(', '), 60), ...(declared ? [] : ['not in AGENTS.md'])].join(' · ');
  return {
    id: `${parent}/${skill.slice(0, MAX_OF_ID)}`,
    subject: { kind: 'stack-hook', directory, skill },
    label,
    description,
    icon: { name: 'terminal' },
    tooltip: `${label}: ${description}\nIt runs only after you confirm its full command line.`,
    accessibility: `Hook ${label}, ${description}`,
    context: scripts.length === 0 ? 'stack-hook.missing' : 'stack-hook',
    command: scripts.length === 0 ? null : 'cortex.stack.open',
    unfolded: null,
    children: noRows,
  };
}
