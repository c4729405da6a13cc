import fs from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CstackProject } from '../../support/cstack-cli.ts';
import { messageText } from '../../support/stack-folders.ts';

let project: CstackProject;

const ASKED = messageText(
  { ID: 'msg-1', From: 'manager', To: 'api', Thread: 'auth', Time: '2026-01-10T10:00:00Z' },
  'Build the login\n\n---\nsoon',
);
const ANSWERED = messageText(
  { ID: 'msg-2', From: 'api', To: 'manager', ReplyTo: 'msg-1', Type: 'question', Time: '2026-01-11T10:00:00Z' },
  'Which login?\u001b[2J',
);

beforeEach(() => {
  process.env.CORTEX_NOW = '2026-01-19T12:00:00Z';
  project = new CstackProject();
  project.write(
    'AGENTS.md',
    '# Agents\n\n## api\n- Role: API\n- Stack: ./api/.cstack/\n- Skills: /deploy\n- Hooks: check\n\n## web\n- Role: UI\n- Stack: ./web/.cstack/\n',
  );
  project.write('.cstack/INBOX.md', ANSWERED);
  project.write('api/.cstack/INBOX.md', `# Inbox\n\n${ASKED}`);
  project.write(
    'api/.cstack/OUTBOX.md',
    messageText({ ID: 'msg-3', From: 'api', To: 'web', Thread: 'auth', Type: 'done', Time: '2026-01-12T10:00:00Z' }, 'Login is there'),
  );
  project.write('web/.cstack/PLAN.md', '- [ ] Draw the LOGIN page (id: page)\n- [x] Old | completed: 2026-01-02\n');
});
afterEach(() => {
  delete process.env.CORTEX_NOW;
});

const lines = (...all: string[]) => `${all.join('\n')}\n`;

