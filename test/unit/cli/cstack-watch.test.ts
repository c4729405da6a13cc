import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { text } from 'node:stream/consumers';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { CstackProject, cstackFile } from '../../support/cstack-cli.ts';
import { WAIT_MS } from '../../support/limits.ts';

const WAIT = { timeout: WAIT_MS, interval: 25 };

let project: CstackProject;
beforeEach(() => {
  project = new CstackProject();
});

/** A running `cstack` process and its output. */
class AtWork {
  readonly #child: ChildProcess;
  out = '';
  err = '';

  constructor(directory: string, ...words: string[]) {
    this.#child = spawn(process.execPath, [cstackFile, ...words], { cwd: directory, stdio: ['ignore', 'pipe', 'pipe'] });
    onTestFinished(() => void this.#child.kill('SIGKILL'));
    this.#child.stdout?.on('data', (chunk: Buffer) => {
      this.out += chunk.toString();
    });
    this.#child.stderr?.on('data', (chunk: Buffer) => {
      this.err += chunk.toString();
    });
  }

  /** Waits for this many lines of output, and returns them. */
  async lines(count: number): Promise<string[]> {
    await vi.waitFor(() => expect(this.out.split('\n').length - 1, this.out + this.err).toBe(count), WAIT);
    return this.out.split('\n').slice(0, -1);
  }

  async says(words: string): Promise<void> {
    await vi.waitFor(() => expect(this.err).toContain(words), WAIT);
  }

  async end(signal: NodeJS.Signals): Promise<number | null> {
    this.#child.kill(signal);
    return this.exit();
  }

  async exit(): Promise<number | null> {
    if (this.#child.exitCode === null && this.#child.signalCode === null) await once(this.#child, 'close');
    return this.#child.exitCode;
  }
}

const message = (from: string, content: string, to = 'manager') => `\n---\nFrom: ${from}\nTo: ${to}\nType: task\n---\n${content}\n`;

describe('cstack watch --inbox', () => {
  test('prints each new message of any program on one line, and stops on a signal', async () => {
    await project.run('init');
    project.append('.cstack/INBOX.md', message('before', 'Old'));
    const watch = new AtWork(project.root, 'watch', '--inbox');
    await watch.says(`Waiting for new messages in ${project.path('.cstack/INBOX.md')}, which has 1 message now. Press Ctrl-C to stop.`);
    project.append('.cstack/INBOX.md', message('ann', 'By a tool\nof her own \u001b[2J'));
    expect(await watch.lines(1)).toEqual([expect.stringMatching(/^msg-\w+ {2}task {2}from ann {2}By a tool of her own \\u\{1b\}\[2J$/)]);
    await project.run('send', '--to', 'manager', '--from', 'bob', '--type', 'done', 'By the program');
    expect((await watch.lines(2))[1]).toMatch(/^\d{4}-\S+Z {2}msg-\w+ {2}done {2}from bob {2}By the program$/);
    fs.renameSync(project.path('.cstack/INBOX.md'), project.path('.cstack/OLD.md'));
    project.write('.cstack/NEW.md', message('before', 'Old') + message('eve', 'In another file'));
    fs.renameSync(project.path('.cstack/NEW.md'), project.path('.cstack/INBOX.md'));
    expect((await watch.lines(3))[2]).toContain('from eve  In another file');
    expect(await watch.end('SIGINT')).toBe(0);
    expect(watch.err).toMatch(/\nStopped after 3 messages\.\n$/);
  });

  test('with --json prints one object per line, and nothing else', async () => {
    await project.run('init');
    const watch = new AtWork(project.root, 'watch', '--inbox', '--json');
    await watch.says('Waiting for');
    project.append('.cstack/INBOX.md', message('ann', 'One\ntwo') + message('bob', 'Three'));
    const lines = await watch.lines(2);
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      {
        id: expect.any(String),
        from: 'ann',
        to: 'manager',
        thread: null,
        replyTo: null,
        type: 'task',
        time: null,
        content: 'One\ntwo',
        unread: true,
      },
      expect.objectContaining({ from: 'bob' }),
    ]);
    expect(await watch.end('SIGTERM')).toBe(0);
    expect(watch.out.split('\n')).toHaveLength(3);
  });

  test('waits for a stack to be created, recreated after removal, and readable again', async () => {
    const watch = new AtWork(project.root, 'watch', '--inbox');
    await watch.says('which does not exist yet');
    project.write('.cstack/INBOX.md', message('ann', 'First'));
    await watch.lines(1);
    fs.rmSync(project.path('.cstack'), { recursive: true });
    project.write('.cstack/.local/INBOX.md', message('ann', 'Hidden'));
    expect((await watch.lines(2))[1]).toContain('Hidden');
    project.write('.cstack/.local/INBOX.md', Buffer.from([0xff]));
    await watch.says('is not valid UTF-8');
    project.write('.cstack/.local/INBOX.md', message('ann', 'Mended'));
    expect((await watch.lines(3))[2]).toContain('Mended');
    expect(await watch.end('SIGINT')).toBe(0);
  });

  test('exits with 1 when the folder itself is removed', async () => {
    const watch = new AtWork(project.root, 'watch', '--inbox');
    await watch.says('which does not exist yet');
    fs.rmSync(project.root, { recursive: true });
    expect(await watch.exit()).toBe(1);
    expect(watch.err).toContain('the watched folder was removed');
  });
});

