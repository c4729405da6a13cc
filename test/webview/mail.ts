import { findOverdue, groupIntoThreads, messageId, type StackMessage } from '../../src/engine/stack/index.ts';
import type { MessageFolder } from '../../src/host/dashboards/messages/message-index.ts';
import type { Mail } from './messages-host.ts';

export const NOW = Date.UTC(2026, 2, 28, 14, 30);
const MINUTE = 60_000;

interface Said extends Partial<Omit<StackMessage, 'time' | 'place'>> {
  readonly minutesAgo?: number;
  readonly time?: string | null;
  readonly line?: number;
}

/** A message that lies in an INBOX, read, unless it is said otherwise. */
export function message(from: string, to: string, content: string, { minutesAgo = 5, line = 3, ...more }: Said = {}): StackMessage {
  const time = `${new Date(NOW - minutesAgo * MINUTE).toISOString().slice(0, 19)}Z`;
  const stack = more.stack ?? to;
  const draft = { from, to, content, thread: null, replyTo: null, type: 'task', time, fields: [], ...more };
  return {
    id: messageId(draft),
    box: 'inbox',
    unread: false,
    stack,
    file: `/shop/${stack}/.cstack/INBOX.md`,
    ...draft,
    place: { from: 0, to: 0, line },
  };
}

export function folder(messages: readonly StackMessage[], more: Partial<MessageFolder> = {}): MessageFolder {
  const stacks = [...new Set(['agent-backend', 'agent-frontend', 'agent-tests', 'manager'])];
  const lists = [...new Set(messages.map(({ file }) => file))].map((each) => messages.filter(({ file }) => file === each));
  const threads = groupIntoThreads(messages);
  const overdue = (now: number) => findOverdue(messages, now);
  return { name: 'shop', root: '/shop', stacks, recipients: stacks, lists, threads, overdue, ...more };
}

/** Stacks in which nobody has written yet. */
export const silent: Mail = { folders: [folder([])], now: NOW, readOnly: null, sending: null, requested: null, problems: [] };

const login = message(
  'manager',
  'agent-backend',
  'Implement the login endpoint\n\nPOST /login takes an email and a password, and answers with a session cookie.\nFive wrong passwords in a row lock the account for a quarter of an hour.',
  { thread: 'auth', minutesAgo: 52 },
);
const which = message(
  'agent-backend',
  'manager',
  'Which hash is to be used for the passwords? scrypt is in the standard library, argon2 would be a dependency.',
  {
    thread: 'auth',
    replyTo: login.id,
    type: 'question',
    minutesAgo: 31,
    unread: true,
    line: 12,
  },
);
const review = message('agent-backend', 'agent-tests', 'Please write tests for the lockout: the clock can be injected.', {
  thread: 'auth',
  minutesAgo: 12,
});
const LOG = Array.from({ length: 60 }, (_, line) => `  ✗ tax of line ${line + 1} is ${(line * 7) % 100} cents off`).join('\n');
const failing = message(
  'agent-tests',
  'manager',
  `Sixty of the tax tests fail since this morning:\n${LOG}\nThe rates file has two header rows.`,
  {
    type: 'blocked',
    minutesAgo: 3,
    unread: true,
    line: 40,
  },
);
const cart = message('manager', 'agent-frontend', 'Show the discount of each line in the cart', { minutesAgo: 60 * 30, unread: true });
const half = message('agent-frontend', 'manager', 'The cart shows discounts; the totals are still without them.', {
  type: 'milestone',
  minutesAgo: 90,
  line: 22,
});
const waiting = message('agent-frontend', 'agent-backend', 'Is there an endpoint for the discounts of one line?', {
  type: 'question',
  box: 'outbox',
  stack: 'agent-frontend',
  file: '/shop/agent-frontend/.cstack/OUTBOX.md',
  minutesAgo: 1,
});
const done = Array.from({ length: 9 }, (_, day) =>
  message('agent-backend', 'manager', `Nightly report ${9 - day}: all green`, {
    type: 'done',
    minutesAgo: 60 * 24 * (day + 2),
    time: null,
  }),
).map((each, day) => ({ ...each, time: new Date(NOW - MINUTE * 60 * 24 * (day + 2)).toISOString() }));

export const busyMessages = [login, which, review, failing, cart, half, waiting, ...done];

/** Three agents and their manager, as people will mostly see them. */
export const busy: Mail = { ...silent, folders: [folder(busyMessages)] };

/** So many messages, ten in a thread. */
export function hugeMail(count: number): Mail {
  const messages = Array.from({ length: count }, (_, index) =>
    message(
      `agent-${index % 40}`,
      'manager',
      `Step ${index} of the work is done\n${'It took a while, and nothing is left to be said of it. '.repeat(3)}`,
      {
        id: `m${index}`,
        thread: `part-${Math.floor(index / 10)}`,
        minutesAgo: count - index,
        unread: index % 50 === 0,
      },
    ),
  );
  return { ...silent, folders: [folder(messages)] };
}

const LONG = 'a-very-long-name-without-any-place-to-break-'.repeat(50);
const OVERRIDE = '\u202E';
const MARKUP = '<img src=x onerror="document.title=\'hacked\'"><style>*{display:none}</style><script>document.title="hacked"</script>';

/** What a careless or an ill-meaning agent could write into the files. */
export const hostile: Mail = {
  ...silent,
  folders: [
    folder(
      [
        message(LONG, LONG, `${OVERRIDE}${MARKUP} [click](command:workbench.action.quit) **bold**\n\u0000\u001b[31m\u{E0041}`, {
          type: LONG,
          thread: LONG,
        }),
        message(OVERRIDE, MARKUP, 'x'.repeat(100_000), { type: '', thread: LONG, time: 'the day after never' }),
        message('agent-tests', 'manager', '', { type: MARKUP, thread: LONG, time: null, minutesAgo: 7 }),
        message('مبرمج', 'manager', 'إصلاح حساب الضريبة لكل بلد\nthen print the receipt\n👩‍👩‍👧‍👦', { thread: LONG }),
        message('agent-tests', 'manager', `${'Z\u0351\u0352\u0353\u0354'.repeat(400)}`, { minutesAgo: -1e9, thread: LONG }),
      ],
      { stacks: [LONG, OVERRIDE, MARKUP, 'manager'], recipients: [LONG, OVERRIDE, MARKUP, 'manager'] },
    ),
  ],
  sending: { draft: 'elsewhere', outcome: 'refused', message: MARKUP },
  problems: [{ severity: 'error', message: `${MARKUP} ${LONG}`, place: { file: `/${LONG}`, line: 1, column: 1 } }],
};
