import path from 'node:path';
import { joinSentences } from '../../../engine/platform/errors.ts';
import type { Checked } from '../../../engine/platform/on-demand.ts';
import {
  compactOutput,
  formatLateness,
  hooksOutput,
  overdueOutput,
  stackDoctorOutput,
  stackSearchOutput,
  threadOutput,
} from '../../../engine/stack/index.ts';
import { resolvedConflictsOutput } from '../../../engine/text/conflicts/resolved-conflicts.ts';
import { shellWord } from '../../../engine/text/shell-word.ts';
import {
  counted,
  duration,
  escapeText,
  grouped,
  problemCounts,
  seconds,
  type Text,
  type TypedInput,
  table,
  textOutput,
  truncate,
  whole,
} from '../layout.ts';
import { resolvedConflictsText } from '../resolved-conflicts.ts';
import { styledSeverity } from '../style.ts';
import { commandWithLocation, nextStepWithLocation } from '../suggested-commands.ts';

type ThreadAnswer = Checked<typeof threadOutput>;
type Threads = Extract<ThreadAnswer, { threads: unknown }>['threads'];
type Thread = Exclude<ThreadAnswer, { threads: unknown }>;
type Search = Checked<typeof stackSearchOutput>;
type Compacted = Checked<typeof compactOutput>;
type Examined = Checked<typeof stackDoctorOutput>;

/** Maximum length of the first line of a message. */
const PREVIEW = 120;

/** Returns a path relative to the folder of AGENTS.md or of the stack. */
function below(root: string, file: string): string {
  return path.relative(root, file).replaceAll(path.sep, '/');
}

/** Returns the content of a message, indented, so that it cannot be mistaken for output of this program. */
function indented(content: string): string {
  return content
    .split(/\r?\n/)
    .map((line) => `  ${line.split('\t').map(escapeText).join('\t')}`.trimEnd())
    .join('\n');
}

function headOf({ from, to, type, time, id, unread, box, archived }: Thread['messages'][number]): string {
  const notes = [...(unread ? ['unread'] : []), ...(box === 'outbox' ? ['not delivered yet'] : []), ...(archived ? ['archived'] : [])];
  const who = to === null ? from : `${from} → ${to}`;
  return [escapeText(time ?? 'no time'), escapeText(who), escapeText(type), escapeText(id), ...notes].join('  ');
}

function conversation({ id, title, participants, messages, unread }: Thread): string {
  const counts = `${counted(messages.length, 'message')}${unread > 0 ? `, ${grouped(unread)} unread` : ''}`;
  const head = [`Thread ${escapeText(id)}: ${escapeText(title)}`, `${participants.map(escapeText).join(', ')}; ${counts}`];
  return [head.join('\n'), ...messages.map((message) => `${headOf(message)}\n${indented(message.content)}`)].join('\n\n');
}

/** Lists all threads. Fully archived ones are only counted. */
function threadList(threads: Threads): string {
  if (threads.length === 0) return 'There are no messages.';
  const open = threads.filter(({ messages, archived }) => archived < messages);
  const rows = open.map(({ id, messages, unread, last, lastDay, participants, title }) => {
    return [
      id,
      grouped(messages),
      unread === 0 ? '·' : grouped(unread),
      lastDay ?? (last === null ? 'no time' : seconds(last)),
      participants.join(', '),
      title,
    ];
  });
  const list = rows.length === 0 ? [] : [table([['THREAD', 'MESSAGES', 'UNREAD', 'LAST', 'BETWEEN', 'TITLE'], ...rows])];
  const rest = threads.length - open.length;
  const others = `${counted(rest, rows.length === 0 ? 'thread' : 'more thread')} only in HISTORY.md; --json lists them`;
  return [...list, ...(rest === 0 ? [] : [others])].join('\n');
}

function found({ query, total, root, results }: Search): string {
  if (results.length === 0) return `No match for ${escapeText(JSON.stringify(query))}. All words must be in one message, task or section.`;
  const rows = table(
    results.map(({ file, line, kind, id, title, excerpt }) => [
      `${below(root, file)}:${line}`,
      kind,
      id ?? '',
      title === excerpt ? '' : title,
      excerpt,
    ]),
  );
  return total > results.length ? `${rows}\n${counted(total - results.length, 'more result')}: add --top ${total}` : rows;
}

const DAY = 86_400_000;