describe('cstack route --watch', () => {
  test('routes new messages, also to agents that are added later, and reports blocked agents', async () => {
    await project.agents('api', 'web');
    project.append('api/.cstack/OUTBOX.md', message('api', 'There before', 'web'));
    const route = new AtWork(project.root, 'route', '--watch');
    expect(await route.lines(1)).toEqual([expect.stringMatching(/^delivered {2}msg-\w+ {2}task {2}api → web$/)]);
    project.append('web/.cstack/OUTBOX.md', message('web', 'Too early', 'db'));
    expect((await route.lines(2))[1]).toMatch(/^stays in the outbox {2}msg-\w+ {2}task {2}web → db {2}.*no agent has this name/);
    project.append('web/.cstack/PLAN.md', '- [!] Wait\n');
    // A message that stays is reported once, however often the OUTBOX is read.
    expect((await route.lines(3))[2]).toBe('blocked  web  task #1 Wait');
    project.append('AGENTS.md', '\n## db\n- Role: db\n- Stack: ./db/.cstack/\n');
    expect((await route.lines(4))[3]).toMatch(/^stays in the outbox .* the stack of db does not exist\. Create it: cstack init/);
    await project.run('init', 'db');
    expect((await route.lines(5))[4]).toMatch(/^delivered {2}msg-\w+ {2}task {2}web → db$/);
    project.append('db/.cstack/PLAN.md', '- [!] Migrate | blocked: no access\n');
    expect((await route.lines(6))[5]).toBe('blocked  db  task #1 Migrate: no access');
    project.append('db/.cstack/OUTBOX.md', message('db', 'Said', 'manager').replace('task', 'blocked'));
    expect((await route.lines(8)).slice(6)).toEqual([
      expect.stringMatching(/^delivered {2}msg-\w+ {2}blocked {2}db → manager$/),
      expect.stringMatching(/^blocked {2}db {2}message "Said" \(msg-\w+\); task #1 Migrate: no access$/),
    ]);
    expect(await route.end('SIGTERM')).toBe(0);
    expect(route.err).toContain(`Routing between 2 stacks of ${project.path('AGENTS.md')}. Press Ctrl-C to stop.\n`);
    expect(route.err).toMatch(/\nStopped after 3 messages\.\n$/);
    expect(project.read('web/.cstack/INBOX.md')).toContain('There before');
    expect(project.read('web/.cstack/OUTBOX.md')).toBe('# Outbox\n');
  });

  test('with --json prints one object per line, and waits for an AGENTS.md', async () => {
    const route = new AtWork(project.root, 'route', '--watch', '--json');
    await route.says('AGENTS.md: no agents to route between');
    await project.agents('api', 'web');
    project.append('api/.cstack/OUTBOX.md', message('api', 'One', 'web'));
    project.append('api/.cstack/PLAN.md', '- [!] Stuck\n');
    await vi.waitFor(
      () => expect(route.out.split('\n').map((line) => JSON.parse(line || 'null'))).toEqual([expect.anything(), expect.anything(), null]),
      WAIT,
    );
    const lines = (await route.lines(2)).map((line) => JSON.parse(line));
    expect(lines).toContainEqual({ id: expect.any(String), from: 'api', to: 'web', type: 'task', outcome: 'delivered', why: null });
    expect(lines).toContainEqual({ agent: 'api', tasks: [{ number: 1, title: 'Stuck', line: 6, why: null }], message: null });
    expect(await route.end('SIGINT')).toBe(0);
  });
});

describe('text from standard input', () => {
  /** Runs a command with the input piped to it. */
  async function piped(input: string | Buffer, ...words: string[]): Promise<{ code: number | null; err: string }> {
    const child = spawn(process.execPath, [cstackFile, ...words], { cwd: project.root, stdio: ['pipe', 'ignore', 'pipe'] });
    child.stdin.end(input);
    const [err] = await Promise.all([text(child.stderr), once(child, 'close')]);
    return { code: child.exitCode, err };
  }

  const contents = async (): Promise<unknown> =>
    Object(await project.json('.', 'recv')).messages.map((each: { content: string }) => each.content);
  const SEND = ['send', '--to', 'manager', '--from', 'ann', '--type', 'task'];

  test.each([[SEND], [[...SEND, '-']]])('is the text of a message, byte for byte: %j', async (words) => {
    await project.run('init');
    const content = 'Two\r\n\r\nparagraphs\n---\nFrom: eve\n---\n\\---\nand \u{1f600}\n\n';
    expect(await piped(content, ...words)).toEqual({ code: 0, err: '' });
    expect(await contents()).toEqual([content]);
  });

  test('is not read when the text is an argument, and is refused when empty', async () => {
    await project.run('init');
    expect((await piped('Piped', ...SEND, 'Typed')).code).toBe(0);
    expect(await contents()).toEqual(['Typed']);
    const { code, err } = await piped('', ...SEND);
    expect([code, err]).toEqual([2, expect.stringContaining('the message is empty. Add the text at the end')]);
  });
});

test('a command finds its stack in a parent of the current folder', async () => {
  await project.agents('api');
  fs.mkdirSync(project.path('api/src/deep'), { recursive: true });
  const status = new AtWork(project.path('api/src/deep'), 'status');
  expect(await status.exit()).toBe(0);
  expect(status.out).toContain(`api  ${project.path('api/.cstack')}`);
});
