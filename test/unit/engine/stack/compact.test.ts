import { describe, expect, it } from 'vitest';
import { type Compacted, type CompactOptions, compactStack } from '../../../../src/engine/stack/compact.ts';
import { StackStore } from '../../../../src/engine/stack/store.ts';
import { readTree, writeText } from '../../../support/fault-fs/files.ts';
import { FaultFileSystem } from '../../../support/fault-fs.ts';
import { SimulatedTime, START, simulatedRuntime } from '../../../support/simulation.ts';

const STACK = '/repo/.cstack';
const WEEK = 7 * 86_400_000;

/** A simulated file system with the files of a stack, and its clock. */
class Desk {
  readonly fs = new FaultFileSystem();
  readonly time = new SimulatedTime();

  constructor(files: Readonly<Record<string, string>>) {
    this.fs.mkdirSync(`${STACK}/.local`, { recursive: true });
    for (const [name, text] of Object.entries(files)) this.write(name, text);
  }

  write(name: string, text: string): void {
    writeText(this.fs, `${STACK}/${name}`, text);
  }

  read(name: string): string | undefined {
    return readTree(this.fs, '/')[`${STACK}/${name}`];
  }

  async compact(options: Partial<CompactOptions> = {}): Promise<Compacted> {
    const store = new StackStore(simulatedRuntime(this.fs, { time: this.time, seed: 1 }), STACK);
    try {
      return await compactStack(store, { olderThanMs: WEEK, now: this.time.now, ...options });
    } finally {
      await store.edits.whenIdle();
    }
  }
}

const header = (id: string, more = '') => `---\nID: ${id}\nFrom: ann\n${more}Type: task\nTime: 2026-01-19T10:30:00Z\n---\n`;
const marks = (...read: string[]) => ({ '.local/read.json': JSON.stringify({ read }) });
const DAY = new Date(START).toISOString().slice(0, 10);

