import fs from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { formatMessage, type MessageDraft, messageId } from '../../../src/engine/stack/index.ts';
import { CstackProject } from '../../support/cstack-cli.ts';

const NOW = '2026-01-19T10:30:00Z';

let project: CstackProject;
beforeEach(() => {
  process.env.CORTEX_NOW = NOW;
  delete process.env.CSTACK_AGENT;
  project = new CstackProject();
});
afterEach(() => {
  delete process.env.CORTEX_NOW;
  delete process.env.CSTACK_AGENT;
});

const SEED_FILES = ['CURRENT.md', 'PLAN.md', 'CONTEXT.md', 'OUTBOX.md', 'INBOX.md'];

/** The id that stands in what `send` says. */
const idIn = (out: string) => /msg-\w+/.exec(out)?.[0] ?? '';

/** A message of the manager's as it stands in the INBOX of `backend`. */
function inboxText(said: Pick<MessageDraft, 'type' | 'thread' | 'content'>): string {
  const draft = { ...said, from: 'manager', to: 'backend', replyTo: null, time: NOW, fields: [] };
  return formatMessage({ ...draft, id: messageId(draft) });
}

async function messagesOf(folder: string): Promise<Record<string, unknown>[]> {
  const answer = await project.json(folder, 'recv');
  return typeof answer === 'object' && answer !== null && 'messages' in answer && Array.isArray(answer.messages) ? answer.messages : [];
}

describe('cstack init', () => {
  test('makes the files of the seed, says what one does next, and changes nothing the second time', async () => {
    const first = await project.run('init');
    expect([first.code, first.err]).toEqual([0, '']);
    for (const file of SEED_FILES) expect(first.out).toContain(file);
    expect(first.out).toContain('cstack agents add ');
    expect(fs.readdirSync(project.path('.cstack')).sort()).toEqual(['.gitignore', ...SEED_FILES].sort());
    project.write('.cstack/PLAN.md', 'mine\n');
    const second = await project.run('init');
    expect([second.code, second.out.split('\n')[0]]).toEqual([
      0,
      `The stack in ${project.path('.cstack')} is there already; nothing was changed.`,
    ]);
    expect(project.read('.cstack/PLAN.md')).toBe('mine\n');
  });

  test('makes what is missing and says what it kept', async () => {
    project.write('new/.cstack/PLAN.md', 'mine\n');
    const { out } = await project.run('init', 'new');
    expect(out).toContain('Made .gitignore, CURRENT.md, CONTEXT.md, OUTBOX.md, INBOX.md in');
    expect(out).toContain('As it was: PLAN.md');
  });

  test('knows whose stack it is by AGENTS.md, and how to write it there', async () => {
    project.write('AGENTS.md', '# Agents\n\n## backend\n- Role: API\n- Stack: ./backend/.cstack/\n');
    expect((await project.run('init', 'backend')).out).toContain('It is the stack of backend.\n');
    expect((await project.run('init', 'a/b')).out).toContain(
      'cstack agents add b --role "what it is responsible for" --stack ./a/b/.cstack/\n',
    );
    expect(await project.json('.', 'init')).toMatchObject({ agent: 'manager', agentsFile: project.path('AGENTS.md') });
  });

  test('in stealth hides the stack, which is found there', async () => {
    await project.run('init', '--stealth');
    expect(fs.readdirSync(project.path('.cstack'))).toEqual(['.local']);
    await project.run('send', '--to', 'manager', '--from', 'ann', '--type', 'task', 'hidden');
    expect(project.read('.cstack/.local/INBOX.md')).toContain('hidden');
    expect(await messagesOf('.')).toHaveLength(1);
  });
});

