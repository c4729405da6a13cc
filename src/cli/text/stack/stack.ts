import path from 'node:path';
import type { Checked } from '../../../engine/platform/on-demand.ts';
import {
  addAgentCommand,
  formatLateness,
  messageSchema,
  recvOutput,
  sendOutput,
  stackInitOutput,
  stackStatusOutput,
} from '../../../engine/stack/index.ts';
import type { StackTexts } from '../../cstack-frame.ts';
import { counted, escapeText, grouped, type TypedInput, table, textOutput, truncate } from '../layout.ts';
import { styled } from '../style.ts';
import { commandWithLocation } from '../suggested-commands.ts';

type Message = Checked<typeof messageSchema>;
type Status = Checked<typeof stackStatusOutput>;
type Made = Checked<typeof stackInitOutput>;

const UNREAD = '●';
/** Maximum number of unread messages that are listed. */
const SHOWN_UNREAD = 20;
/** Maximum length of a message on one line. */
const SHOWN_CHARACTERS = 120;

/** Returns a text of several lines, indented and escaped; tabs are preserved. */
export function indentText(content: string): string[] {
  const lines = content.replace(/[\r\n]+$/, '').split(/\r?\n/);
  return lines.map((line) => `  ${line.split('\t').map(escapeText).join('\t')}`.trimEnd());
}

/** Returns a text on one line, shortened with `…`. */
export function toOneLine(content: string): string {
  return truncate(
    content
      .slice(0, 4 * SHOWN_CHARACTERS)
      .replace(/\s+/g, ' ')
      .trim(),
    SHOWN_CHARACTERS,
  );
}

function heading({ id, type, from, time, thread, replyTo, unread }: Message): string {
  const parts = [
    `${type || 'message'} from ${from}`,
    time ?? '',
    thread === null ? '' : `thread ${thread}`,
    replyTo === null ? '' : `answers ${replyTo}`,
  ];
  return escapeText(`${unread ? UNREAD : ' '} ${[id, ...parts.filter((part) => part !== '')].join('  ')}`);
}

/** Returns a message for a person to read. */
export function messageLines(message: Message): string {
  return [heading(message), ...indentText(message.content)].join('\n');
}

/** Texts for an inbox that cannot be called empty. */
const HIDDEN = 'has only merge conflicts';
const NOT_ALL_READ = 'cannot be read in full, see the warnings';

/** Number of messages from which on a shorter list is suggested. */
const MANY_MESSAGES = 50;

function received(
  { stack, total, unread, matching, hasConflicts, messages }: Checked<typeof recvOutput>,
  _now: number,
  asked: TypedInput,
): string {
  if (total === 0) return `The inbox of ${escapeText(stack)} ${hasConflicts ? HIDDEN : 'is empty'}.`;
  const head = `Inbox of ${escapeText(stack)}: ${counted(total, 'message')}, ${grouped(unread)} unread`;
  if (messages.length === 0) return `${head}.`;
  const which = messages.length < matching ? `; the last ${grouped(messages.length)}${asked.unread === true ? ' unread' : ''}` : '';
  return [`${head}${which}`, ...messages.map(messageLines), ...whatElse(matching, messages.length, asked)].join('\n\n');
}

/** Suggests how to see more messages, or fewer if there are many. */
function whatElse(matching: number, shown: number, asked: TypedInput): string[] {
  const unread = asked.unread === true ? ' --unread' : '';
  if (shown < matching) {
    const more = commandWithLocation(`cstack recv${unread} --limit ${Math.min(matching, 2 * shown)}`, asked);
    return [`${counted(matching - shown, 'earlier message')}. Show more: ${more}`];
  }
  return shown > MANY_MESSAGES ? [`Show only the latest: ${commandWithLocation('cstack recv --unread --limit 20', asked)}`] : [];
}

export function sentText({ id, from, to, type, box, isNew }: Checked<typeof sendOutput>, _now: number, asked: TypedInput): string {
  if (!isNew) return escapeText(`${to} already has this message (${id}): the same text within a minute counts as one message.`);
  if (box === 'outbox')
    return escapeText(`Left ${id} (${type} to ${to}) in OUTBOX.md; "${commandWithLocation('cstack route', asked)}" delivers it.`);
  return escapeText(`Sent ${id} (${type}) from ${from} to ${to}.`);
}