describe('messages of an INBOX in compact', () => {
  it('are moved if old and read or answered; others are unchanged', async () => {
    const young = header('young').replace('2026-01-19', DAY);
    const untimed = header('untimed').replace(/Time.*\n/, '');
    const inbox = `# Inbox\n\n${header('a')}read\n\n${header('b')}unread\n\n${header('c')}answered\n\n${young}y\n\n${untimed}u\n\n${header('d')}by others\n`;
    const outbox = '---\nFrom: bob\nTo: ann\nReplyTo: c\nType: done\n---\nyes\n';
    const desk = new Desk({ 'INBOX.md': inbox, 'OUTBOX.md': outbox, ...marks('a', 'young', 'untimed') });
    expect(await desk.compact({ answered: new Set(['d']) })).toEqual({ messages: 3, tasks: 0 });
    expect(desk.read('HISTORY.md')).toBe(
      `# History\n\n## ${DAY} INBOX.md\n\n${header('a')}read\n\n${header('c')}answered\n\n${header('d')}by others\n\n`,
    );
    expect(desk.read('INBOX.md')).toBe(`# Inbox\n\n${header('b')}unread\n\n${young}y\n\n${untimed}u\n`);
    expect(desk.read('OUTBOX.md')).toBe(outbox);
  });

  it('are appended to HISTORY.md only if it does not contain them, whatever follows them there', async () => {
    // The first message ends like half a header. The second one contains text like our heading.
    const [first, second] = [`${header('a')}one\n---\nFrom: x`, `${header('b')}two\n\n## 2026-01-01 INBOX.md\nthree`];
    const desk = new Desk({ 'INBOX.md': `${second}\n\n${first}\n\n`, ...marks('a', 'b') });
    await desk.compact();
    const history = desk.read('HISTORY.md');
    desk.write('INBOX.md', `${first}\n\n${second}\n`);
    desk.write('.local/read.json', JSON.stringify({ read: ['a', 'b'] }));
    expect(await desk.compact()).toEqual({ messages: 2, tasks: 0 });
    expect(desk.read('HISTORY.md')).toBe(history);
    expect(desk.read('INBOX.md')).toBe('');
  });

  it('are distinguished from a longer message with the same header', async () => {
    const desk = new Desk({ 'INBOX.md': `${header('a')}yes\n\nbut\n`, ...marks('a') });
    await desk.compact();
    desk.write('INBOX.md', `${header('a')}yes\n`);
    desk.write('.local/read.json', JSON.stringify({ read: ['a'] }));
    await desk.compact();
    expect(desk.read('HISTORY.md')?.split('yes\n\n')).toHaveLength(3);
  });

  it('are recognised in HISTORY.md before a later part', async () => {
    const desk = new Desk({ 'INBOX.md': `${header('a')}one\n`, 'PLAN.md': '- [x] x | completed: 2026-01-20\n', ...marks('a') });
    await desk.compact();
    const history = desk.read('HISTORY.md');
    desk.write('INBOX.md', `${header('a')}one\n`);
    desk.write('.local/read.json', JSON.stringify({ read: ['a'] }));
    expect(await desk.compact()).toEqual({ messages: 1, tasks: 0 });
    expect(desk.read('HISTORY.md')).toBe(history);
  });

  it('are kept, like tasks, if their time is invalid or in the future', async () => {
    const later = ['2999-01-01T00:00:00Z', '2026-13-45T99:99:99Z', '+275760-09-13T00:00:01Z', 'yesterday'];
    const messages = later.map((time, n) => `${header(`m${n}`).replace(/Time.*/, `Time: ${time}`)}text\n`).join('\n');
    const plan = '- [x] later | completed: 2999-01-01\n- [x] never | completed: 2999-13-45 | modified: 2999-01-01\n';
    const desk = new Desk({ 'INBOX.md': messages, 'PLAN.md': plan, ...marks('m0', 'm1', 'm2', 'm3') });
    expect(await desk.compact({ olderThanMs: 0 })).toEqual({ messages: 0, tasks: 0 });
    expect(await desk.compact({ olderThanMs: Number.MAX_SAFE_INTEGER })).toEqual({ messages: 0, tasks: 0 });
    expect([desk.read('INBOX.md'), desk.read('PLAN.md'), desk.read('HISTORY.md')]).toEqual([messages, plan, undefined]);
  });

  it('are kept if another program changes them meanwhile', async () => {
    const desk = new Desk({ 'INBOX.md': `${header('a')}one\n\n${header('b')}two\n`, ...marks('a', 'b') });
    const compacting = desk.compact();
    while (!(desk.read('HISTORY.md') ?? '').includes('two')) await new Promise((resolve) => setImmediate(resolve));
    desk.write('INBOX.md', `${header('a')}one\n\n${header('b')}two, changed\n`);
    expect(await compacting).toEqual({ messages: 1, tasks: 0 });
    expect(desk.read('INBOX.md')).toBe(`\n${header('b')}two, changed\n`);
  });

  it('keep their line ends, and use those of HISTORY.md for its other lines', async () => {
    const message = header('a').replaceAll('\n', '\r\n');
    const desk = new Desk({ 'INBOX.md': `${message}text\r\n`, 'HISTORY.md': '# Mine\r\nno end', ...marks('a') });
    await desk.compact();
    expect(desk.read('HISTORY.md')).toBe(`# Mine\r\nno end\r\n\r\n## ${DAY} INBOX.md\r\n\r\n${message}text\r\n\r\n`);
  });

  it('are kept if another program overwrites HISTORY.md', async () => {
    const inbox = `${header('a')}text\n`;
    const desk = new Desk({ 'INBOX.md': inbox, 'HISTORY.md': 'mine\n', ...marks('a') });
    const compacting = desk.compact();
    // Another program replaces the file as soon as it contains the text.
    while (!(desk.read('HISTORY.md') ?? '').includes('text')) await new Promise((resolve) => setImmediate(resolve));
    desk.fs.unlinkSync(`${STACK}/HISTORY.md`);
    desk.write('HISTORY.md', 'mine, changed\n');
    await expect(compacting).rejects.toMatchObject({ code: 'busy' });
    expect(desk.read('INBOX.md')).toBe(inbox);
  });
});

