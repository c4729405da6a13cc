import fs from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import { CstackProject } from '../../support/cstack-cli.ts';

const PROSE = '# Our agents\r\n\r\nRead this first.\r\n\r\n## House rules\r\n- be kind\r\n\r\n';
const API = '## api\r\n- Role: API\r\n- Stack: ./api/.cstack/\r\n- Owner: ann\r\n';

let project: CstackProject;
beforeEach(() => {
  project = new CstackProject();
});

describe('cstack agents add', () => {
  test('writes AGENTS.md and says how to create the stack; then the agent can receive messages', async () => {
    const { code, out, err } = await project.run(
      'agents',
      'add',
      'api',
      '--role',
      'The API',
      '--stack',
      './api/.cstack/',
      '--skills',
      '/deploy, /test',
    );
    expect([code, err]).toEqual([0, '']);
    expect(out).toBe(`Added api in ${project.path('AGENTS.md')}.\nCreate its stack: cstack init ${project.path('api')}\n`);
    expect(project.read('AGENTS.md')).toBe('# Agents\n\n## api\n- Role: The API\n- Stack: ./api/.cstack/\n- Skills: /deploy, /test\n');
    expect((await project.run('init', 'api')).out).toContain('It is the stack of api.');
    expect((await project.run('agents', 'send', 'api', 'task', 'Begin')).code).toBe(0);
  });

  test('leaves every other byte unchanged', async () => {
    project.write('AGENTS.md', `${PROSE}${API}\r\n## Afterword\r\nBye.`);
    await project.run('agents', 'add', 'web', '--role', 'UI', '--stack', './web/.cstack/');
    expect(project.read('AGENTS.md')).toBe(`${PROSE}${API}\r\n## web\r\n- Role: UI\r\n- Stack: ./web/.cstack/\r\n\r\n## Afterword\r\nBye.`);
  });

  test.each([
    [['api', '--role', 'x', '--stack', './x/.cstack/'], 1, 'an agent already has this name'],
    [['agent-api', '--role', 'x', '--stack', './x/.cstack/'], 1, 'an agent already has this name'],
    [['web', '--role', 'x', '--stack', '../../etc'], 2, 'outside the repository'],
    [['web', '--role', 'x', '--stack', 'web'], 2, 'Write "./web/.cstack/". Nothing was changed.'],
    [['web', '--role', 'x', '--stack', 'api/.cstack'], 2, 'web has the same stack as api'],
    [['web', '--role', 'x\n## evil', '--stack', './x/.cstack/'], 2, 'one line of text'],
    [['web', '--role', '', '--stack', './x/.cstack/'], 2, 'one line of text'],
  ])('refuses %j, names the file and changes nothing', async (words, code, message) => {
    project.write('AGENTS.md', API);
    const run = await project.run('agents', 'add', ...words);
    expect([run.code, run.out]).toEqual([code, '']);
    expect(run.err).toContain(message);
    expect(run.err).toContain(project.path('AGENTS.md'));
    expect(project.read('AGENTS.md')).toBe(API);
  });
});

describe('cstack agents change', () => {
  beforeEach(() => project.write('AGENTS.md', `${PROSE}${API}`));

  test('changes the given fields and no other byte', async () => {
    const { code, out } = await project.run('agents', 'change', 'agent-api', '--role', 'All of it', '--skills', '/deploy');
    expect([code, out]).toEqual([
      0,
      `Changed api in ${project.path('AGENTS.md')}.\nCreate its stack: cstack init ${project.path('api')}\n`,
    ]);
    const changed = API.replace('Role: API', 'Role: All of it').replace('cstack/\r\n', 'cstack/\r\n- Skills: /deploy\r\n');
    expect(project.read('AGENTS.md')).toBe(`${PROSE}${changed}`);
    await project.run('agents', 'change', 'api', '--skills', '');
    expect(project.read('AGENTS.md')).toBe(`${PROSE}${API.replace('Role: API', 'Role: All of it')}`);
  });

  test('reports that nothing changes', async () => {
    const { out } = await project.run('agents', 'change', 'api', '--role', 'API');
    expect(out).toBe(`api is already up to date in ${project.path('AGENTS.md')}.\n`);
  });

  test('changes an agent without a stack, and lists the names when a name is wrong', async () => {
    project.write('AGENTS.md', '## agent-half\n- Role: x\n');
    expect((await project.run('agents', 'change', 'half', '--role', 'y')).code).toBe(0);
    const { code, err } = await project.run('agents', 'change', 'hlaf', '--role', 'y');
    expect([code, err]).toEqual([1, expect.stringContaining('allowed: agent-half')]);
  });
});

