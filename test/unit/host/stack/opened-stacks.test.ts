import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { nodeRuntime, type Runtime } from '../../../../src/engine/platform/runtime.ts';
import { messageFolders } from '../../../../src/host/dashboards/messages/source.ts';
import { waitFor } from '../../../harness/wait.ts';
import { AGENTS, message, type StackFolder, stackFolder } from './stack-folder.ts';

const TWO = { 'AGENTS.md': AGENTS, 'backend/.cstack/INBOX.md': '', 'backend/.cstack/PLAN.md': '- [ ] A\n', 'web/.cstack/INBOX.md': '' };

/** Creates a runtime that records which files are opened. */
function watchedRuntime(): { readonly runtime: Runtime; readonly read: string[] } {
  const runtime = nodeRuntime({});
  const read: string[] = [];
  const openSync: Runtime['fs']['openSync'] = (file, ...rest) => {
    read.push(file);
    return runtime.fs.openSync(file, ...rest);
  };
  return { runtime: { ...runtime, fs: { ...runtime.fs, openSync } }, read };
}

const names = ({ opened }: StackFolder) => opened.files.map(({ name }) => name);

async function untilChanged(folder: StackFolder, look: () => boolean): Promise<void> {
  await waitFor('the change', async () => {
    await folder.opened.readChanges();
    return look();
  });
}