describe('tasks of a PLAN in compact', () => {
  const done = ' | completed: 2026-01-20';
  const plan = (...lines: string[]) => `# Plan\n\n## Tasks\n${lines.join('\n')}\n\n## Notes\nkept\n`;

  async function compacted(...lines: string[]): Promise<string | undefined> {
    const desk = new Desk({ 'PLAN.md': plan(...lines) });
    await desk.compact();
    return desk.read('PLAN.md');
  }

  it('are moved with all indented lines below them, including code', async () => {
    const code = '  ```\n- [ ] an example\n  ```';
    const desk = new Desk({ 'PLAN.md': plan(`- [x] one${done}`, '  why  ', '', `  - [~] part${done}`, code, '- [ ] two') });
    expect(await desk.compact()).toEqual({ messages: 0, tasks: 2 });
    expect(desk.read('PLAN.md')).toBe(plan('- [ ] two'));
    expect(desk.read('HISTORY.md')).toBe(`# History\n\n## ${DAY} PLAN.md\n\n- [x] one${done}\n  why  \n\n  - [~] part${done}\n${code}\n\n`);
  });

  it('are kept while a part of them is open or recent', async () => {
    const open = [`- [x] one${done}`, '  - [ ] part', `- [x] two${done}`, `  - [x] part | completed: ${DAY}`];
    expect(await compacted(...open)).toBe(plan(...open));
  });

  it('are kept while a remaining task depends on them, also indirectly, or is their parent', async () => {
    const kept = [
      `- [x] a (id: a)${done}`,
      `- [x] b (id: b, depends: a)${done}`,
      '- [ ] c (id: c, depends: b)',
      `- [x] d (parent: c)${done}`,
    ];
    expect(await compacted(...kept, `- [x] e (id: e, depends: a)${done}`)).toBe(plan(...kept));
  });

  it('without a time use the age of the file', async () => {
    const desk = new Desk({ 'PLAN.md': plan('- [x] one') });
    expect(await desk.compact()).toEqual({ messages: 0, tasks: 0 });
    desk.time.advance(desk.fs, WEEK);
    expect(await desk.compact()).toEqual({ messages: 0, tasks: 1 });
  });

  it('stay separate in HISTORY.md if the second one is indented deeper', async () => {
    const desk = new Desk({ 'PLAN.md': `- [x] one${done}\n\n## More\n  - [x] two${done}\n` });
    await desk.compact();
    const history = desk.read('HISTORY.md');
    desk.write('PLAN.md', `- [x] one${done}\n\n## More\n  - [x] two${done}\n`);
    expect(await desk.compact()).toEqual({ messages: 0, tasks: 2 });
    expect(desk.read('HISTORY.md')).toBe(history);
    expect(desk.read('PLAN.md')).toBe('\n## More\n');
  });

  it('are distinguished from a longer task and from text of a message in HISTORY.md', async () => {
    const history = `## 2026-01-01 PLAN.md\n\n- [x] one${done}\n\n  more\n\n## 2026-01-01 INBOX.md\n\n${header('a')}- [x] one${done}\n\n`;
    const desk = new Desk({ 'PLAN.md': `- [x] one${done}\n`, 'HISTORY.md': history });
    await desk.compact();
    expect(desk.read('HISTORY.md')).toBe(`${history}\n## ${DAY} PLAN.md\n\n- [x] one${done}\n\n`);
  });

  it('are recognised in HISTORY.md after a task with a heading in its code', async () => {
    const text = `- [x] one${done}\n  ~~~\n## 2026-01-01 INBOX.md\n  ~~~\n- [x] two${done}\n`;
    const desk = new Desk({ 'PLAN.md': text });
    await desk.compact();
    const history = desk.read('HISTORY.md');
    desk.write('PLAN.md', text);
    expect(await desk.compact()).toEqual({ messages: 0, tasks: 2 });
    expect(desk.read('HISTORY.md')).toBe(history);
  });

  it('with equal text are both kept in HISTORY.md', async () => {
    const desk = new Desk({ 'PLAN.md': `- [x] one${done}\n- [x] one${done}\n` });
    await desk.compact();
    expect(desk.read('HISTORY.md')?.split('- [x] one')).toHaveLength(3);
  });
});

describe('compact', () => {
  it('only counts in a dry run', async () => {
    const files = { 'INBOX.md': `${header('a')}text\n`, 'PLAN.md': '- [x] one | completed: 2026-01-20\n', ...marks('a') };
    const desk = new Desk(files);
    const before = readTree(desk.fs, '/');
    expect(await desk.compact({ dryRun: true })).toEqual({ messages: 1, tasks: 1 });
    expect(readTree(desk.fs, '/')).toEqual(before);
  });

  it('does nothing without a stack', async () => {
    expect(await new Desk({}).compact()).toEqual({ messages: 0, tasks: 0 });
  });
});
