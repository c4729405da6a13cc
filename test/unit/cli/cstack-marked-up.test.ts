import { beforeEach, describe, expect, it } from 'vitest';
import { CstackProject } from '../../support/cstack-cli.ts';

let project: CstackProject;
beforeEach(async () => {
  project = new CstackProject();
  await project.agents('api', 'web');
});

const BOLD = '---\n**From:** api\n**To:** manager\n**Type:** question\n---\nBold?\n';
const LIST = '---\n- To: `manager`\n- Type: done\n---\nListed.\n';

describe('a message header with Markdown, in an OUTBOX', () => {
  it.each([
    ['bold', BOLD],
    ['a list', LIST],
    ['the colon outside', BOLD.replaceAll(':**', '**:')],
    ['half of it plain', BOLD.replace('**From:** api', 'From: api')],
  ])('%s: is not sent, and every command reports it', async (_, block) => {
    const text = `# Outbox\n\n${block}`;
    project.write('api/.cstack/OUTBOX.md', text);
    const problem = `${project.path('api/.cstack/OUTBOX.md')}:3: a header with Markdown in its lines is not a message; it is not sent.`;
    const routed = await project.run('route');
    expect(routed).toMatchObject({
      code: 1,
      out: 'No message was routed: not all outboxes could be read, see the warnings. Exit code: 1\n',
    });
    expect(routed.err).toContain(`${problem} Write lines such as "To: manager"`);
    const status = await project.in('api', 'status');
    expect([status.out, status.err]).toEqual([expect.stringMatching(/Outbox +cannot be read in full/), expect.stringContaining(problem)]);
    expect((await project.run('doctor')).out).toContain(
      'error: api/.cstack/OUTBOX.md:3: a header with Markdown in its lines is not a message.',
    );
    expect(project.read('api/.cstack/OUTBOX.md')).toBe(text);
  });

  it('is not delivered to the recipient of the previous message', async () => {
    project.write('api/.cstack/OUTBOX.md', `# Outbox\n\n---\nTo: web\nType: done\n---\nFor web.\n\n${BOLD}`);
    expect((await project.run('route')).out).toContain('1 message delivered.');
    expect(project.read('web/.cstack/INBOX.md')).toContain('For web.');
    expect(project.read('web/.cstack/INBOX.md')).not.toContain('Bold?');
    expect(project.read('api/.cstack/OUTBOX.md')).toContain(BOLD);
  });

  it('is content when a command wrote it', async () => {
    await project.in('api', 'send', '--to', 'web', '--type', 'done', '--outbox', `See:\n${BOLD}`);
    expect(await project.run('route')).toMatchObject({ code: 0 });
    expect(await project.json('web', 'recv')).toMatchObject({ messages: [{ content: expect.stringContaining(BOLD.trim()) }] });
  });

  it('is content in an INBOX, and when its lines name neither sender nor recipient', async () => {
    const body = 'Table\n---\n**Name:** x\n**Size:** 3\n---\nEnd\n';
    project.write('api/.cstack/OUTBOX.md', `---\nTo: web\nType: done\n---\n${body}`);
    expect(await project.run('route')).toMatchObject({ code: 0 });
    expect(await project.json('web', 'recv')).toMatchObject({ messages: [{ content: body.trim() }] });
  });
});

describe('a message header with a line without a colon', () => {
  const FIRST = '---\nFrom api\nTo: manager\nType: done\n---\nOne\n';

  it.each([
    ['the sender', FIRST],
    ['the recipient', '---\nFrom: api\nto manager\n---\nTwo\n'],
    ['every line', '---\nFrom api\nTo manager\n---\nThree\n'],
    ['the only line', '---\nTo manager\n---\nFour\n'],
  ])('%s: is not sent from an OUTBOX, and every command reports it once', async (_, block) => {
    const text = `# Outbox\n\n${block}`;
    project.write('api/.cstack/OUTBOX.md', text);
    const problem = `${project.path('api/.cstack/OUTBOX.md')}:3: a header with a line without a colon is not a message; it is not sent.`;
    const routed = await project.run('route');
    expect(routed).toMatchObject({
      code: 1,
      out: 'No message was routed: not all outboxes could be read, see the warnings. Exit code: 1\n',
    });
    expect(routed.err).toContain(`${problem} Write lines such as "To: manager", with a colon after the key`);
    expect((await project.in('api', 'status')).out).toMatch(/Outbox +cannot be read in full/);
    const { out } = await project.run('doctor');
    expect(out.match(/OUTBOX\.md:3: .*/g)).toEqual([expect.stringContaining('a header with a line without a colon is not a message.')]);
    expect(project.read('api/.cstack/OUTBOX.md')).toBe(text);
  });

  it('is no part of the message before it, and its line is that after the delivery', async () => {
    const lone = '---\nTo manager\n---\nFor the manager.\n';
    project.write(
      'api/.cstack/OUTBOX.md',
      `# Outbox\n\n---\nTo: web\nType: done\n---\nFor web.\n\n${lone}\n---\nFrom api\nTo web\n---\nTwo\n`,
    );
    const { code, out, err } = await project.run('route');
    expect({ code, out }).toEqual({
      code: 1,
      out: expect.stringContaining('Not all outboxes could be read: see the warnings. Exit code: 1'),
    });
    expect(err.match(/OUTBOX\.md:\d+/g)).toEqual(['OUTBOX.md:3', 'OUTBOX.md:8']);
    expect(project.read('web/.cstack/INBOX.md')).not.toContain('manager');
    expect(project.read('api/.cstack/OUTBOX.md').split('\n')[2]).toBe('---');
    expect((await project.run('doctor')).out).toContain('OUTBOX.md:3: a header with a line without a colon is not a message.');
  });

  it('is content when a command wrote it', async () => {
    const body = 'See:\n---\nTo manager\n---\nEnd';
    await project.in('api', 'send', '--to', 'web', '--type', 'done', '--outbox', body);
    expect(await project.run('route')).toMatchObject({ code: 0, err: '' });
    expect(await project.json('web', 'recv')).toMatchObject({ messages: [{ content: body }] });
  });

  it('is reported in an INBOX to which it was delivered as a text', async () => {
    project.write('api/.cstack/INBOX.md', '---\nFrom: web\nTo: api\nType: done\n---\nOne\n\n---\nTo manager\n---\nTwo\n');
    expect((await project.run('doctor')).out).toContain('INBOX.md:8: a header with a line without a colon is not a message.');
  });

  it('is reported in an INBOX, too', async () => {
    project.write('api/.cstack/INBOX.md', FIRST);
    expect((await project.run('doctor')).out).toContain('INBOX.md:1: a header with a line without a colon is not a message.');
  });

  it.each(['To do\n---\n', 'To sum up, it works.\n---\n', 'To the manager\n---\n', 'To do\nmore text\n---\n', 'Name: x\nSize 3\n---\n'])(
    'is content when it may be prose: %j',
    async (lines) => {
      const body = `Table\n---\n${lines}End`;
      project.write('api/.cstack/OUTBOX.md', `---\nTo: web\nType: done\n---\n${body}\n`);
      expect(await project.run('route')).toMatchObject({ code: 0, err: '' });
      expect(await project.json('web', 'recv')).toMatchObject({ messages: [{ content: body }] });
    },
  );
});

describe('a message type', () => {
  it('is recognized in any case', async () => {
    project.write('api/.cstack/OUTBOX.md', '---\nTo: manager\nType: BLOCKED\n---\nI wait.\n');
    expect((await project.run('doctor')).out).not.toContain('unknown message type');
    expect((await project.run('route')).out).toContain('message "I wait."');
  });
});