describe('cstack send', () => {
  beforeEach(() => project.agents('backend', 'agent-web'));

  test('appends to the INBOX of the recipient and says what it was', async () => {
    const { code, out, err } = await project.in('backend', 'send', '--to', 'web', '--type', 'task', 'Build it');
    expect([code, err]).toEqual([0, '']);
    expect(out).toBe(`Sent ${idIn(out)} (task) from backend to agent-web.\n`);
    expect(project.read('agent-web/.cstack/INBOX.md')).toBe(
      `# Inbox\n\n---\nID: ${idIn(out)}\nFrom: backend\nTo: agent-web\nType: task\nTime: ${NOW}\n---\nBuild it\n`,
    );
  });

  test('says that the same message within a minute is one', async () => {
    const words = ['send', '--to', 'backend', '--type', 'task', 'Once'];
    const id = idIn((await project.run(...words)).out);
    const again = await project.run(...words);
    expect([again.code, again.out]).toEqual([
      0,
      `backend has this message already (${id}): the same text within a minute is one message.\n`,
    ]);
    expect(await messagesOf('backend')).toHaveLength(1);
  });

  test.each([
    ['--from', ['--from', 'ann'], undefined, 'ann'],
    ['--from before the environment', ['--from', 'ann'], 'bob', 'ann'],
    ['the environment before the folder', [], 'web', 'agent-web'],
    ['the folder', [], undefined, 'backend'],
  ])('is from whom %s says', async (_, options, environment, from) => {
    if (environment !== undefined) process.env.CSTACK_AGENT = environment;
    await project.in('backend', 'send', '--to', 'manager', '--type', 'done', 'x', ...options);
    expect(await messagesOf('.')).toEqual([expect.objectContaining({ from })]);
  });

  test('is from the manager in the folder of AGENTS.md, and asks in a folder that nobody has', async () => {
    await project.run('send', '--to', 'backend', '--type', 'task', 'x');
    expect(await messagesOf('backend')).toEqual([expect.objectContaining({ from: 'manager' })]);
    await project.run('init', 'other');
    const { code, err } = await project.in('other', 'send', '--to', 'backend', '--type', 'task', 'x');
    expect(code).toBe(2);
    for (const way of ['--from NAME', 'CSTACK_AGENT', 'AGENTS.md']) expect(err).toContain(way);
  });

  test('refuses a recipient that nobody is with code 1, and names those that there are', async () => {
    const { code, out, err } = await project.run('send', '--to', 'nobody', '--type', 'task', 'x');
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain('allowed: backend, agent-web, manager');
    expect(err).toContain('cstack agents add ');
  });

  test('takes an empty text for a slip, writes nothing, and says how text is given', async () => {
    const { code, err } = await project.run('send', '--to', 'backend', '--type', 'task', '');
    expect(code).toBe(2);
    expect(err).toContain('the message says nothing');
    expect(await messagesOf('backend')).toEqual([]);
  });

  test('warns of a sender whom nobody could answer, and sends', async () => {
    const words = ['--to', 'backend', '--type', 'task'];
    const { code, err } = await project.run('send', ...words, '--from', 'bakcend', 'x');
    expect([code, err]).toEqual([0, 'cstack: warning: AGENTS.md names no "bakcend": nobody can answer this sender\n']);
    for (const from of ['web', 'Manager', 'backend']) expect((await project.run('send', ...words, '--from', from, 'y')).err).toBe('');
  });

  test('warns of a message in OUTBOX that cannot be brought', async () => {
    const { code, err } = await project.in('backend', 'send', '--to', 'wbe', '--type', 'task', '--outbox', 'x');
    expect(code).toBe(0);
    expect(err).toContain('cannot be brought as things are');
    expect(err).toContain('got "wbe"; allowed: backend, agent-web, manager');
  });

  test('without AGENTS.md reaches the own stack as manager, and shows how to name others', async () => {
    const alone = new CstackProject();
    await alone.run('init');
    const { code } = await alone.run('send', '--to', 'manager', '--from', 'ann', '--type', 'task', 'x');
    expect(code).toBe(0);
    expect(alone.read('.cstack/INBOX.md')).toContain('From: ann\n');
    const other = await alone.run('send', '--to', 'web', '--from', 'ann', '--type', 'task', 'x');
    expect(other.code).toBe(1);
    expect(other.err).toContain('cstack agents add ');
  });

  test('replies in the thread of what it answers, which counts as read then', async () => {
    const question = await project.run('send', '--to', 'backend', '--type', 'question', '--thread', 'auth', 'Which region?');
    const id = idIn(question.out);
    await project.in('backend', 'send', '--to', 'manager', '--type', 'done', '--reply-to', id, 'West');
    expect(await messagesOf('.')).toEqual([expect.objectContaining({ thread: 'auth', replyTo: id, content: 'West' })]);
    expect(await messagesOf('backend')).toEqual([expect.objectContaining({ id, unread: false })]);
  });

  test.each([[[]], [['--outbox']]])('refuses a reply to nothing, names the id that is meant, and sends nothing: %j', async (outbox) => {
    const id = idIn((await project.run('send', '--to', 'backend', '--type', 'question', 'Which region?')).out);
    const words = ['send', '--to', 'manager', '--type', 'done', 'West', ...outbox, '--reply-to'];
    const typo = await project.in('backend', ...words, `${id.slice(0, -2)}${id.slice(-1)}`);
    expect([typo.code, typo.out]).toEqual([1, '']);
    expect(typo.err).toContain(`Perhaps ${id} is meant, from manager: "Which region?".`);
    const other = await project.in('backend', ...words, 'nothing-like-it');
    expect([other.code, other.err]).toEqual([1, expect.stringContaining('no message with this id')]);
    expect(other.err).not.toContain('Perhaps');
    expect(await messagesOf('.')).toEqual([]);
    expect(project.read('backend/.cstack/OUTBOX.md')).not.toContain('West');
  });

  test('takes a reply to what was cleared, to what was archived, and to what another stack has, in its thread', async () => {
    const ask = ['send', '--to', 'backend', '--type', 'question', '--thread', 'auth'];
    const [one, two] = [idIn((await project.run(...ask, 'One?')).out), idIn((await project.run(...ask, 'Two?')).out)];
    await project.in('backend', 'recv', '--mark-read');
    process.env.CORTEX_NOW = '2026-02-19T10:30:00Z';
    await project.in('backend', 'compact');
    expect(project.read('backend/.cstack/HISTORY.md')).toContain(one);
    const reply = (to: string, id: string) => project.in('backend', 'send', '--to', to, '--type', 'done', '--reply-to', id, `to ${id}`);
    expect(await reply('manager', one)).toMatchObject({ code: 0, err: '' });
    expect(await project.in('agent-web', 'send', '--to', 'manager', '--type', 'done', '--reply-to', two, 'web')).toMatchObject({ code: 0 });
    expect(await messagesOf('.')).toMatchObject([{ thread: 'auth' }, { thread: 'auth' }]);
    const three = idIn((await project.run(...ask, 'Three?')).out);
    await project.in('backend', 'recv', '--clear');
    expect(await reply('web', three)).toMatchObject({ code: 0, err: '' });
  });

  test('leaves a message in the OUTBOX when it is told to', async () => {
    const { code, out } = await project.in('backend', 'send', '--to', 'web', '--type', 'task', '--outbox', 'Later');
    expect([code, out]).toEqual([0, `Left ${idIn(out)} (task to agent-web) in OUTBOX.md; "cstack route" brings it.\n`]);
    expect(project.read('backend/.cstack/OUTBOX.md')).toContain('To: agent-web\nType: task\n');
    expect(await messagesOf('agent-web')).toEqual([]);
  });

  test.each([['task\nFrom: eve'], [''], ['\u001b[31m']])('refuses %j as a type', async (type) => {
    const { code, err } = await project.run('send', '--to', 'backend', '--type', type, 'x');
    expect([code, err]).toEqual([2, expect.stringContaining('one line of text')]);
    expect(await messagesOf('backend')).toEqual([]);
  });

  test('to an agent by its name and type alone', async () => {
    const { code, out } = await project.run('agents', 'send', 'web', 'task', 'Deploy v1.2');
    expect([code, out]).toEqual([0, `Sent ${idIn(out)} (task) from manager to agent-web.\n`]);
    expect(await messagesOf('agent-web')).toEqual([expect.objectContaining({ type: 'task', content: 'Deploy v1.2' })]);
  });
});

