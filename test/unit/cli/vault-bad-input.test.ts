import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { type CliVault, exampleVault, useExampleDay } from '../../support/example-vault.ts';
import { makeNamedPipe } from '../../support/named-pipe.ts';

let vault: CliVault;
useExampleDay();
beforeEach(() => {
  vault = exampleVault();
});

describe('a malformed note', () => {
  test.each([
    ['tags that are a number', '---\nname: Odd zebra\ntags: 7\n---\n', 0],
    ['no tags at all', '---\nname: Odd zebra\ntags:\n---\n', 0],
    ['a name in brackets', '---\nname: [WIP] zebra\n---\n', 1],
    ['two rules in a value', '---\nname: Odd zebra\ndescription: a --- b ---\n---\n', 0],
    ['an unquoted colon', '---\nname: Odd zebra\ndescription: Open question: why\n---\n', 1],
    ['line ends of Windows and a byte order mark', '\uFEFF---\r\nname: Odd zebra\r\n---\r\n', 0],
    [
      'aliases of aliases',
      `---\nname: Odd zebra\na: &a [x, x]\n${[...'bcdefghi'].map((key, n) => `${key}: &${key} [*${'abcdefgh'[n]}, *${'abcdefgh'[n]}]`).join('\n')}\n---\n`,
      1,
    ],
    ['an alias of what it stands in', '---\nname: Odd zebra\ntags: &a [*a]\n---\n', 1],
    ['aliases of themselves that unfold without end', `---\nname: Odd zebra\nlinks: &a [${'*a, '.repeat(20)}x]\n---\n`, 2],
    ['thousands of aliases', `---\nname: Odd zebra\nlinks: &a [${'*a, '.repeat(15_000)}x]\n---\n`, 2],
    ['brackets without end', `---\nname: Odd zebra\n---\n${'[['.repeat(200_000)}`, 0],
  ])('with %s is found, and causes at most %i findings', async (_, text, most) => {
    vault.write('atoms/odd.md', text);
    expect((await vault.run('search', 'zebra', '--paths')).out).toBe('atoms/odd.md\n');
    const { findings } = Object(await vault.json('doctor'));
    expect(findings.filter((finding: { path: string }) => finding.path === 'atoms/odd.md').length).toBeLessThanOrEqual(most);
    // The example vault itself has two.
    expect(findings.length).toBeLessThanOrEqual(most + 2);
  });

  test('of 17 MB causes one error, and other notes are found', async () => {
    vault.write('atoms/large.md', `---\nname: Large\n---\n${'x'.repeat(17 * 1_048_576)}`);
    expect((await vault.run('search', 'freeze', '--paths')).out).toBe('atoms/release_freeze.md\n');
    const { findings, errors } = Object(await vault.json('doctor'));
    expect([errors, findings.find((finding: { path: string }) => finding.path === 'atoms/large.md')?.code]).toEqual([1, 'too-large']);
    expect((await vault.run('doctor')).out).toMatch(
      /^error: atoms\/large\.md:1:1: is 17\.0 MiB .*\. Move it away or split it\. It was neither read nor changed\.$/m,
    );
  });
});

describe('file names', () => {
  test('with line ends and escapes are complete in JSON, and escaped in text', async () => {
    vault.write('atoms/a\nb\u001b[31m zebra.md', 'Text.\n');
    const run = await vault.run('search', 'zebra', '--json');
    expect(JSON.parse(run.out)).toMatchObject({ results: [{ path: 'atoms/a\nb\u001b[31m zebra.md' }] });
    for (const words of [[], ['--paths'], ['--brief'], ['--content'], ['--explain']]) {
      const { out } = await vault.run('search', 'zebra', ...words);
      expect(out).toContain('atoms/a\\u{a}b\\u{1b}[31m zebra.md');
      expect(out).not.toContain('\u001b');
    }
    await vault.run('index');
    expect(JSON.parse(vault.read('index/manifest.json'))).toContainEqual(
      expect.objectContaining({ path: 'atoms/a\nb\u001b[31m zebra.md' }),
    );
  });

  test('of cyclic links and a pipe do not block a search', async () => {
    fs.symlinkSync(vault.root, path.join(vault.root, 'atoms/loop'));
    fs.symlinkSync('self.md', path.join(vault.root, 'atoms/self.md'));
    makeNamedPipe(path.join(vault.root, 'atoms/pipe.md'));
    const { code, out, err } = await vault.run('search', 'freeze', '--paths');
    expect([code, out]).toEqual([0, 'atoms/release_freeze.md\n']);
    expect(err).toContain('atoms/pipe.md');
  });

  test('of a manifest of the public program, even a truncated one, change no result', async () => {
    const { out } = await vault.run('search', 'deploy', 'risk');
    vault.write('index/manifest.json', '[{"path": "atoms/release_freeze.md", "name": "Other", "type": "ru');
    expect((await vault.run('search', 'deploy', 'risk')).out).toBe(out);
    vault.write('index/manifest.json', '[]');
    vault.write('.local/notes.jsonl', '{"half":');
    expect((await vault.run('search', 'deploy', 'risk')).out).toBe(out);
  });
});
