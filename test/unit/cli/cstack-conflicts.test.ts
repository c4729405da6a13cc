import fs from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { CstackProject } from '../../support/cstack-cli.ts';

const message = (type: string, content: string) => `\n---\nFrom: api\nTo: manager\nType: ${type}\n---\n${content}\n`;
const unmerged = (ours: string, theirs: string) => `<<<<<<< HEAD\n${ours}=======\n${theirs}>>>>>>> feature\n`;
const OUTBOX = `# Outbox\n${unmerged(message('done', 'Left.'), message('question', 'Right?'))}${message('milestone', 'Outside')}`;

let project: CstackProject;
beforeEach(async () => {
  project = new CstackProject();
  await project.agents('api', 'web');
});

describe('a merge conflict in an OUTBOX', () => {
  it('is reported and not routed; messages outside of it are routed', async () => {
    project.write('api/.cstack/OUTBOX.md', OUTBOX);
    const { code, out, err } = await project.run('route');
    expect([code, out]).toEqual([
      1,
      expect.stringMatching(/^1 message delivered\.[\s\S]*^Not all outboxes could be read: see the warnings\. Exit code: 1$/m),
    ]);
    expect(err).toContain(`${project.path('api/.cstack/OUTBOX.md')}:2: merge conflict in lines 2 to 18`);
    const inbox = project.read('.cstack/INBOX.md');
    expect(inbox).toContain('\nOutside\n');
    expect(inbox).not.toMatch(/Left|Right|<<<|>>>/);
    expect(project.read('api/.cstack/OUTBOX.md')).toBe(OUTBOX.replace(message('milestone', 'Outside'), ''));
  });

  it('is reported once, with its line after the delivery', async () => {
    project.write('api/.cstack/OUTBOX.md', `${message('milestone', 'First').trimStart()}${OUTBOX}`);
    const { err } = await project.run('route');
    const first = project.read('api/.cstack/OUTBOX.md').split('\n').indexOf('<<<<<<< HEAD') + 1;
    expect(err.match(/OUTBOX\.md:\d+: merge conflict/g)).toEqual([`OUTBOX.md:${first}: merge conflict`]);
  });

  it('is resolved by the command that doctor suggests, and then routed', async () => {
    project.write('api/.cstack/OUTBOX.md', OUTBOX);
    const { out } = await project.run('doctor');
    expect(out).toContain('error: api/.cstack/OUTBOX.md:2: merge conflict in lines 2 to 18');
    const command = /cstack (settle \S+)/.exec(out)?.[1]?.split(' ') ?? [];
    const settled = await project.in('web', ...command);
    expect([settled.code, settled.out]).toEqual([
      0,
      expect.stringMatching(/^Settled 1 conflict in .*both sides are kept:\nlines 2 to 18\n {2}ours:\n/),
    ]);
    expect(settled.out).toContain('    Left.\n');
    expect(settled.out).toContain(`git -C ${project.path('.')} add -- ${project.path('api/.cstack/OUTBOX.md')}`);
    expect(await project.run('route')).toMatchObject({ code: 0, out: expect.stringContaining('3 messages delivered.') });
    expect(await project.run('doctor')).toMatchObject({ code: 0 });
  });

  it('that has no end marker prevents appending to the file', async () => {
    const torn = OUTBOX.replace('>>>>>>> feature\n', '');
    for (const name of ['api/.cstack/OUTBOX.md', 'web/.cstack/INBOX.md']) project.write(name, torn);
    const left = await project.in('api', 'send', '--to', 'web', '--type', 'task', '--outbox', 'Later');
    const sent = await project.in('api', 'send', '--to', 'web', '--type', 'task', 'Now');
    expect([left.code, sent.code]).toEqual([1, 1]);
    for (const { err } of [left, sent]) expect(err).toMatch(/BOX\.md:2: merge conflict without an end marker/);
    for (const name of ['api/.cstack/OUTBOX.md', 'web/.cstack/INBOX.md']) expect(project.read(name)).toBe(torn);
  });
});