describe('cstack thread', () => {
  it('escapes a Time that is not valid', async () => {
    project.write('web/.cstack/INBOX.md', messageText({ From: 'api', Thread: 'odd', Time: 'now\u001b[2J' }, 'x'));
    expect((await project.run('thread', 'odd')).out).toContain('now\\u{1b}[2J');
  });

  it.each(['auth', 'msg-1', 'msg-2'])('shows the thread of %s across all stacks by time, with indented text', async (named) => {
    const { code, out, err } = await project.run('thread', named);
    expect([code, err]).toEqual([0, '']);
    expect(out).toBe(
      lines(
        'Thread auth: Build the login',
        'manager, api, web; 3 messages, 2 unread',
        '',
        '2026-01-10T10:00:00Z  manager → api  task  msg-1  unread',
        '  Build the login',
        '',
        '  ---',
        '  soon',
        '',
        '2026-01-11T10:00:00Z  api → manager  question  msg-2  unread',
        '  Which login?\\u{1b}[2J',
        '',
        '2026-01-12T10:00:00Z  api → web  done  msg-3  not delivered yet',
        '  Login is there',
      ),
    );
  });

  it('returns each message with its position as JSON', async () => {
    const { messages, unread } = Object(await project.json('web', 'thread', 'auth'));
    expect(unread).toBe(2);
    expect(messages[0]).toEqual({
      id: 'msg-1',
      from: 'manager',
      to: 'api',
      thread: 'auth',
      replyTo: null,
      type: 'task',
      time: '2026-01-10T10:00:00Z',
      content: 'Build the login\n\n---\nsoon',
      unread: true,
      stack: 'api',
      box: 'inbox',
      line: 3,
      archived: false,
      file: project.path('api/.cstack/INBOX.md'),
    });
  });

  it('shows archived messages as such, and lists all threads, the newest first', async () => {
    project.write('web/.cstack/INBOX.md', messageText({ ID: 'msg-9', From: 'api', To: 'web', Time: '2026-01-18T10:00:00Z' }, 'By itself'));
    await project.in('api', 'compact');
    project.write('api/.cstack/INBOX.md', messageText({ ID: 'old', From: 'x', Thread: 'gone', Time: '2026-01-01T10:00:00Z' }, 'Old'));
    await project.in('api', 'recv', '--mark-read');
    await project.in('api', 'compact');
    const { out } = await project.run('thread', 'auth');
    expect(out).toContain('Thread auth: Build the login\nmanager, api, web; 3 messages, 1 unread\n');
    expect(out).toContain('2026-01-10T10:00:00Z  manager → api  task  msg-1  archived\n  Build the login\n\n  ---\n  soon\n\n2026-01-11');
    expect((await project.run('thread', 'msg-1')).out).toBe(out);
    expect(Object(await project.json('web', 'thread', 'auth')).messages[0]).toMatchObject({
      id: 'msg-1',
      unread: false,
      archived: true,
      line: 5,
      file: project.path('api/.cstack/HISTORY.md'),
    });
    expect(await project.run('thread')).toEqual({
      code: 0,
      err: '',
      out: lines(
        'THREAD  MESSAGES  UNREAD  LAST                  BETWEEN            TITLE',
        'msg-9   1         1       2026-01-18T10:00:00Z  api, web           By itself',
        'auth    3         1       2026-01-12T10:00:00Z  manager, api, web  Build the login',
        '1 more thread only in HISTORY.md; --json lists them',
      ),
    });
    expect(await project.json('.', 'thread')).toMatchObject({
      threads: [
        { id: 'msg-9', messages: 1, archived: 0 },
        { id: 'auth', title: 'Build the login', messages: 3, archived: 1, unread: 1, last: Date.parse('2026-01-12T10:00:00Z') },
        { id: 'gone', messages: 1, archived: 1, participants: ['x', 'api'] },
      ],
    });
  });

  it('lists a date without a time of day as written', async () => {
    const dated = new CstackProject();
    await dated.run('init');
    dated.write('.cstack/INBOX.md', messageText({ ID: 'msg-1', From: 'web', Time: '2026-01-12' }, 'Build it'));
    const row = (await dated.run('thread')).out.split('\n')[1];
    expect(row).toMatch(/^msg-1 +1 +1 +2026-01-12 +web/);
    expect(await dated.json('.', 'thread')).toMatchObject({ threads: [{ lastDay: '2026-01-12' }] });
    expect(await project.json('.', 'thread')).toMatchObject({ threads: [{ lastDay: null }] });
  });

  it('reports that there are no messages', async () => {
    const alone = new CstackProject();
    await alone.run('init');
    expect(await alone.run('thread')).toEqual({ code: 0, out: 'There are no messages.\n', err: '' });
  });

  it('suggests how to find an unknown thread', async () => {
    const { code, err } = await project.run('thread', 'nope');
    expect([code, err]).toEqual([
      1,
      'error: no message has this id, and no thread has this name (got "nope"; allowed: auth). "cstack thread" lists all threads. To find it by its text: cstack search WORDS\n',
    ]);
  });
});

describe('cstack search', () => {
  it('finds messages and tasks that contain all words, in any case and in any file', async () => {
    expect((await project.run('search', 'login')).out).toBe(
      lines(
        'api/.cstack/INBOX.md:3   message  msg-1  task from manager to api      Build the login',
        'api/.cstack/OUTBOX.md:1  message  msg-3  done from api to web          Login is there',
        'web/.cstack/PLAN.md:1    task     page   Draw the LOGIN page           Draw the LOGIN page (id: page)',
        '.cstack/INBOX.md:1       message  msg-2  question from api to manager  Which login?\\u{1b}[2J',
      ),
    );
    expect((await project.run('search', 'draw', 'login')).out.split('\n').length).toBe(2);
    expect((await project.run('search', 'login', '--top', '1')).out).toContain('\n3 more results: add --top 4\n');
    expect(await project.json('.', 'search', 'soon')).toMatchObject({ query: 'soon', total: 1, results: [{ stack: 'api', line: 3 }] });
  });

  it('exits with 1 when it finds nothing', async () => {
    expect(await project.run('search', 'nowhere')).toMatchObject({ code: 1, out: expect.stringContaining('No match for "nowhere".') });
    expect(await project.run('search')).toMatchObject({ code: 2, err: expect.stringContaining("missing required argument 'words'") });
  });
});