test('cstack agents remove removes the section and keeps the stack', async () => {
  await project.agents('api', 'web');
  const before = project.read('AGENTS.md');
  const { code, out } = await project.run('agents', 'remove', 'agent-api');
  expect([code, out]).toEqual([0, `Removed api from ${project.path('AGENTS.md')}. Its stack is not removed: ./api/.cstack/\n`]);
  expect(project.read('AGENTS.md')).toBe(before.replace(/## api\n[^#]*/, ''));
  expect(fs.existsSync(project.path('api/.cstack/INBOX.md'))).toBe(true);
  expect((await project.run('agents', 'remove', 'api')).code).toBe(1);
});

test('cstack agents remove warns of unread messages and unfinished tasks, and keeps their files', async () => {
  await project.agents('api', 'web');
  for (const text of ['one', 'two']) await project.run('send', '--to', 'api', '--type', 'task', text);
  project.write('api/.cstack/PLAN.md', '# Plan\n\n- [ ] One\n- [>] Two\n- [x] Three\n');
  const { code, err } = await project.run('agents', 'remove', 'api');
  const [inbox, plan] = ['INBOX.md', 'PLAN.md'].map((name) => project.path(`api/.cstack/${name}`));
  expect({ code, err }).toEqual({
    code: 0,
    err: `warning: api leaves 2 unread messages (${inbox}), 2 unfinished tasks (${plan}); the files are kept\n`,
  });
  expect(project.read('api/.cstack/INBOX.md')).toContain('two');
  expect((await project.run('agents', 'remove', 'web')).err).toBe('');
});

describe('cstack agents list', () => {
  test('shows the agents of AGENTS.md in columns, with their problems', async () => {
    await project.agents('api', 'web');
    project.append('AGENTS.md', '- Skills: /build, /lint\n\n## agent-lost\n- Role: \u001b[2J\n');
    const { code, out, err } = await project.run('agents', 'list');
    expect([code, out.split('\n')]).toEqual([
      0,
      [
        'AGENT       ROLE       STACK           SKILLS',
        'api         api        ./api/.cstack/',
        'web         web        ./web/.cstack/  /build /lint',
        'agent-lost  \\u{1b}[2J  (no stack)',
        '',
      ],
    ]);
    expect(err).toContain('AGENTS.md:12: agent-lost has no Stack.');
    expect(await project.json('api', 'agents', 'list')).toMatchObject({ agents: [{ name: 'api', line: 3 }, {}, { stack: null }] });
  });

  test('says how to add an agent when there is none', async () => {
    for (const command of ['list', 'status']) {
      const { code, out } = await project.run('agents', command);
      expect([code, out]).toEqual([0, expect.stringContaining('cstack agents add agent-api --role')]);
    }
  });
});

test('cstack agents status shows the task of each agent, missing stacks, and the manager', async () => {
  await project.agents('api', 'web');
  await project.run('init');
  project.append('AGENTS.md', '\n## db\n- Role: db\n- Stack: ./db/.cstack/\n');
  project.write('api/.cstack/CURRENT.md', '# Current State\n\n## Current Task\nLogin\nendpoint\n');
  project.write('api/.cstack/PLAN.md', '- [>] a\n- [!] b\n- [ ] c\n- [ ] d\n- [x] e\n');
  project.append('web/.cstack/INBOX.md', '\n---\nFrom: api\nType: task\nTime: 2020-01-01T00:00:00Z\n---\nLook\n');
  project.append('api/.cstack/OUTBOX.md', '\n---\nFrom: api\nTo: web\nType: done\n---\nDone\n');
  const { code, out, err } = await project.run('agents', 'status');
  expect([code, err, out.split('\n')]).toEqual([
    0,
    '',
    [
      'AGENT    IN PROGRESS  BLOCKED  PENDING  UNREAD  OUTBOX  OVERDUE  TASK',
      'api      1            1        2        ·       1       1        Login endpoint',
      'web      ·            ·        ·        1       ·       ·',
      'db                                                               (stack not found)',
      'manager  ·            ·        ·        ·       ·       ·',
      '',
    ],
  ]);
  expect(await project.json('.', 'agents', 'status')).toMatchObject({
    agents: [{ name: 'api', inProgress: 1, blocked: 1, pending: 2, completed: 1, overdue: 1 }, { unread: 1 }, { exists: false }, {}],
  });
});

describe('an agent whose Stack is not a folder', () => {
  const long = 'x'.repeat(300);
  const CASES: readonly (readonly [string, string, string])[] = [
    ['./file/.cstack/', 'a file is in the place of a stack folder', 'file'],
    ['./web/.cstack/', 'a file is in the place of a stack folder', 'web/.cstack'],
    [`./${long}/.cstack/`, 'the path, or a name in it, is too long', ''],
  ];

  test.each(CASES)(
    '%s: every command reports it with its line and a fix, and other agents are not affected',
    async (stack, message, file) => {
      project.write('file', 'precious');
      project.write('web/.cstack', 'precious');
      project.write('AGENTS.md', `${API}\n## bad\n- Role: r\n- Stack: ${stack}\n`);
      await project.run('init', 'api');
      const sent = await project.run('send', '--to', 'bad', '--type', 'task', 'x');
      expect([sent.code, sent.out]).toEqual([sent.err.includes('too long') ? 2 : 1, '']);
      expect(sent.err).toContain(`${project.path('AGENTS.md')}:8: the Stack of bad cannot be used`);
      expect(sent.err).toContain(message);
      if (file !== '') expect(sent.err).toContain(`Move the file ${project.path(file)} away, or correct the path.`);
      expect(await project.run('doctor')).toMatchObject({ code: 1, out: expect.stringContaining(message) });
      for (const command of [['agents', 'status'], ['overdue']])
        expect(await project.run(...command)).toMatchObject({ code: 0, err: expect.stringContaining(message) });
      expect((await project.run('agents', 'send', 'api', 'task', 'x')).code).toBe(0);
      expect([project.read('file'), project.read('web/.cstack')]).toEqual(['precious', 'precious']);
    },
  );

  test('is refused, and no stack is created in place of a file', async () => {
    project.write('file', 'precious');
    const added = await project.run('agents', 'add', 'bad', '--role', 'r', '--stack', './file/.cstack/');
    expect([added.code, added.out]).toEqual([2, '']);
    expect(added.err).toContain('a file is in the place of a stack folder');
    expect(await project.run('init', 'file')).toMatchObject({
      code: 1,
      err: expect.stringContaining(`${project.path('file')}: a file is in the place of a stack folder`),
    });
    expect(await project.in('file', 'status')).toMatchObject({
      code: 1,
      err: expect.stringContaining(
        `${project.path('file/AGENTS.md')}: cannot read the file: a file in the path is in the place of a folder`,
      ),
    });
  });
});
