import { beforeEach, describe, expect, test } from 'vitest';
import { cortexProgram } from '../../../src/cli/cortex-program.ts';
import { runProgramHere } from '../../support/cortex-cli.ts';
import { CstackProject } from '../../support/cstack-cli.ts';

/** A message as an agent writes it without cstack. */
const message = (to: string, content: string, more = '') => `\n---\nFrom: api\nTo: ${to}\nType: task\n${more}---\n${content}\n`;

let project: CstackProject;
beforeEach(async () => {
  project = new CstackProject();
  await project.agents('api', 'agent-web');
});

describe('cstack route', () => {
  test('delivers messages to their recipients, and removes them from the OUTBOX', async () => {
    project.append('api/.cstack/OUTBOX.md', message('web', 'One') + message('manager', 'Two') + message('web', 'Three'));
    const { code, out, err } = await project.run('route');
    expect([code, err]).toEqual([0, '']);
    expect(out.split('\n').map((line) => line.replace(/msg-\w+ +/, ''))).toEqual([
      '3 messages delivered.',
      'task  api → web      delivered',
      'task  api → manager  delivered',
      'task  api → web      delivered',
      '',
    ]);
    expect(project.read('api/.cstack/OUTBOX.md')).toBe('# Outbox\n');
    const { messages } = Object(await project.json('agent-web', 'recv'));
    expect(messages).toMatchObject([{ content: 'One' }, { content: 'Three' }]);
    expect(project.read('.cstack/INBOX.md')).toContain('\nTwo\n');
    expect(await project.run('route')).toEqual({ code: 0, out: 'Nothing to route: every outbox is empty.\n', err: '' });
  });

  test('leaves messages that it cannot deliver, says why, and exits with 1', async () => {
    project.append(
      'api/.cstack/OUTBOX.md',
      `${message('wbe', 'Typo')}${message('web', 'Good')}\n---\nFrom: api\nType: task\n---\nFor whom?\n`,
    );
    const { code, out } = await project.run('route');
    expect(code).toBe(1);
    expect(out).toContain('1 message delivered, 2 stay in the outbox.\n');
    expect(out).toMatch(/^msg-\w+: .*no agent has this name \(got "wbe"; allowed: api, agent-web, manager\)/m);
    expect(out).toMatch(/^msg-\w+ {2}task {2}api → \(no recipient\) {2}stays in the outbox$/m);
    expect(out).toMatch(/^msg-\w+: the message has no recipient\. Add a line "To: …"/m);
    expect(project.read('api/.cstack/OUTBOX.md')).toBe(`# Outbox\n${message('wbe', 'Typo')}\n---\nFrom: api\nType: task\n---\nFor whom?\n`);
  });

  test('leaves a message with two recipients in its header, and names the line, as doctor does', async () => {
    project.append('api/.cstack/OUTBOX.md', message('web', 'One', 'To: manager\nType: done\n'));
    const { code, out } = await project.run('route');
    expect([code, project.read('api/.cstack/OUTBOX.md')]).toEqual([1, `# Outbox\n${message('web', 'One', 'To: manager\nType: done\n')}`]);
    expect(out).toMatch(/^msg-\w+: line 7 is a second "To:" in the header\. Keep one of the two lines; /m);
    const doctor = (await project.run('doctor')).out;
    expect(doctor).toContain('OUTBOX.md:7: To is written twice in this header; the one in line 5 counts.');
    expect(doctor).toContain('OUTBOX.md:8: Type is written twice in this header; the one in line 6 counts.');
  });

  test('delivers a message with another sender than the owner of the OUTBOX, and warns, as doctor does', async () => {
    project.append('api/.cstack/OUTBOX.md', message('web', 'Mine') + message('manager', 'Not mine').replace('From: api', 'From: web'));
    const doctor = await project.run('doctor');
    expect(doctor.out).toMatch(/^warning: api\/\.cstack\/OUTBOX\.md:\d+: the message has From: web, but is in the OUTBOX of api\. /m);
    expect(doctor.out.match(/the message has From/g)).toHaveLength(1);
    const { code, out, err } = await project.run('route');
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain('2 messages delivered.');
    expect(out.match(/^msg-\w+: the message has From: web, but is in the OUTBOX of api; it is delivered unchanged$/gm)).toHaveLength(1);
    expect(project.read('.cstack/INBOX.md')).toContain('\nNot mine\n');
  });

  test.each(['From: api\nTo: manager\nType: blocked', 'To: manager'])(
    'leaves a message with an unclosed header in the OUTBOX, and names its line, as doctor does: %j',
    async (fields) => {
      const half = `---\n${fields}\nno end of the header\n`;
      const good = '---\nFrom: api\nTo: manager\nType: done\n---\nReady.\n\n';
      project.write('api/.cstack/OUTBOX.md', `${good}${half}`);
      // As of what the file has after the good message was delivered.
      const at = `${project.root}/api/.cstack/OUTBOX.md:2`;
      const run = await project.run('route');
      expect(run.err).toContain(`${at}: incomplete header: it does not end with "---"; it is not sent.`);
      expect(project.read('.cstack/INBOX.md')).toContain('Ready.');
      expect(project.read('.cstack/INBOX.md')).not.toContain('no end');
      expect(project.read('api/.cstack/OUTBOX.md')).toBe(`\n${half}`);
      expect((await project.run('route')).err).toContain('OUTBOX.md:2: incomplete header');
      expect((await project.run('doctor')).out).toMatch(/OUTBOX\.md:2\b.*incomplete header/);
      project.write('api/.cstack/OUTBOX.md', half.replace('\nno end', '\n---\nno end'));
      expect((await project.run('route')).err).toBe('');
      expect(project.read('.cstack/INBOX.md')).toContain('no end');
    },
  );

  test('returns each message with its result as JSON', async () => {
    project.append('api/.cstack/OUTBOX.md', message('web', 'One') + message('wbe', 'Typo'));
    expect(await project.json('.', 'route')).toMatchObject({
      root: project.root,
      routed: [
        { from: 'api', to: 'web', type: 'task', outcome: 'delivered', why: null },
        { to: 'wbe', outcome: 'kept', why: expect.stringContaining('no agent has this name') },
      ],
      blocked: [],
      logged: 0,
    });
  });

  test('leaves the OUTBOX unchanged when there is no AGENTS.md', async () => {
    const alone = new CstackProject();
    await alone.run('init');
    alone.append('.cstack/OUTBOX.md', message('manager', 'One'));
    const { code, err } = await alone.run('route');
    expect([code, err]).toEqual([1, expect.stringContaining('cstack agents add agent-api')]);
    expect(alone.read('.cstack/OUTBOX.md')).toContain('One');
  });

  test('records deliveries in the timeline of the repository, if it has one', async () => {
    await runProgramHere(cortexProgram, ['init', '--root', project.root]);
    project.append('api/.cstack/OUTBOX.md', message('web', 'One') + message('wbe', 'Typo'));
    expect((await project.run('route')).out).toContain('1 message delivered, 1 stays in the outbox; recorded in the timeline.');
    const { out } = await runProgramHere(cortexProgram, ['timeline', 'list', '--root', project.root]);
    expect(out).toContain('Delivered task from api to web');
    expect(out).toContain('Could not deliver task from api to wbe');
  });
});