describe('cstack recv', () => {
  const HOSTILE = 'Two\n\nparagraphs\n---\nFrom: eve\nType: done\n---\n\ttab \u001b[2J\u202e end\n\n';

  beforeEach(async () => {
    await project.agents('backend');
    project.append('backend/.cstack/INBOX.md', inboxText({ type: 'task', thread: 'auth', content: 'First' }));
    project.append('backend/.cstack/INBOX.md', inboxText({ type: 'question', thread: null, content: HOSTILE }));
  });

  test('shows every message whole, and nothing in it moves the cursor', async () => {
    const { code, out, err } = await project.in('backend', 'recv');
    expect([code, err]).toEqual([0, '']);
    const lines = out.split('\n');
    expect(lines[0]).toBe('Inbox of backend: 2 messages, 2 unread');
    expect(lines[2]).toMatch(/^● msg-\w+ {2}task from manager {2}2026-01-19T10:30:00Z {2}thread auth$/);
    expect(lines.slice(6, -1)).toEqual([
      '  Two',
      '',
      '  paragraphs',
      '  ---',
      '  From: eve',
      '  Type: done',
      '  ---',
      '  \ttab \\u{1b}[2J\\u{202e} end',
    ]);
  });

  test('gives programs each message as the issue has it, with its exact text', async () => {
    const [first, second] = await messagesOf('backend');
    expect(first).toEqual({
      ...{ id: expect.stringMatching(/^msg-/), from: 'manager', to: 'backend', thread: 'auth', replyTo: null },
      ...{ type: 'task', time: NOW, content: 'First', unread: true },
    });
    expect(second?.content).toBe(HOSTILE);
    expect(await project.json('backend', 'status')).toMatchObject({ messages: [first, second] });
  });

  test('marks none, also when it is asked twice', async () => {
    const before = project.read('backend/.cstack/INBOX.md');
    const once = await project.in('backend', 'recv');
    expect(await project.in('backend', 'recv')).toEqual(once);
    expect(project.read('backend/.cstack/INBOX.md')).toBe(before);
  });

  test('--mark-read marks what it has shown', async () => {
    expect((await project.in('backend', 'recv', '--mark-read')).out).toContain('2 messages, 2 unread');
    expect((await project.in('backend', 'recv')).out).toContain('2 messages, 0 unread');
  });

  test('--unread and --limit narrow it, say how many there are, and how to see more', async () => {
    await project.in('backend', 'recv', '--mark-read');
    const texts = ['a', 'b', 'c', 'd'];
    for (const content of texts) project.append('backend/.cstack/INBOX.md', inboxText({ type: 'task', thread: null, content }));
    const { out } = await project.in('backend', 'recv', '--unread', '--limit', '2');
    expect(out).toMatch(/^Inbox of backend: 6 messages, 4 unread; the last 2 unread\n/);
    expect(out.split('\n').filter((line) => /^ {2}\S/.test(line))).toEqual(['  c', '  d']);
    expect(out).toMatch(/\n2 earlier messages\. Show more: cstack recv --unread --limit 4\n$/);
    expect(await project.json('backend', 'recv', '--unread', '--limit', '2', '--mark-read')).toMatchObject({
      ...{ total: 6, unread: 4, matching: 4 },
      messages: [{ content: 'c' }, { content: 'd' }],
    });
    expect(await project.json('backend', 'recv', '--unread')).toMatchObject({ unread: 2, messages: [{ content: 'a' }, { content: 'b' }] });
    await project.in('backend', 'recv', '--unread', '--clear');
    expect(await messagesOf('backend')).toMatchObject([{}, {}, { content: 'c' }, { content: 'd' }]);
    expect((await project.in('backend', 'recv', '--unread')).out).toBe('Inbox of backend: 4 messages, 0 unread.\n');
  });

  test('of many messages it shows all, writes numbers in one way, and says how to see fewer', async () => {
    const many = Array.from({ length: 1_100 }, (_, n) => inboxText({ type: 'task', thread: null, content: `Message ${n}` })).join('');
    project.append('backend/.cstack/INBOX.md', many);
    const { out } = await project.in('backend', 'recv');
    expect(out).toMatch(/^Inbox of backend: 1,102 messages, 1,102 unread\n/);
    expect(out).toMatch(/ {2}Message 1099\n\nShow the last ones alone: cstack recv --unread --limit 20\n$/);
  });

  test('--clear takes out what it has shown, and leaves what stands before it and half a message behind it', async () => {
    project.append('backend/.cstack/INBOX.md', '\n---\nFrom: writer\nTy');
    const { code, out, err } = await project.in('backend', 'recv', '--clear');
    expect([code, out]).toEqual([0, expect.stringContaining('Inbox of backend: 2 messages')]);
    expect(err).toContain('a message begins that is not whole');
    expect(project.read('backend/.cstack/INBOX.md')).toBe('# Inbox\n\n---\nFrom: writer\nTy');
    expect((await project.in('backend', 'recv')).out).toBe('The inbox of backend is empty.\n');
  });

  test('--clear --json gives exactly what it took', async () => {
    const all = await messagesOf('backend');
    const { out } = await project.in('backend', 'recv', '--clear', '--json');
    expect(JSON.parse(out)).toMatchObject({ messages: all });
    expect(await messagesOf('backend')).toEqual([]);
  });

  test('in a folder without a stack says how to make one', async () => {
    fs.mkdirSync(project.path('empty'));
    for (const command of ['recv', 'status']) {
      const { code, out, err } = await project.in('empty', command);
      expect([code, out]).toEqual([1, '']);
      expect(err).toContain('there is no stack here. Make one with "cstack init"');
    }
  });
});

