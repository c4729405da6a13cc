import { beforeEach, describe, expect, test } from 'vitest';
import { CliVault, useExampleDay } from '../../support/example-vault.ts';

let vault: CliVault;
useExampleDay();
beforeEach(() => {
  vault = new CliVault();
  vault.write('atoms/b.md', '---\nname: B\nstatus: active\nupdated: 2026-04-12\n---\nText.\n');
});

describe.each([
  ['a list', '---\n- one\n- two\n---\nText.\n'],
  ['a text', '---\njust a text\n---\nText.\n'],
])('a note whose header is %s', (_, text) => {
  test.each([
    ['contradict', ['contradict', 'atoms/a.md', 'atoms/b.md']],
    ['contradict, the other way round', ['contradict', 'atoms/b.md', 'atoms/a.md']],
    ['confirm', ['confirm', 'atoms/a.md']],
    ['archive', ['archive', 'atoms/a.md']],
    ['supersede', ['supersede', 'atoms/a.md', 'atoms/b.md']],
  ])('is refused by %s, and keeps its bytes', async (_command, words) => {
    vault.write('atoms/a.md', text);
    const { code, err } = await vault.run(...words, '--by', 'agent-7');
    expect(err).toContain('a.md:2: the header is a list or a text, not lines of `key: value`. Write it as `key: value`, then try again.');
    expect(code).not.toBe(0);
    expect(vault.read('atoms/a.md')).toBe(text);
  });
});

describe('cortex vault confirm and a "cited" of another program', () => {
  const note = (cited: string) => `---\nname: A\n${cited}---\nText.\n`;

  test.each(['cited: x\n', 'cited: [x, y]\n', 'cited:\n  - x\n', 'cited: 2019\n', 'cited: {by: ann}\n'])('keeps %j', async (cited) => {
    vault.write('atoms/a.md', note(cited));
    expect(await vault.run('confirm', 'atoms/a.md', '--by', 'agent-7')).toMatchObject({ code: 0 });
    expect(vault.read('atoms/a.md')).toContain(`name: A\n${cited}confirmed_by: agent-7\n`);
  });
});