describe('a merge conflict in', () => {
  it('an INBOX is reported by recv and status, and new messages are appended after it', async () => {
    project.write('web/.cstack/INBOX.md', `# Inbox\n${unmerged(message('task', 'Mine'), message('task', 'Theirs'))}`);
    expect((await project.in('web', 'recv')).out).toMatch(/^The inbox of (agent-)?web has only merge conflicts\.\n$/);
    expect((await project.in('web', 'status')).out).toMatch(/Inbox +has only merge conflicts/);
    await project.run('send', '--to', 'web', '--type', 'task', 'New');
    for (const words of [['recv'], ['status']]) {
      const { code, out, err } = await project.in('web', ...words);
      expect([code, out]).toEqual([0, expect.stringContaining('1 message, 1 unread')]);
      expect(err).toContain('INBOX.md:2: merge conflict in lines 2 to 18');
    }
    await project.in('web', 'recv', '--clear');
    expect(project.read('web/.cstack/INBOX.md')).toMatch(/^# Inbox\n<<<<<<< HEAD\n[\s\S]*>>>>>>> feature\n$/);
  });

  it.each(['PLAN.md', 'CURRENT.md', 'CONTEXT.md', 'MEMORY.md', 'HISTORY.md'])(
    '%s is an error in doctor and can be resolved',
    async (name) => {
      const file = `api/.cstack/${name}`;
      project.write(file, `# Title\n\n## Tasks\n${unmerged('- [ ] Left\n', '- [ ] Right\n')}`);
      expect(await project.run('doctor')).toMatchObject({ code: 1, out: expect.stringContaining(`error: ${file}:4: merge conflict`) });
      expect(await project.run('settle', file)).toMatchObject({ code: 0 });
      expect(project.read(file)).toBe('# Title\n\n## Tasks\n- [ ] Left\n- [ ] Right\n');
      expect((await project.run('settle', file)).out).toBe(`${project.path(file)} has no conflict markers.\n`);
    },
  );

  it('a plan, CURRENT.md or an OUTBOX does not make it empty', async () => {
    project.write('api/.cstack/PLAN.md', `# Plan\n\n## Tasks\n${unmerged('- [ ] Left\n', '- [!] Right\n')}`);
    project.write('api/.cstack/CURRENT.md', `# Current\n\n## Current Task\n${unmerged('Left\n', 'Right\n')}`);
    project.write('api/.cstack/OUTBOX.md', `# Outbox\n${unmerged(message('done', 'Left'), message('done', 'Right'))}`);
    const said = async (...words: string[]) => (await project.in('api', ...words)).out.trim();
    for (const words of [['ready'], ['plan', 'list'], ['graph']])
      expect(await said(...words)).toBe('The plan has merge conflicts, and no task outside of them.');
    expect(await said('blocked')).toBe('Nothing outside of the merge conflicts is blocked.');
    expect(await said('critical-path')).toBe('No task outside of the merge conflicts is open.');
    const status = await said('status');
    for (const file of ['Task', 'Plan', 'Outbox'])
      expect(status).toMatch(new RegExp(`^${file} +cannot be read in full, see the warnings$`, 'm'));
    expect(await said('route')).toBe('No message was routed: not all outboxes could be read, see the warnings. Exit code: 1');
    expect(await project.json('api', 'status')).toMatchObject({ partial: ['CURRENT.md', 'PLAN.md', 'OUTBOX.md'] });
    expect(await project.json('web', 'status')).toMatchObject({ partial: [] });
  });

  it('a plan whose other tasks are done does not make every task done', async () => {
    project.write('api/.cstack/PLAN.md', `## Tasks\n- [x] Done\n${unmerged('- [ ] Left\n', '- [ ] Right\n')}`);
    expect((await project.in('api', 'ready')).out).toBe('Every task outside of the merge conflicts is done.\n');
  });

  it('AGENTS.md is an error in doctor even if it contains all agents', async () => {
    const section = (name: string) => `## ${name}\n- Role: Dev\n- Stack: ./${name}/.cstack/\n`;
    project.write('AGENTS.md', `# Agents\n\n${unmerged(section('api'), section('web'))}`);
    expect(await project.run('doctor')).toMatchObject({ code: 1, out: expect.stringContaining('error: AGENTS.md:3: merge conflict') });
    expect(await project.in('api', 'settle', 'AGENTS.md')).toMatchObject({ code: 0 });
    expect(project.read('AGENTS.md')).toBe(`# Agents\n\n${section('api')}\n${section('web')}`);
  });
});

describe('cstack settle', () => {
  it.each([
    ['README.md', 2, 'does not belong to a stack'],
    ['api/.cstack/.local/x.md', 2, 'does not belong to a stack'],
    ['nothing.md', 1, 'no such file'],
  ])('refuses %s', async (name, code, message) => {
    if (name !== 'nothing.md') project.write(name, unmerged('a\n', 'b\n'));
    const before = name === 'nothing.md' ? '' : project.read(name);
    expect(await project.run('settle', name)).toMatchObject({ code, out: '', err: expect.stringContaining(message) });
    if (name !== 'nothing.md') expect(project.read(name)).toBe(before);
  });

  it('returns both sides as JSON', async () => {
    project.write('api/.cstack/PLAN.md', unmerged('- [ ] a\n', '- [ ] b\n'));
    expect(await project.json('.', 'settle', 'api/.cstack/PLAN.md')).toEqual({
      path: fs.realpathSync(project.path('api/.cstack/PLAN.md')),
      kept: [{ line: 1, lastLine: 5, ours: '- [ ] a\n', theirs: '- [ ] b\n' }],
    });
  });
});

describe('the Status line of a message', () => {
  const inbox = (status: string) =>
    `# Inbox\n\n---\nFrom: api\nType: task\nStatus: ${status}\n---\nOne\n\n---\nFrom: api\nType: task\n---\nTwo\n`;

  it('is its read mark, and --mark-read changes it', async () => {
    project.write('web/.cstack/INBOX.md', inbox('read'));
    expect(await project.json('web', 'recv')).toMatchObject({ unread: 1, messages: [{ unread: false }, { unread: true }] });
    expect(await project.json('web', 'status')).toMatchObject({ unread: 1 });
    project.write('web/.cstack/INBOX.md', inbox('unread'));
    expect(await project.json('web', 'recv')).toMatchObject({ unread: 2 });
    await project.in('web', 'recv', '--mark-read');
    expect(project.read('web/.cstack/INBOX.md')).toBe(inbox('read'));
    expect(await project.json('web', 'recv')).toMatchObject({ unread: 0 });
  });

  it('is reset when a message from an OUTBOX is delivered', async () => {
    project.append('api/.cstack/OUTBOX.md', '\n---\nTo: web\nType: done\nStatus: read\n---\nDone\n');
    expect(await project.run('route')).toMatchObject({ code: 0 });
    expect(await project.json('web', 'recv')).toMatchObject({ messages: [{ from: 'api', unread: true }] });
    expect(project.read('web/.cstack/INBOX.md')).toContain('Status: unread\n');
  });
});

/** The two sides of a conflict whose other markers were removed by hand. */
const HALVES = [
  ['first', (ours: string, theirs: string) => `${ours}=======\n${theirs}>>>>>>> feature\n`],
  ['other', (ours: string, theirs: string) => `<<<<<<< HEAD\n${ours}${theirs}`],
] as const;

describe.each(HALVES)('half a merge conflict, without the %s marker', (_which, half) => {
  it('is not routed, and is reported', async () => {
    const outbox = half(message('done', 'Left.'), message('question', 'Right?'));
    project.write('api/.cstack/OUTBOX.md', outbox);
    expect(await project.run('route')).toMatchObject({
      code: 1,
      out: expect.stringContaining('No message was routed'),
      err: expect.stringContaining('half a merge conflict'),
    });
    expect(project.read('api/.cstack/OUTBOX.md')).toBe(outbox);
    expect(await project.run('doctor')).toMatchObject({ code: 1, out: expect.stringContaining('half a merge conflict: line') });
    const settled = await project.run('settle', 'api/.cstack/OUTBOX.md');
    expect([settled.code, settled.err]).toEqual([1, expect.stringContaining('delete the marker')]);
    expect(project.read('api/.cstack/OUTBOX.md')).toBe(outbox);
  });

  it('contains no tasks and no agents', async () => {
    project.write('api/.cstack/PLAN.md', half('- [ ] alpha\n', '- [ ] beta\n'));
    expect(await project.in('api', 'plan', 'list')).toMatchObject({
      out: expect.not.stringMatching(/alpha|beta/),
      err: expect.stringContaining('half a merge conflict'),
    });
    project.write('AGENTS.md', half('## agent-ann\n- Role: Dev\n', '## agent-bob\n- Role: Dev\n'));
    expect(await project.run('doctor')).toMatchObject({ code: 1, out: expect.stringContaining('AGENTS.md') });
    expect((await project.run('agent', 'list')).out).not.toMatch(/ann|bob/);
  });
});

it('a message that quotes a conflict marker hides no other message', async () => {
  const quoted = 'Look:\n>>>>>>> feature\n\\>>>>>>> b\n<<<<<<< HEAD';
  await project.in('api', 'send', '--to', 'web', '--type', 'task', 'First');
  await project.in('api', 'send', '--to', 'web', '--type', 'task', quoted);
  const { messages } = Object(await project.json('web', 'recv'));
  expect(messages.map(({ content }: { content: string }) => content)).toEqual(['First', quoted]);
});
