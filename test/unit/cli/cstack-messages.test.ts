import fs from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
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

/** Returns the message id in the output of `send`. */
const idIn = (out: string) => /msg-\w+/.exec(out)?.[0] ?? '';

test('a .cstack that is a link out of the working tree is used with --root', async () => {
  const elsewhere = new CstackProject();
  await elsewhere.run('init');
  fs.symlinkSync(elsewhere.path('.cstack'), project.path('.cstack'));
  const commands = [
    ['plan', 'add', 'x'],
    ['status'],
    ['send', '--to', 'manager', '--type', 'task', 'hello'],
    ['recv'],
    ['init'],
    ['doctor'],
    ['thread'],
  ];
  const codes = [];
  for (const command of commands) codes.push((await project.run(...command)).code);
  expect(codes).toEqual(commands.map(() => 0));
  project.write('AGENTS.md', '## api\n- Role: r\n- Stack: ./api/.cstack/\n');
  fs.mkdirSync(project.path('api'));
  fs.symlinkSync(elsewhere.path('.cstack'), project.path('api/.cstack'));
  const refused = await project.run('send', '--to', 'api', '--type', 'task', 'hello');
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining(`add: --root ${project.path('api')}`)]);
  expect(elsewhere.read('.cstack/PLAN.md')).toContain('x');
});

describe('cstack init', () => {
  test('creates the files of the seed, names the next step, and changes nothing the second time', async () => {
    const first = await project.run('init');
    expect([first.code, first.err]).toEqual([0, '']);
    for (const file of SEED_FILES) expect(first.out).toContain(file);
    expect(first.out).toContain('cstack agents add ');
    expect(fs.readdirSync(project.path('.cstack')).sort()).toEqual(['.gitignore', ...SEED_FILES].sort());
    project.write('.cstack/PLAN.md', 'mine\n');
    const second = await project.run('init');
    expect([second.code, second.out.split('\n')[0]]).toEqual([
      0,
      `The stack in ${project.path('.cstack')} already exists; nothing was changed.`,
    ]);
    expect(project.read('.cstack/PLAN.md')).toBe('mine\n');
  });

  test('creates missing files and lists the existing ones', async () => {
    project.write('new/.cstack/PLAN.md', 'mine\n');
    const { out } = await project.run('init', 'new');
    expect(out).toContain('Created .gitignore, CURRENT.md, CONTEXT.md, OUTBOX.md, INBOX.md in');
    expect(out).toContain('Unchanged: PLAN.md');
  });

  test('names the owner of the stack from AGENTS.md, or how to add one', async () => {
    project.write('AGENTS.md', '# Agents\n\n## backend\n- Role: API\n- Stack: ./backend/.cstack/\n');
    expect((await project.run('init', 'backend')).out).toContain('It is the stack of backend.\n');
    expect((await project.run('init', 'a/b')).out).toContain(
      'cstack agents add b --role "what it is responsible for" --stack ./a/b/.cstack/\n',
    );
    expect(await project.json('.', 'init')).toMatchObject({ agent: 'manager', agentsFile: project.path('AGENTS.md') });
  });

  test('hides the stack with --stealth, and other commands find it', async () => {
    await project.run('init', '--stealth');
    expect(fs.readdirSync(project.path('.cstack'))).toEqual(['.local']);
    await project.run('send', '--to', 'manager', '--from', 'ann', '--type', 'task', 'hidden');
    expect(project.read('.cstack/.local/INBOX.md')).toContain('hidden');
    expect(await project.inbox('.')).toHaveLength(1);
  });
});