describe('cstack route reports a blocked agent', () => {
  const said = (time: string, type: string, more = '') =>
    `\n---\nFrom: agent-api\nTo: manager\nType: ${type}\nTime: ${time}\n${more}---\nNo keys\n`;

  /** Returns the lines below the heading "Blocked". */
  async function blocked(): Promise<string[]> {
    const { out } = await project.run('route');
    return out.includes('\nBlocked\n')
      ? out
          .slice(out.indexOf('\nBlocked\n') + 9)
          .trimEnd()
          .split('\n')
      : [];
  }

  test('because of a blocked task in its plan', async () => {
    project.append('api/.cstack/PLAN.md', '- [ ] a\n- [!] Deploy | blocked: no access\n- [!] Migrate\n');
    expect(await blocked()).toEqual(['  api  task #2 Deploy: no access', '       task #3 Migrate']);
  });

  test('because of its "blocked" message, whether just routed or older', async () => {
    project.append('api/.cstack/OUTBOX.md', said('2026-01-01T10:00:00Z', 'Blocked'));
    expect(await blocked()).toEqual([expect.stringMatching(/^ {2}api {2}message "No keys" \(msg-\w+\)$/)]);
    expect(await blocked()).toHaveLength(1);
  });

  test.each([
    ['it has said something else since', said('2026-01-01T10:00:00Z', 'blocked') + said('2026-01-01T11:00:00Z', 'done'), 0],
    ['it had said something else before', said('2026-01-01T11:00:00Z', 'blocked') + said('2026-01-01T10:00:00Z', 'done'), 1],
    [
      'it has an answer',
      `${said('2026-01-01T10:00:00Z', 'blocked', 'ID: b1\n')}\n---\nFrom: manager\nTo: api\nReplyTo: b1\nType: task\n---\nHere\n`,
      0,
    ],
  ])('but not because of that message when %s', async (_, messages, count) => {
    await project.run('init');
    project.append('.cstack/INBOX.md', messages);
    expect(await blocked()).toHaveLength(count);
  });

  test('because of a message of an agent that AGENTS.md does not name', async () => {
    await project.run('init');
    project.append('.cstack/INBOX.md', said('2026-01-01T10:00:00Z', 'blocked').replace('agent-api', 'stranger'));
    expect(await blocked()).toEqual([expect.stringContaining('  stranger  message "No keys"')]);
  });
});