/** Formats an age. From two days on, hours are left out. */
function age(ms: number): string {
  return ms >= 2 * DAY ? counted(Math.floor(ms / DAY), 'day') : duration(Math.max(0, ms));
}

function overdueText({ messages, withoutTime, complete }: Checked<typeof overdueOutput>, now: number, asked: TypedInput): string {
  const list = commandWithLocation('cstack thread', asked);
  const untimed =
    withoutTime === 0 ? '' : `${grouped(withoutTime)} without a time and an answer: unknown whether overdue. List them: ${list}`;
  if (messages.length === 0) {
    if (withoutTime > 0) return `Nothing with a time is overdue.\n${untimed}`;
    if (!complete) return 'Nothing that can be read is overdue. See the warnings for what cannot.';
    return 'Nothing is overdue: every task and question was answered, or is younger than a day.';
  }
  const first = (content: string) => truncate(content.trim().split(/\r?\n/, 1)[0] ?? '', PREVIEW);
  const rows = messages.map(({ from, to, stack, type, id, time, since, content }) => [
    `${now - since >= 2 * DAY ? age(now - since) : formatLateness(time, since, now)} late`,
    `${from} → ${to ?? stack}`,
    type,
    id,
    first(content),
  ]);
  const show = commandWithLocation(`cstack thread ${shellWord(messages[0]?.id ?? '')}`, asked);
  const next = `Show one with its answers: ${escapeText(show)}`;
  return [table(rows), ...(untimed === '' ? [] : [untimed]), '', next].join('\n');
}

/** Explains why read or answered messages without a time are not moved. */
function untimed(withoutTime: number): string[] {
  if (withoutTime === 0) return [];
  const [have, stay] = withoutTime === 1 ? ['has', 'it stays'] : ['have', 'they stay'];
  return [`${counted(withoutTime, 'message')} that ${withoutTime === 1 ? 'was' : 'were'} read or answered ${have} no Time, so ${stay}.`];
}

function compacted({ stack, messages, tasks, withoutTime, olderThan, dryRun, history }: Compacted): string {
  if (messages + tasks === 0) {
    return [
      `${escapeText(stack)} has nothing older than ${age(olderThan)} to move.`,
      ...untimed(withoutTime),
      'Read or answered messages are moved by the Time in their header.',
      'Done tasks are moved by the date in their line, or else by the last change of PLAN.md.',
    ].join('\n');
  }
  const what = [...(messages > 0 ? [counted(messages, 'message')] : []), ...(tasks > 0 ? [counted(tasks, 'task')] : [])].join(' and ');
  const done = dryRun ? `Would move ${what} to ${escapeText(history)}.` : `Moved ${what} to ${escapeText(history)}, unchanged.`;
  return [done, ...untimed(withoutTime)].join('\n');
}

function examined({ root, stacks, findings, errors, warnings }: Examined, _now: number, asked: TypedInput): string {
  const lines = findings.map(({ severity, file, line, message, next }) => {
    return styledSeverity(
      escapeText(`${severity}: ${below(root, file)}:${line}: ${joinSentences(message, nextStepWithLocation(next, asked))}`),
    );
  });
  return [...lines, problemCounts(counted(stacks, 'stack'), errors, warnings)].join('\n');
}

function scripts({ root, hooks }: Checked<typeof hooksOutput>): string {
  if (hooks.length === 0) return 'No hooks. To add one for the skill /deploy, create .cstack/.claude/hooks/deploy.sh or deploy.ps1.';
  const rows = hooks.map(({ stack, skill, declared, sh, ps1 }) => {
    const files = [sh, ps1].flatMap((file) => (file === null ? [] : [below(root, file)]));
    const notes = [...(files.length === 0 ? ['no script'] : []), ...(declared ? [] : ['not in AGENTS.md'])];
    return [stack, `/${skill}`, whole(files.join(', ')), notes.join(', ')];
  });
  return `${table(rows)}\n\nThey run only when a person starts them in the editor.`;
}

export const readingTexts: Readonly<Record<string, Text>> = {
  thread: textOutput(threadOutput, (answer) => ('threads' in answer ? threadList(answer.threads) : conversation(answer))),
  search: textOutput(stackSearchOutput, found),
  overdue: textOutput(overdueOutput, overdueText),
  compact: textOutput(compactOutput, compacted),
  doctor: textOutput(stackDoctorOutput, examined),
  settle: textOutput(resolvedConflictsOutput, resolvedConflictsText),
  hooks: textOutput(hooksOutput, scripts),
};