describe('cstack overdue', () => {
  it('lists messages without an answer for a day, the oldest first', async () => {
    const { out } = await project.run('overdue');
    expect(out).toBe(
      lines('7 days late  api → manager  question  msg-2  Which login?\\u{1b}[2J', '', 'Show one with its answers: cstack thread msg-2'),
    );
    process.env.CORTEX_NOW = '2026-01-11T12:00:00Z';
    expect((await project.run('overdue')).out).toContain('Nothing is overdue');
    expect(await project.json('.', 'overdue')).toEqual({ messages: [], withoutTime: 0, complete: true });
  });
});

it('counts unanswered tasks and questions without a time', async () => {
  project.append('api/.cstack/OUTBOX.md', '\n---\nFrom: api\nTo: manager\nType: question\n---\nWhich region?\n');
  process.env.CORTEX_NOW = '2026-01-11T12:00:00Z';
  expect((await project.run('overdue')).out).toBe(
    lines('Nothing with a time is overdue.', '1 without a time and an answer: unknown whether overdue. List them: cstack thread'),
  );
  expect(await project.json('.', 'overdue')).toEqual({ messages: [], withoutTime: 1, complete: true });
  project.append('.cstack/OUTBOX.md', '\n---\nFrom: manager\nTo: api\nType: done\nReplyTo: msg-none\n---\nx\n');
  expect(await project.json('.', 'overdue')).toEqual({ messages: [], withoutTime: 1, complete: true });
});

it('does not say that nothing is overdue, or that no message has an id, while a conflict hides messages', async () => {
  project.append('api/.cstack/INBOX.md', '\n<<<<<<< HEAD\n---\nID: msg-9\n=======\n---\nID: msg-8\n>>>>>>> other\n');
  process.env.CORTEX_NOW = '2026-01-11T12:00:00Z';
  const { out, err } = await project.run('overdue');
  expect(out).toBe(lines('Nothing that can be read is overdue. See the warnings for what cannot.'));
  expect(err).toContain('merge conflict');
  const reply = await project.run('send', '--to', 'api', '--type', 'done', '--reply-to', 'msg-9', 'Yes');
  expect([reply.code, reply.err]).toEqual([1, expect.stringContaining('no message that can be read has this id (got "msg-9")')]);
});

describe('cstack hooks', () => {
  it('lists scripts with their entries in AGENTS.md, and runs none', async () => {
    project.write('api/.cstack/.claude/hooks/deploy.sh', 'echo ran > ran\n');
    project.write('web/.cstack/.claude/hooks/test.ps1', '');
    const { code, out } = await project.run('hooks');
    expect(code).toBe(0);
    expect(out).toBe(
      lines(
        'api  /check                                        no script',
        'api  /deploy  api/.cstack/.claude/hooks/deploy.sh',
        'web  /test    web/.cstack/.claude/hooks/test.ps1   not in AGENTS.md',
        '',
        'They run only when a person starts them in the editor.',
      ),
    );
    expect(fs.existsSync('ran')).toBe(false);
    expect(Object(await project.json('.', 'hooks')).hooks[2]).toMatchObject({ stack: 'web', skill: 'test', sh: null, declared: false });
  });

  it('says how to create a hook when there is none', async () => {
    project.write('AGENTS.md', '## api\n- Role: API\n- Stack: ./api/.cstack/\n');
    expect((await project.run('hooks')).out).toContain('.cstack/.claude/hooks/deploy.sh');
  });
});

