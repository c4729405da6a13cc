import fs from 'node:fs';
import path from 'node:path';
import { nodeRuntime } from '../../src/engine/platform/runtime.ts';
import { changeAgent, type MessageDraft, STACK_FILES, StackStore, Stacks, setStatus, stackProtocol } from '../../src/engine/stack/index.ts';
import { watchOpened } from './opened.ts';
import type { Protocol, RoundTrip } from './protocol.ts';

const runtime = nodeRuntime({});
const INBOX = `.cstack/${STACK_FILES.inbox}`;

const draft = (content: string): MessageDraft => {
  return { from: 'ann', to: 'ben', thread: null, replyTo: null, type: 'task', time: '2026-01-19T10:30:00Z', content, fields: [] };
};

async function withStore<T>(root: string, work: (store: StackStore) => Promise<T>): Promise<T> {
  const store = new StackStore(runtime, path.join(root, '.cstack'));
  try {
    return await work(store);
  } finally {
    await store.edits.whenIdle();
  }
}

const say = (store: StackStore, word: string) => store.mailbox.deliver([draft(word)]);

/** A message is brought and taken away. */
function inbox(what: string, text: string): RoundTrip {
  return {
    what: `an INBOX ${what}`,
    file: INBOX,
    text,
    there: (root) =>
      withStore(root, async (store) => {
        const deliveries = await say(store, 'x\n---\nFrom: nobody');
        await store.remove(
          STACK_FILES.inbox,
          deliveries.map(({ message }) => message),
        );
      }),
  };
}

function plan(what: string, text: string): RoundTrip {
  return {
    what: `a PLAN ${what}`,
    file: `.cstack/${STACK_FILES.plan}`,
    text,
    there: (root) =>
      withStore(root, async ({ edits }) => {
        await edits.edit(STACK_FILES.plan, (present) => setStatus(present ?? '', '1', 'in progress'));
        await edits.edit(STACK_FILES.plan, (present) => setStatus(present ?? '', '1', 'pending'));
      }),
  };
}

/** An agent is given something else to do, and a skill, and then not. */
function agents(what: string, text: string): RoundTrip {
  return {
    what: `an AGENTS.md ${what}`,
    file: 'AGENTS.md',
    text,
    there: async (root) => {
      const stacks = Stacks.open(runtime, root);
      await stacks.editAgents((present) => changeAgent(present, 'api', { role: 'Nothing', hooks: ['deploy'] }));
      await stacks.editAgents((present) => changeAgent(present, 'api', { role: 'The API', hooks: null }));
      await stacks.whenIdle();
    },
  };
}

const V1 =
  '---\nID: msg-a7f3\nFrom: agent-id\nTo: manager\nThread: t\nType: milestone\nTime: 2026-01-19T10:30:00Z\n---\nMessage content here.\n';
const V2 = '\n---\nFrom: agent-frontend\nX-Mood:  calm\nType: question\n---\n\nA rule:\n\n---\n\nand a \\--- of its own\n\n\n';

const AGENTS = '# Agents\n\n## Rules\nBe brief.\n\n## agent-api\n* **Role:** The API  \n- Stack: ./api/.cstack/\n- Mood: calm\n\nProse.\n';

/** Puts a link that leads out in the place of a file of the stack. */
function link(root: string, name: string, target: string): void {
  fs.symlinkSync(target, path.join(root, '.cstack', name));
}

/** Messages in an INBOX. */
export const stack: Protocol = {
  name: 'stack',
  file: INBOX,
  broken: Buffer.from([0x2d, 0xff, 0xfe, 0x0a]),
  begin: (root) => fs.mkdirSync(path.join(root, '.cstack')),
  open: async (root) => {
    const store = new StackStore(runtime, path.join(root, '.cstack'));
    return {
      said: async () => store.mailbox.read().messages.map(({ content }) => content),
      say: async (word) => void (await say(store, word)),
      close: () => store.edits.whenIdle(),
    };
  },
  unknown: 'X-Mood: calm',
  byHand: (text, word) => `# Written by hand\n${text ?? ''}\n---\nFrom: cal\nX-Mood: calm\n---\n${word}\n`,
  edit: (root) =>
    withStore(root, async (store) => {
      const [first] = store.mailbox.read().messages;
      await say(store, 'ours');
      if (first?.content === 'before') await store.remove(STACK_FILES.inbox, [first]);
    }),
  roundTrips: [
    inbox('of the first version', `# Inbox\n\n${V1}`),
    inbox('with rules, unknown fields and prose', `# Inbox\nProse.\n${V2}${V1}${V2}`),
    inbox('with CRLF and a byte order mark', `\uFEFF# Inbox\n${V1}${V2}`.replaceAll('\n', '\r\n')),
    agents('with prose for other tools', AGENTS),
    agents('with CRLF', AGENTS.replaceAll('\n', '\r\n')),
    plan(
      'with notes, labels and unknown boxes',
      '# Plan\r\n\r\n## Tasks\r\n- [ ] P1: a #b | modified: x (id: a, depends: c)\r\n\t* [?] c\r\nProse',
    ),
  ],
  escapes: [
    ...['INBOX.md', 'OUTBOX.md'].map((name) => ({
      what: `a link in the place of ${name}`,
      attempt: (root: string, outside: string) => {
        link(root, name, path.join(outside, 'file'));
        return withStore(root, async (store) => (name === 'INBOX.md' ? say(store, 'out') : store.outbox()));
      },
    })),
    {
      what: 'a Stack of AGENTS.md',
      attempt: async (root, outside) => {
        const stack = path.relative(root, outside);
        fs.writeFileSync(path.join(root, 'AGENTS.md'), `## agent-out\n- Role: Out\n- Stack: ${stack}\n`);
        return Stacks.open(runtime, root).recipient('out');
      },
    },
    {
      what: 'a link in the place of .local',
      attempt: (root, outside) => {
        link(root, '.local', outside);
        return withStore(root, (store) => say(store, 'out'));
      },
    },
  ],
  watch: (root, changed) => watchOpened(stackProtocol, { folder: root }, changed),
};