describe('opened stacks', () => {
  test('reread only the file that changed', async () => {
    const { runtime, read } = watchedRuntime();
    const folder = stackFolder(TWO, runtime);
    const [backend, web] = folder.opened.files;
    expect([backend?.tasks.length, web?.tasks.length, folder.opened.messages.lists().flat().length]).toEqual([1, 0, 0]);
    const [before, kept] = [folder.changes(), [web?.boxes, backend?.boxes]];
    read.length = 0;
    folder.write({ 'backend/.cstack/PLAN.md': '- [ ] A\n- [ ] B\n' });
    await untilChanged(folder, () => backend?.tasks.length === 2);
    expect(folder.changes()).toBeGreaterThan(before);
    expect([...new Set(read)]).toEqual([path.join(folder.root, 'backend/.cstack/PLAN.md')]);
    expect([web?.boxes, backend?.boxes].map((boxes, n) => boxes === kept[n])).toEqual([true, true]);
  });

  test('reread the messages of a stack that received one, but not of other stacks', async () => {
    const { runtime, read } = watchedRuntime();
    const folder = stackFolder(TWO, runtime);
    expect(folder.opened.messages.lists().flat()).toEqual([]);
    read.length = 0;
    folder.write({ 'web/.cstack/INBOX.md': message({ ID: 'm', From: 'manager', Type: 'task' }, 'Hello') });
    await untilChanged(folder, () => folder.opened.messages.lists().flat().length === 1);
    expect(folder.opened.messages.lists().flat()[0]).toMatchObject({ stack: 'agent-frontend', unread: true, content: 'Hello' });
    expect(read.filter((file) => file.includes('backend'))).toEqual([]);
  });

  test('notice messages that are marked as read', async () => {
    const folder = stackFolder({ '.cstack/INBOX.md': message({ ID: 'm', From: 'a', Type: 'task' }, 'Hello') });
    expect(folder.opened.messages.lists().flat()[0]?.unread).toBe(true);
    folder.write({ '.cstack/.local/read.json': '{"read": ["m"]}' });
    await untilChanged(folder, () => folder.opened.messages.lists().flat()[0]?.unread === false);
  });

  test('notice added and removed agents', async () => {
    const folder = stackFolder(TWO);
    expect(names(folder)).toEqual(['agent-backend', 'agent-frontend']);
    folder.write({ 'AGENTS.md': `${AGENTS}\n## agent-docs\n- Role: words\n- Stack: ./docs/.cstack/\n` });
    await untilChanged(folder, () => names(folder).length === 3);
    folder.write({ '.cstack/INBOX.md': '' });
    await untilChanged(folder, () => names(folder).at(-1) === 'manager');
    fs.rmSync(path.join(folder.root, 'AGENTS.md'));
    await untilChanged(folder, () => names(folder).join() === 'manager');
  });

  test('notice a newly created stack, and one below .local', async () => {
    const folder = stackFolder({ 'AGENTS.md': AGENTS });
    const [backend] = folder.opened.files;
    expect(backend?.exists()).toBe(false);
    folder.write({ 'backend/.cstack/.local/INBOX.md': message({ ID: 'm', From: 'a', Type: 'task' }, 'Hidden') });
    const hidden = path.join(folder.root, 'backend/.cstack/.local');
    await untilChanged(folder, () => folder.opened.files[0]?.directory === hidden);
    expect(
      folder.opened.messages
        .lists()
        .flat()
        .map(({ content }) => content),
    ).toEqual(['Hidden']);
    folder.write({ 'backend/.cstack/INBOX.md': message({ ID: 'm2', From: 'a', Type: 'task' }, 'Shown') });
    await untilChanged(folder, () => folder.opened.messages.lists().flat()[0]?.content === 'Shown');
  });

  test('are broken while AGENTS.md cannot be read', async () => {
    const folder = stackFolder(TWO);
    fs.writeFileSync(path.join(folder.root, 'AGENTS.md'), Buffer.of(0xff, 0xfe, 0));
    await untilChanged(folder, () => folder.opened.state.kind === 'broken');
    expect(folder.opened.files).toEqual([]);
    folder.write({ 'AGENTS.md': AGENTS });
    await untilChanged(folder, () => folder.opened.state.kind === 'stacks');
    expect(names(folder)).toEqual(['agent-backend', 'agent-frontend']);
  });

  test('compute overdue messages once a minute, and when a message arrives', async () => {
    const day = Date.parse('2026-01-20T12:00:00Z');
    const asked = (id: string) => message({ ID: id, From: 'agent-backend', Type: 'question', Time: '2026-01-19T10:30:00Z' }, `Why ${id}?`);
    const folder = stackFolder({ 'AGENTS.md': AGENTS, 'web/.cstack/INBOX.md': asked('m1') });
    const { opened } = folder;
    const first = opened.messages.overdue(day);
    expect(first.of('backend').map(({ message: { id } }) => id)).toEqual(['m1']);
    expect(first.of('agent-frontend')).toEqual([]);
    expect(opened.messages.overdue(day + 59_999)).toBe(first);
    expect(opened.messages.overdue(day + 60_000)).not.toBe(first);
    folder.write({ 'web/.cstack/INBOX.md': asked('m1') + asked('m2') });
    await untilChanged(folder, () => opened.messages.overdue(day).of('agent-backend').length === 2);
  });

  test('do not count a question as overdue once its answer is archived', async () => {
    const day = Date.parse('2026-01-20T12:00:00Z');
    const asked = message({ ID: 'm1', From: 'agent-backend', Type: 'question', Time: '2026-01-19T10:30:00Z' }, 'Why?');
    const folder = stackFolder({ 'AGENTS.md': AGENTS, 'web/.cstack/INBOX.md': asked });
    const shown = () => messageFolders([{ name: 'shop', opened: folder.opened }])[0]?.overdue(day).length;
    const { messages } = folder.opened;
    expect([messages.overdue(day).all.length, shown()]).toEqual([1, 1]);
    const answer = message({ ID: 'm2', From: 'agent-frontend', Type: 'done', ReplyTo: 'm1' }, 'So.');
    folder.write({ 'backend/.cstack/HISTORY.md': `# History\n\n## 2026-01-20 INBOX.md\n${answer}` });
    await untilChanged(folder, () => messages.overdue(day).all.length === 0);
    expect(shown()).toBe(0);
    expect(messages.lists().flat()).toHaveLength(1);
    folder.write({ 'backend/.cstack/HISTORY.md': '# History\n' });
    await untilChanged(folder, () => messages.overdue(day).all.length === 1);
  });

  test('keep the threads of other boxes when a message arrives', async () => {
    const thread = (name: string) => message({ ID: name, From: 'manager', Type: 'task', Thread: name }, 'Hello');
    const folder = stackFolder({ ...TWO, 'backend/.cstack/INBOX.md': thread('auth'), 'web/.cstack/INBOX.md': thread('cart') });
    const { messages } = folder.opened;
    const auth = messages.threads().find(({ id }) => id === 'auth');
    folder.write({ 'web/.cstack/INBOX.md': thread('cart') + thread('tax') });
    await untilChanged(folder, () => messages.threads().length === 3);
    expect(messages.threads()).toContain(auth);
  });

  test('check their files for problems, but not an inbox with more than 2,000 messages', () => {
    const odd = (count: number) => Array.from({ length: count }, (_, n) => message({ ID: `m${n}`, From: 'a', Type: 'odd' }, 'x')).join('');
    const codes = (count: number) => {
      const [files] = stackFolder({ '.cstack/PLAN.md': '- [?] A\n', '.cstack/INBOX.md': odd(count) }).opened.files;
      return [...new Set(files?.findings.map(({ code }) => code))];
    };
    expect(codes(2_000)).toEqual(['unknown-type', 'unknown-box']);
    expect(codes(2_001)).toEqual(['unknown-box']);
  });

  test('report an unreadable INBOX with its path and the reason', () => {
    const folder = stackFolder({ '.cstack/INBOX.md/folder': '' });
    const file = path.join(folder.root, '.cstack', 'INBOX.md');
    const summary = 'is a folder, not a file. Move it away: a file is expected here.';
    expect(folder.opened.files.flatMap(({ problems }) => problems)).toMatchObject([{ file, summary, message: `${file}: ${summary}` }]);
  });

  test('write no files', () => {
    const folder = stackFolder(TWO);
    const listed = () => fs.readdirSync(folder.root, { recursive: true, encoding: 'utf8' }).sort();
    const before = listed();
    folder.opened.messages.lists().flat();
    folder.opened.refresh();
    for (const files of folder.opened.files) expect([files.current.task, files.problems, files.findings]).toEqual(['', [], []]);
    expect(listed()).toEqual(before);
  });
});