describe('cstack compact', () => {
  it('previews with --dry-run, moves the text unchanged, and moves it once', async () => {
    expect((await project.in('web', 'compact', '--dry-run')).out).toBe(`Would move 1 task to ${project.path('web/.cstack/HISTORY.md')}.\n`);
    expect(fs.existsSync(project.path('web/.cstack/HISTORY.md'))).toBe(false);
    const { out } = await project.in('web', 'compact', '--older-than', '7d');
    expect(out).toBe(`Moved 1 task to ${project.path('web/.cstack/HISTORY.md')}, unchanged.\n`);
    expect(project.read('web/.cstack/PLAN.md')).toBe('- [ ] Draw the LOGIN page (id: page)\n');
    expect(project.read('web/.cstack/HISTORY.md')).toContain('- [x] Old | completed: 2026-01-02\n');
    expect((await project.in('web', 'compact')).out).toContain('web has nothing older than 7 days to move.');
  });

  it('moves a message that was answered from another stack', async () => {
    expect(await project.json('api', 'compact', '--dry-run')).toMatchObject({ stack: 'api', messages: 1, tasks: 0, dryRun: true });
    expect(await project.json('api', 'compact', '--dry-run', '--older-than', '30d')).toMatchObject({
      messages: 0,
      olderThan: 2_592_000_000,
    });
    await project.in('api', 'compact');
    expect(project.read('api/.cstack/INBOX.md')).toBe('# Inbox\n');
    expect(project.read('api/.cstack/HISTORY.md')).toContain(ASKED.trimEnd());
  });

  it('reports that messages without a time stay, and why', async () => {
    project.write('web/.cstack/INBOX.md', [1, 2].map((n) => messageText({ ID: `m${n}`, Time: '' }, `${n}`)).join(''));
    await project.in('web', 'recv', '--mark-read');
    const why = '2 messages that were read or answered have no Time, so they stay.';
    expect((await project.in('web', 'compact')).out).toContain(why);
    const { out } = await project.in('web', 'compact', '--older-than', '0s');
    expect(out).toContain(`web has nothing older than 0 s to move.\n${why}\n`);
  });

  it('refuses an invalid duration', async () => {
    expect(await project.run('compact', '--older-than', 'soon')).toMatchObject({
      code: 2,
      err: expect.stringContaining('500ms, 60s, 5m, 2h'),
    });
  });
});

describe('cstack doctor', () => {
  it('reports no problems in valid files', async () => {
    expect(await project.run('doctor')).toEqual({ code: 0, out: '3 stacks checked: no problems found.\n', err: '' });
  });

  it('exits with 0 on warnings and with 1 on errors, each with its position and a fix', async () => {
    fs.appendFileSync(project.path('api/.cstack/INBOX.md'), '---\nFrom: api\nTo: web\nType: qestion\n---\nWhich port?\n');
    const warned = await project.run('doctor');
    expect([warned.code, warned.err]).toEqual([0, '']);
    expect(warned.out).toMatch(
      /^warning: api\/\.cstack\/INBOX\.md:\d+: .*\. \S.*\n3 stacks checked: 0 errors, 1 warning in the files\.\n$/,
    );
    project.write('web/.cstack/OUTBOX.md', Buffer.from([0x41, 0xff]));
    const failed = await project.run('doctor');
    expect(failed.code).toBe(1);
    expect(failed.out).toContain('error: web/.cstack/OUTBOX.md:1: is not valid UTF-8');
    expect(await project.json('web', 'doctor')).toMatchObject({ stacks: 3, errors: 1, warnings: 1, root: project.root });
  });
});

describe('reading commands', () => {
  it.each([['thread', 'x'], ['search', 'x'], ['overdue'], ['hooks'], ['compact'], ['doctor']])(
    '%s requires a stack, and says how to create one',
    async (...words) => {
      const { code, out, err } = await new CstackProject().run(...words);
      expect([code, out]).toEqual([1, '']);
      expect(err).toContain('no stack here. Create one with "cstack init"');
    },
  );

  it('continue when one stack cannot be read, and report it', async () => {
    project.write('api/.cstack/INBOX.md', Buffer.from([0xff]));
    for (const words of [['thread', 'msg-2'], ['search', 'draw'], ['overdue']]) {
      const { code, err } = await project.run(...words);
      expect([words, code]).toEqual([words, 0]);
      expect(err).toContain(`${project.path('api/.cstack/INBOX.md')}:1`);
    }
  });
});