describe('cstack status', () => {
  const CURRENT = '# Current State\n\n## Current Task\nLogin endpoint\n\n## Focus\nTokens\n\n## Next Steps\n- Handler\n- Tests\n';
  const PLAN = '# Plan\n\n## Tasks\n- [>] Login (id: login)\n- [ ] Logout\n- [!] Deploy | blocked: no credentials\n- [x] Schema\n';
  const ASKED = '\n---\nFrom: backend\nTo: manager\nType: question\nTime: 2026-01-17T10:30:00Z\n---\nWhich region?\n';

  beforeEach(async () => {
    await project.agents('backend');
    project.write('backend/.cstack/CURRENT.md', CURRENT);
    project.write('backend/.cstack/PLAN.md', PLAN);
    project.append('backend/.cstack/OUTBOX.md', ASKED);
    project.append('backend/.cstack/INBOX.md', inboxText({ type: 'task', thread: null, content: 'Begin\nwith this' }));
  });

  test('shows the task, the plan, what is unread and what it waits for', async () => {
    const { code, out, err } = await project.in('backend', 'status');
    expect([code, err]).toEqual([0, '']);
    expect(out.split('\n')).toEqual([
      `backend  ${project.path('backend/.cstack')}`,
      '',
      'Task    Login endpoint',
      'Focus   Tokens',
      'Next    Handler',
      '        Tests',
      'Plan    1 in progress, 1 pending, 1 blocked, 1 completed',
      'Inbox   1 message, 1 unread',
      'Outbox  1 message to be routed',
      '',
      'In progress',
      '  #1  Login',
      '',
      'Blocked',
      '  #3  Deploy  no credentials',
      '',
      'Unread',
      expect.stringMatching(/^ {2}msg-\w+ {2}task {2}from manager {2}Begin with this$/),
      '',
      'Waits for an answer for more than a day',
      expect.stringMatching(/^ {2}msg-\w+ {2}question {2}to manager {2}due for 24 h 0 min {2}Which region\?$/),
      '',
    ]);
  });

  test('lists the last twenty of many unread messages, and says how to see all', async () => {
    for (let n = 2; n <= 1_021; n += 1)
      project.append('backend/.cstack/INBOX.md', inboxText({ type: 'task', thread: null, content: `No. ${n}` }));
    const { out } = await project.in('backend', 'status');
    const listed = out.split('\n').filter((line) => line.includes('from manager'));
    expect(listed.map((line) => line.slice(line.indexOf('No.')))).toEqual(Array.from({ length: 20 }, (_, n) => `No. ${1_002 + n}`));
    expect(out).toContain('Inbox   1,021 messages, 1,021 unread');
    expect(out).toContain('Unread, the last 20 of 1,021 ("cstack recv" shows all)');
  });

  test('gives programs the same', async () => {
    expect(await project.json('backend', 'status')).toMatchObject({
      ...{ stack: 'backend', unread: 1, outbox: 1, counts: { pending: 1, 'in progress': 1, completed: 1, blocked: 1 } },
      current: { task: 'Login endpoint', focus: 'Tokens', nextSteps: ['Handler', 'Tests'] },
      inProgress: [{ number: 1, title: 'Login', line: 4, why: null }],
      blocked: [{ number: 3, title: 'Deploy', line: 6, why: 'no credentials' }],
      overdue: [{ to: 'manager', type: 'question', title: 'Which region?', since: Date.parse('2026-01-18T10:30:00Z') }],
      messages: [{ from: 'manager', content: 'Begin\nwith this', unread: true }],
    });
  });

  test('tells of a file that is broken, and shows the rest', async () => {
    project.write('backend/.cstack/PLAN.md', Buffer.from([0xff, 0xfe]));
    const { code, out, err } = await project.in('backend', 'status');
    expect([code, out]).toEqual([0, expect.stringContaining('Task    Login endpoint\n')]);
    expect(err).toContain(project.path('backend/.cstack/PLAN.md'));
    expect(err.match(/PLAN\.md/g)).toHaveLength(1);
  });
});