/** Returns the next steps for a new stack. */
function nextSteps({ folder, agent, agentsFile }: Made, asked: TypedInput): string[] {
  const [status, add] = ['cstack status', 'cstack plan add "Task title"'].map((command) => commandWithLocation(command, asked));
  const first = `Next: "${status}" shows its tasks. Give it a task: ${add}`;
  if (agent !== null) return [escapeText(`It is the stack of ${agent}.`), first];
  if (agentsFile === null) {
    return [first, `For several agents: ${commandWithLocation(addAgentCommand(), asked)}`];
  }
  const stack = `./${path.relative(path.dirname(agentsFile), folder).replaceAll(path.sep, '/')}/.cstack/`;
  return [escapeText(`AGENTS.md does not name it yet: ${commandWithLocation(addAgentCommand(path.basename(folder), stack), asked)}`)];
}

function initialised(answer: Made, _now: number, asked: TypedInput): string {
  const { directory, made, kept } = answer;
  if (made.length === 0)
    return [escapeText(`The stack in ${directory} already exists; nothing was changed.`), ...nextSteps(answer, asked)].join('\n');
  const names = (files: readonly string[]) => files.map((file) => path.basename(file)).join(', ');
  const rest = kept.length === 0 ? [] : [escapeText(`Unchanged: ${names(kept)}`)];
  return [escapeText(`Created ${names(made)} in ${directory}.`), ...rest, ...nextSteps(answer, asked)].join('\n');
}

const taskRow = ({ number, title, why }: Status['blocked'][number]) => [
  `  #${number}`,
  title,
  why === null ? '' : styled('alert', escapeText(`blocked: ${why}`)),
];

function part(heading: string, rows: readonly (readonly string[])[]): string[] {
  return rows.length === 0 ? [] : ['', styled('strong', heading), table(rows)];
}

function planLine({ counts, partial }: Status): string {
  const order = ['in progress', 'pending', 'blocked', 'completed', 'closed', 'unknown'];
  const parts = order.flatMap((status) => ((counts[status] ?? 0) === 0 ? [] : [`${counts[status]} ${status}`]));
  return parts.join(', ') || (partial.includes('PLAN.md') ? NOT_ALL_READ : 'no tasks');
}

/** Returns the first lines of a status: the task, and what is in each file. */
function overview(status: Status): string[][] {
  const { current, unread, hasConflicts, partial, outbox, messages } = status;
  return [
    ['Task', toOneLine(current.task) || (partial.includes('CURRENT.md') ? NOT_ALL_READ : 'none')],
    ...(current.focus === '' ? [] : [['Focus', toOneLine(current.focus)]]),
    ...current.nextSteps.map((step, n) => [n === 0 ? 'Next' : '', step]),
    ['Plan', planLine(status)],
    [
      'Inbox',
      messages.length === 0 ? (hasConflicts ? HIDDEN : 'empty') : `${counted(messages.length, 'message')}, ${grouped(unread)} unread`,
    ],
    ['Outbox', outbox === 0 ? (partial.includes('OUTBOX.md') ? NOT_ALL_READ : 'empty') : `${counted(outbox, 'message')} to be routed`],
  ];
}

function statusText(status: Status, now: number, asked: TypedInput): string {
  const { stack, directory, inProgress, blocked, overdue, messages } = status;
  const news = messages.filter((message) => message.unread);
  return [
    escapeText(`${stack}  ${directory}`),
    '',
    table(overview(status)),
    ...part(
      'In progress',
      inProgress.map((task) => taskRow({ ...task, why: null })),
    ),
    ...part(
      'Blocked',
      blocked.map((task) => [...taskRow({ ...task, why: null }).slice(0, 2), task.why ?? '']),
    ),
    ...part(
      news.length <= SHOWN_UNREAD
        ? 'Unread'
        : `Unread, the last ${SHOWN_UNREAD} of ${grouped(news.length)} ("${commandWithLocation('cstack recv', asked)}" shows all)`,
      news.slice(-SHOWN_UNREAD).map(({ id, type, from, content }) => [`  ${id}`, type, `from ${from}`, toOneLine(content)]),
    ),
    ...part(
      'Unanswered for more than a day',
      overdue.map(({ id, type, to, title, time, since }) => [
        `  ${id}`,
        type,
        to === null ? '' : `to ${to}`,
        `overdue by ${formatLateness(time, since, now)}`,
        title,
      ]),
    ),
  ].join('\n');
}

/** Returns a message on one line, for `watch`. */
function messageText({ id, type, from, time, content }: Message): string {
  return escapeText([time ?? '', id, type || 'message', `from ${from}`, toOneLine(content)].filter((each) => each !== '').join('  '));
}

export const messageTexts: StackTexts = {
  texts: {
    init: textOutput(stackInitOutput, initialised),
    send: textOutput(sendOutput, sentText),
    recv: textOutput(recvOutput, received),
    status: textOutput(stackStatusOutput, statusText),
  },
  parts: { recv: textOutput(recvOutput, received), watch: textOutput(messageSchema, messageText) },
};