describe('cstack send', () => {
  beforeEach(() => project.agents('backend', 'agent-web'));

  test('appends to the INBOX of the recipient and prints the result', async () => {
    const { code, out, err } = await project.in('backend', 'send', '--to', 'web', '--type', 'task', 'Build it');
    expect([code, err]).toEqual([0, '']);
    expect(out).toBe(`Sent ${idIn(out)} (task) from backend to agent-web.\n`);
    expect(project.read('agent-web/.cstack/INBOX.md')).toBe(
      `# Inbox\n\n---\nID: ${idIn(out)}\nFrom: backend\nTo: agent-web\nType: task\nTime: ${NOW}\n---\nBuild it\n`,
    );
  });

  test('sends the same message only once within a minute', async () => {
    const words = ['send', '--to', 'backend', '--type', 'task', 'Once'];
    const id = idIn((await project.run(...words)).out);
    const again = await project.run(...words);
    expect([again.code, again.out]).toEqual([
      0,
      `backend already has this message (${id}): the same text within a minute counts as one message.\n`,
    ]);
    expect(await project.inbox('backend')).toHaveLength(1);
  });

  test('writes a message again that is no longer in the INBOX, and says that it is there only if it is', async () => {
    const words = ['send', '--to', 'backend', '--type', 'task', 'again'];
    await project.run('send', '--to', 'backend', '--type', 'task', 'first');
    const older = project.read('backend/.cstack/INBOX.md');
    const id = idIn((await project.run(...words)).out);
    project.write('backend/.cstack/INBOX.md', older);
    const { code, out } = await project.run(...words);
    expect([code, out]).toEqual([0, expect.stringContaining(`Sent ${id} (task)`)]);
    expect((await project.inbox('backend')).filter((each) => each.id === id)).toHaveLength(1);
    expect((await project.run(...words)).out).toContain('already has this message');
  });

  test.each([
    ['--from', ['--from', 'ann'], undefined, 'ann'],
    ['--from before the environment', ['--from', 'ann'], 'bob', 'ann'],
    ['the environment before the folder', [], 'web', 'agent-web'],
    ['the folder', [], undefined, 'backend'],
  ])('uses the sender from %s', async (_, options, environment, from) => {
    if (environment !== undefined) process.env.CSTACK_AGENT = environment;
    await project.in('backend', 'send', '--to', 'manager', '--type', 'done', 'x', ...options);
    expect(await project.inbox('.')).toEqual([expect.objectContaining({ from })]);
  });

  test('sends as manager in the folder of AGENTS.md, and asks for a sender in an unknown folder', async () => {
    await project.run('send', '--to', 'backend', '--type', 'task', 'x');
    expect(await project.inbox('backend')).toEqual([expect.objectContaining({ from: 'manager' })]);
    await project.run('init', 'other');
    const { code, err } = await project.in('other', 'send', '--to', 'backend', '--type', 'task', 'x');
    expect(code).toBe(2);
    for (const way of ['--from NAME', 'CSTACK_AGENT', 'AGENTS.md']) expect(err).toContain(way);
  });

  test('refuses an unknown recipient with code 1, and lists the known ones', async () => {
    const { code, out, err } = await project.run('send', '--to', 'nobody', '--type', 'task', 'x');
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain('allowed: backend, agent-web, manager');
    expect(err).toContain('cstack agents add ');
  });

  test('refuses an empty text, writes nothing, and says how to pass text', async () => {
    const { code, err } = await project.run('send', '--to', 'backend', '--type', 'task', '');
    expect(code).toBe(2);
    expect(err).toContain('the message is empty');
    expect(await project.inbox('backend')).toEqual([]);
  });

  test('warns of an unknown sender, and sends', async () => {
    const words = ['--to', 'backend', '--type', 'task'];
    const { code, err } = await project.run('send', ...words, '--from', 'bakcend', 'x');
    expect([code, err]).toEqual([0, 'warning: AGENTS.md does not define "bakcend", so agents cannot answer this sender\n']);
    for (const from of ['web', 'Manager', 'backend']) expect((await project.run('send', ...words, '--from', from, 'y')).err).toBe('');
  });

  test('warns of an unknown type, names the one that was probably meant, and sends it unchanged', async () => {
    const send = (type: string) => project.run('send', '--to', 'backend', '--type', type, 'x');
    const { code, err } = await send('quesiton');
    expect([code, err]).toEqual([0, 'warning: unknown message type "quesiton"; did you mean question? It is sent unchanged\n']);
    expect((await send('bolcked')).err).toContain('did you mean blocked?');
    expect((await send('shout')).err).toBe(
      'warning: unknown message type "shout"; known types: task, question, milestone, blocked, done, answer, reminder. It is sent unchanged\n',
    );
    for (const type of ['Question', 'answer']) expect((await send(type)).err).toBe('');
    expect((await project.inbox('backend')).map((message) => Object(message).type)).toContain('quesiton');
  });

  test('warns of a message in OUTBOX that cannot be delivered', async () => {
    const { code, err } = await project.in('backend', 'send', '--to', 'wbe', '--type', 'task', '--outbox', 'x');
    expect(code).toBe(0);
    expect(err).toContain('cannot be delivered now');
    expect(err).toContain('got "wbe"; allowed: backend, agent-web, manager');
  });

  test('without AGENTS.md reaches only its own stack, as manager, and says how to add agents', async () => {
    const alone = new CstackProject();
    await alone.run('init');
    const { code } = await alone.run('send', '--to', 'manager', '--from', 'ann', '--type', 'task', 'x');
    expect(code).toBe(0);
    expect(alone.read('.cstack/INBOX.md')).toContain('From: ann\n');
    const other = await alone.run('send', '--to', 'web', '--from', 'ann', '--type', 'task', 'x');
    expect(other.code).toBe(1);
    expect(other.err).toContain('cstack agents add ');
  });

  test('replies in the thread of the original, and marks that as read', async () => {
    const question = await project.run('send', '--to', 'backend', '--type', 'question', '--thread', 'auth', 'Which region?');
    const id = idIn(question.out);
    await project.in('backend', 'send', '--to', 'manager', '--type', 'done', '--reply-to', id, 'West');
    expect(await project.inbox('.')).toEqual([expect.objectContaining({ thread: 'auth', replyTo: id, content: 'West' })]);
    expect(await project.inbox('backend')).toEqual([expect.objectContaining({ id, unread: false })]);
  });

  test.each([[[]], [['--outbox']]])('refuses a reply to an unknown id, suggests a similar one, and sends nothing: %j', async (outbox) => {
    const id = idIn((await project.run('send', '--to', 'backend', '--type', 'question', 'Which region?')).out);
    const words = ['send', '--to', 'manager', '--type', 'done', 'West', ...outbox, '--reply-to'];
    const typo = await project.in('backend', ...words, `${id.slice(0, -2)}${id.slice(-1)}`);
    expect([typo.code, typo.out]).toEqual([1, '']);
    expect(typo.err).toContain(`Did you mean ${id}, "Which region?" from manager?`);
    const other = await project.in('backend', ...words, 'nothing-like-it');
    expect([other.code, other.err]).toEqual([1, expect.stringContaining('no message has this id')]);
    expect(other.err).not.toContain('Did you mean');
    expect(await project.inbox('.')).toEqual([]);
    expect(project.read('backend/.cstack/OUTBOX.md')).not.toContain('West');
  });

  test('accepts a reply to a cleared message, an archived message, and a message of another stack', async () => {
    const ask = ['send', '--to', 'backend', '--type', 'question', '--thread', 'auth'];
    const [one, two] = [idIn((await project.run(...ask, 'One?')).out), idIn((await project.run(...ask, 'Two?')).out)];
    await project.in('backend', 'recv', '--mark-read');
    process.env.CORTEX_NOW = '2026-02-19T10:30:00Z';
    await project.in('backend', 'compact');
    expect(project.read('backend/.cstack/HISTORY.md')).toContain(one);
    const reply = (to: string, id: string) => project.in('backend', 'send', '--to', to, '--type', 'done', '--reply-to', id, `to ${id}`);
    expect(await reply('manager', one)).toMatchObject({ code: 0, err: '' });
    expect(await project.in('agent-web', 'send', '--to', 'manager', '--type', 'done', '--reply-to', two, 'web')).toMatchObject({ code: 0 });
    expect(await project.inbox('.')).toMatchObject([{ thread: 'auth' }, { thread: 'auth' }]);
    const three = idIn((await project.run(...ask, 'Three?')).out);
    await project.in('backend', 'recv', '--clear');
    expect(await reply('web', three)).toMatchObject({ code: 0, err: '' });
  });

  test('leaves a message in the OUTBOX with --outbox', async () => {
    const { code, out } = await project.in('backend', 'send', '--to', 'web', '--type', 'task', '--outbox', 'Later');
    expect([code, out]).toEqual([0, `Left ${idIn(out)} (task to agent-web) in OUTBOX.md; "cstack route" delivers it.\n`]);
    expect(project.read('backend/.cstack/OUTBOX.md')).toContain('To: agent-web\nType: task\n');
    expect(await project.inbox('agent-web')).toEqual([]);
  });

  test.each([['task\nFrom: eve'], [''], ['\u001b[31m']])('refuses %j as a type', async (type) => {
    const { code, err } = await project.run('send', '--to', 'backend', '--type', type, 'x');
    expect([code, err]).toEqual([2, expect.stringContaining('one line of text')]);
    expect(await project.inbox('backend')).toEqual([]);
  });

  test('sends to an agent by its name and type alone with "agents send"', async () => {
    const { code, out } = await project.run('agents', 'send', 'web', 'task', 'Deploy v1.2');
    expect([code, out]).toEqual([0, `Sent ${idIn(out)} (task) from manager to agent-web.\n`]);
    expect(await project.inbox('agent-web')).toEqual([expect.objectContaining({ type: 'task', content: 'Deploy v1.2' })]);
  });
});
