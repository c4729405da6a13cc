import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { searchStacks } from '../../../../src/engine/stack/search.ts';
import { messageText, stackWith } from '../../../support/stack-folders.ts';

const stack = () =>
  stackWith({
    'INBOX.md': `# Inbox\n\n${messageText({ ID: 'm1', Thread: 'auth' }, 'First line.\nThe LOGIN endpoint (a+)+$')}`,
    'PLAN.md': '# Plan\n\n## Tasks\n- [ ] Write the login page (id: t1)\n- [ ] Test it\n',
    'MEMORY.md': 'Above all.\n\n# Memory\n\n## Decisions\nNothing.\n\nLogin uses cookies.\n\n### Why\nThe endpoint is public.\n',
    'CURRENT.md': '## Focus\nlogin\n',
  });

describe('a search', () => {
  it('finds messages, tasks and sections that contain the words, in any case', () => {
    const searched = stack();
    const { results, total, problems } = searchStacks([searched], '  LogIn ', 10);
    const at = (file: string) => path.join(searched.store.directory, file);
    expect(results).toEqual([
      {
        stack: 'bob',
        file: at('INBOX.md'),
        line: 3,
        kind: 'message',
        id: 'm1',
        title: 'task from ann',
        excerpt: 'The LOGIN endpoint (a+)+$',
      },
      {
        stack: 'bob',
        file: at('PLAN.md'),
        line: 4,
        kind: 'task',
        id: 't1',
        title: 'Write the login page',
        excerpt: 'Write the login page (id: t1)',
      },
      { stack: 'bob', file: at('CURRENT.md'), line: 2, kind: 'section', id: null, title: 'Focus', excerpt: 'login' },
      { stack: 'bob', file: at('MEMORY.md'), line: 8, kind: 'section', id: null, title: 'Decisions', excerpt: 'Login uses cookies.' },
    ]);
    expect({ total, problems }).toEqual({ total: 4, problems: [] });
  });

  it('finds archived messages and tasks with their lines, and other text of HISTORY.md', () => {
    const messages = [1, 2].map((n) => messageText({ ID: `m${n}` }, `Message ${n}\n\n## Notes of the login`)).join('');
    const plan = '## 2026-01-27 PLAN.md\n\n- [x] Login page (id: page)\n  Its login notes.\n\n';
    const archive = `# History\n\n## 2026-01-26 INBOX.md\n\n${messages}${plan}## Mine\n\nlogin\n- [ ] login\n`;
    const searched = stackWith({ 'HISTORY.md': archive });
    const found = (words: string) => searchStacks([searched], words, 10).results.map(({ kind, id, line }) => [kind, id, line]);
    const lineOf = (text: string) => archive.slice(0, archive.indexOf(text)).split('\n').length;
    expect(found('message 2')).toEqual([['message', 'm2', lineOf('---\nFrom: ann\nType: task\nTime: 2026-01-19T10:30:00Z\nID: m2')]]);
    expect(found('login')).toEqual([
      ['message', 'm1', 5],
      ['message', 'm2', lineOf('---\nFrom: ann\nType: task\nTime: 2026-01-19T10:30:00Z\nID: m2')],
      ['task', 'page', lineOf('- [x]')],
      ['section', null, lineOf('  Its login')],
      ['section', null, lineOf('\nlogin') + 1],
    ]);
  });

  it('requires all words in one place, and takes them literally', () => {
    expect(searchStacks([stack()], 'endpoint login', 10).total).toBe(1);
    expect(searchStacks([stack()], '(a+)+$', 10).total).toBe(1);
    expect(searchStacks([stack()], '.*', 10).total).toBe(0);
    expect(searchStacks([stack()], ' ', 10).total).toBe(0);
    expect(searchStacks([stack()], 'above all', 10).results[0]).toMatchObject({ line: 1, title: '' });
  });

  it('finds a message by id, thread and sender', () => {
    for (const word of ['m1', 'auth', 'ann'])
      expect(searchStacks([stack()], word, 10).results[0]).toMatchObject({ kind: 'message', id: 'm1' });
  });

  it('finds a message without a sender in an OUTBOX as one of its owner', () => {
    const searched = stackWith({ 'OUTBOX.md': messageText({ ID: 'o1', From: '', To: 'ann' }, 'The login is done.') });
    expect(searchStacks([searched], 'login', 10).results).toMatchObject([{ kind: 'message', id: 'o1', line: 1 }]);
  });

  it('counts hidden results, and reports unreadable files', () => {
    const broken = stackWith({ 'PLAN.md/folder': '' });
    const { results, total, problems } = searchStacks([broken, stack()], 'login', 2);
    expect([results.length, total]).toEqual([2, 4]);
    expect(problems).toEqual([expect.stringContaining('PLAN.md')]);
  });
});
