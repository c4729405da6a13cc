import { beforeEach, describe, expect, test } from 'vitest';
import { type CliVault, exampleVault, useExampleDay } from '../../support/example-vault.ts';

let vault: CliVault;
useExampleDay();
beforeEach(() => {
  vault = exampleVault();
});

describe('a note that is not UTF-8', () => {
  beforeEach(() => {
    vault.write('atoms/odd.md', Buffer.concat([Buffer.from('---\nname: Odd freeze\n---\n'), Buffer.from([0xff, 0x0a])]));
  });

  test.each(['--content', '--brief'])('causes a warning of search %s, and other notes have their text', async (flag) => {
    const { code, out, err } = await vault.run('search', 'freeze', flag);
    expect([code, err]).toEqual([0, expect.stringMatching(/^warning: atoms\/odd\.md:4:1: is not valid UTF-8.*\n$/)]);
    expect(out).toContain('Odd freeze');
    expect(out).toContain('atoms/release_freeze.md');
    const { results } = Object(await vault.json('search', 'freeze', flag));
    const contents = results.map((result: { path: string; content?: string }) => [result.path, result.content !== undefined]);
    expect(contents).toContainEqual(['atoms/odd.md', false]);
    expect(contents).toContainEqual(['atoms/release_freeze.md', true]);
  });

  test('causes a warning of commands that rewrite all notes, and no failure', async () => {
    for (const command of ['link', 'migrate']) {
      const { code, err } = await vault.run(command, '--write');
      expect([code, err]).toEqual([0, expect.stringContaining('atoms/odd.md:4:1: is not valid UTF-8')]);
    }
  });
});

test.each([
  ['link', '# Bare\n\nSee `atoms/release_freeze.md`.\n'],
  ['migrate', 'Bare.\n'],
])('%s --write fails if it cannot write, and reports nothing as done', async (command, text) => {
  vault.write('atoms/bare.md', text);
  vault.write('.local', 'not a folder');
  const before = vault.files();
  const { code, out, err } = await vault.run(command, '--write');
  expect([code, err]).toEqual([1, expect.stringContaining('.local')]);
  expect(out).not.toContain('+++');
  expect(vault.files()).toEqual(before);
  // A dry run needs no write access.
  expect((await vault.run(command)).code).toBe(0);
});

test('report lists only some candidates of a name that many notes have', async () => {
  for (let n = 0; n < 30; n += 1) vault.write(`atoms/many${n}.md`, '---\nname: Shared name\n---\n[[Shared name]]\n');
  const { ambiguous } = Object(await vault.json('report'));
  expect(ambiguous.length).toBe(30);
  expect(new Set(ambiguous.map(({ candidates }: { candidates: string[] }) => candidates.length))).toEqual(new Set([20]));
  const { err } = await vault.run('archive', 'Shared name');
  expect(err).toMatch(/"atoms\/many17\.md", others/);
});
