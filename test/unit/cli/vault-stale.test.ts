import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { CliVault, useExampleDay } from '../../support/example-vault.ts';
import { makeNamedPipe } from '../../support/named-pipe.ts';

let vault: CliVault;
useExampleDay();
beforeEach(() => {
  vault = new CliVault();
  vault.write('cortex.toml', '');
  git(vault.folder, 'init', '--quiet', '--initial-branch=main');
  code('one\ntwo\nthree\nfour\n');
});

function git(folder: string, ...args: string[]): void {
  const who = { GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a@example.com', GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a@example.com' };
  execFileSync('git', ['-C', folder, ...args], { stdio: 'pipe', env: { ...process.env, ...who, GIT_CONFIG_GLOBAL: '/dev/null' } });
}

function code(text: string, folder = vault.folder): void {
  fs.mkdirSync(path.join(folder, 'src'), { recursive: true });
  fs.writeFileSync(path.join(folder, 'src/a.ts'), text);
}

const add = (body: string) =>
  vault.json('add', '--name', 'Retry', '--type', 'rule', '--project', 'ops', '--body', body, '--by', 'agent-7') as Promise<{
    path: string;
  }>;

/** Returns the findings of doctor about code that notes cite. */
async function stale(of = vault): Promise<string[]> {
  const { findings } = Object(await of.json('doctor'));
  return findings.filter(({ code: found }: { code: string }) => found === 'stale').map(({ message }: { message: string }) => message);
}

const MISSING = 'which does not exist: the file has fewer lines';
const OTHER = 'which has changed since the note was written or confirmed';

test('vault add reports a cited line of a file that is not in the repository, but not a file name alone', async () => {
  const body = 'See `nofile.ts:3`, `other.ts` and `src:3`.';
  const { err } = await vault.run('add', '--name', 'Retry', '--type', 'rule', '--project', 'ops', '--body', body);
  expect(err).toMatch(
    /^warning: [^ ]+ cites nofile\.ts:3, which is not a file of the repository \(paths start at its root\)\. Correct the note\.\n$/,
  );
});

describe('an added note records the code that it cites, and becomes stale when that changes', () => {
  test.each([
    ['`src/a.ts:2`', 'src/a.ts:2'],
    ['`src/a.ts:2-3`', 'src/a.ts:2-3'],
    ['`src/a.ts#L2-L3`', 'src/a.ts:2-3'],
  ])('%s: moved lines are unchanged, edited lines on the same day are not', async (cite, place) => {
    const { path: note } = await add(`As ${cite} says.`);
    expect(vault.read(note)).toMatch(new RegExp(`^cited: \\["?${place} [0-9a-f-]+"?\\]$`, 'm'));
    expect(await stale()).toEqual([]);
    code('zero\nzero\none\ntwo\nthree\nFOUR\n');
    expect(await stale()).toEqual([]);
    code('one\nTWO\nthree\nfour\n');
    expect(await stale()).toEqual([`cites ${place}, ${OTHER}`]);
    const { notes } = Object(await vault.json('pack', 'retry'));
    expect(notes[0].stale).toEqual([{ path: 'src/a.ts', line: 2, reason: 'changed', changed: null }]);
    fs.rmSync(path.join(vault.folder, 'src/a.ts'));
    expect(await stale()).toEqual([`cites ${place}, which does not exist`]);
  });

  test.each([
    ['a folder', (file: string) => fs.mkdirSync(file), 'which does not exist'],
    ['a link out of the work tree', (file: string) => fs.symlinkSync('/etc/hostname', file), 'which does not exist'],
    ['a link that leads nowhere', (file: string) => fs.symlinkSync('nowhere', file), 'which does not exist'],
    ['a pipe', (file: string) => makeNamedPipe(file), 'which does not exist'],
    ['a file of 17 MiB', (file: string) => fs.writeFileSync(file, Buffer.alloc(17 * 1_048_576, 'x\n')), 'which cannot be read'],
  ] as const)('%s in the place of a cited file is told', async (_, put, said) => {
    await add('As `src/a.ts:2` says.');
    expect(await stale()).toEqual([]);
    const file = path.join(vault.folder, 'src/a.ts');
    fs.rmSync(file);
    put(file);
    expect(await stale()).toEqual([expect.stringContaining(`cites src/a.ts:2, ${said}`)]);
    fs.rmSync(file, { recursive: true });
    code('one\ntwo\n');
    expect(await stale()).toEqual([]);
  });

  test('a place without text is named when a note cites it', async () => {
    code('one\n\n \nfour\n');
    const body = 'As `src/a.ts:2`, `src/a.ts:2-3`, `src/a.ts:3-4` and `src/a.ts` say.';
    const { out, err } = await vault.run('add', '--name', 'Blank', '--type', 'rule', '--project', 'ops', '--body', body);
    const [file] = /[^ ]+\.md/.exec(out) ?? [];
    const warnings = ['2', '2-3'].map(
      (lines) => `warning: ${file} cites src/a.ts:${lines}, which is blank: changes there are not noticed. Cite a line with text.\n`,
    );
    expect(err).toBe(warnings.join(''));
  });

  test('a place that is not there is told at once, by the doctor and on the page for agents', async () => {
    const body = 'As `src/a.ts:4`, `src/a.ts:9`, `src/a.ts:3-5`, `src/gone.ts` and `elsewhere.ts` say.';
    const { out, err } = await vault.run('add', '--name', 'Retry', '--type', 'rule', '--project', 'ops', '--body', body);
    const [file] = /[^ ]+\.md/.exec(out) ?? [];
    expect(err).toBe(
      [
        `warning: ${file} cites src/a.ts:9, which does not exist: the file has 4 lines. Correct the note.\n`,
        `warning: ${file} cites src/a.ts:3-5, which does not exist: the file has 4 lines. Correct the note.\n`,
        `warning: ${file} cites src/gone.ts, which does not exist. Correct the note.\n`,
      ].join(''),
    );
    const told = [`cites src/a.ts:9, ${MISSING}`, `cites src/a.ts:3-5, ${MISSING}`, 'cites src/gone.ts, which does not exist'];
    expect(await stale()).toEqual(told);
    const { notes, markdown } = Object(await vault.json('pack', 'retry'));
    expect(notes[0].stale).toEqual([
      { path: 'src/a.ts', line: 9, reason: 'missing', changed: null },
      { path: 'src/a.ts', line: 3, reason: 'missing', changed: null },
      { path: 'src/gone.ts', line: null, reason: 'gone', changed: null },
    ]);
    expect(markdown).toContain(`\`src/a.ts:9\`, ${MISSING}`);
  });

  test('as a whole if it cites no lines', async () => {
    await add('As `src/a.ts` says.');
    expect(await stale()).toEqual([]);
    code('one\ntwo\nthree\nfour\nfive\n');
    expect(await stale()).toEqual([`cites src/a.ts, ${OTHER}`]);
  });

  test('a clone gives the same result, independent of file times and line ends', async () => {
    await add('As `src/a.ts:2` says.');
    git(vault.folder, 'add', '--all');
    git(vault.folder, 'commit', '--quiet', '--message', 'a');
    const clone = new CliVault();
    git(clone.folder, 'clone', '--quiet', vault.folder, '.');
    code('one\r\ntwo\r\nthree\r\n', clone.folder);
    expect(await stale(clone)).toEqual([]);
    code('one\r\n2\r\nthree\r\n', clone.folder);
    expect(await stale(clone)).toEqual([`cites src/a.ts:2, ${OTHER}`]);
  });
});

describe('cortex vault confirm', () => {
  beforeEach(() => {
    const time = new Date('2026-04-12T12:00:00Z');
    fs.utimesSync(path.join(vault.folder, 'src/a.ts'), time, time);
    vault.write('old.md', '---\nname: Old\nupdated: 2026-04-10\n---\nAs `src/a.ts:2`, `src/a.ts:9` and `src/gone.ts` say.\n');
  });

  test('a note without hashes is judged by dates, which is inexact, until it is confirmed', async () => {
    const byDay = 'which changed on 2026-04-12, after the note (cannot tell exactly)';
    expect(await stale()).toEqual([
      `cites src/a.ts:2, ${byDay}`,
      `cites src/a.ts:9, ${MISSING}`,
      'cites src/gone.ts, which does not exist',
    ]);
    const { findings } = Object(await vault.json('doctor'));
    const next = findings.find(({ code: found }: { code: string }) => found === 'stale').next;
    expect(next).toContain('then run: cortex vault confirm old.md');
    expect(await vault.run('confirm', 'old.md', '--by', 'agent-7')).toEqual({
      code: 0,
      out: 'Confirmed old.md, except src/a.ts:9, src/gone.ts.\n',
      err: [
        'warning: cites src/a.ts:9, which does not exist: the file has 4 lines: correct the note\n',
        'warning: cites src/gone.ts, which does not exist: correct the note\n',
      ].join(''),
    });
    const text = vault.read('old.md');
    expect(text).toMatch(/^cited: \["?src\/a\.ts:2 [0-9a-f]{16}"?\]\nconfirmed_by: agent-7\nconfirmed: 2026-04-13\n---$/m);
    expect(await stale()).toEqual([`cites src/a.ts:9, ${MISSING}`, 'cites src/gone.ts, which does not exist']);
    await vault.run('confirm', 'old', '--by', 'agent-7');
    expect(vault.read('old.md')).toBe(text);
  });

  test.each([
    ['src/a.ts:2', 'src/a.ts:2', 'one\ntwo\nthree\nfour\n', 'line 3'],
    ['src/a.ts:2-3', 'src/a.ts:2-3', 'one\ntwo\nthree\nfour\n', 'line 3'],
    ['src/a.ts:2', 'src/a.ts:2', 'one\ntwo\ntwo\n', 'lines 3, 4'],
  ])('keeps the record of %s if its lines have moved, and says where they are', async (cite, place, text, where) => {
    code(text);
    const { path: note } = await add(`As \`${cite}\` says.`);
    const recorded = /^cited: .*$/m.exec(vault.read(note))?.[0];
    code(`zero\n${text}`);
    const { code: exit, err } = await vault.run('confirm', note);
    const warning = `cites ${place}, whose text is now in ${where}: correct the line in the note, and confirm it again`;
    expect([exit, err]).toEqual([0, `warning: ${warning}\n`]);
    expect(/^cited: .*$/m.exec(vault.read(note))?.[0]).toBe(recorded);
    vault.write(note, vault.read(note).replaceAll(`\`${cite}\``, '`src/a.ts:3`'));
    expect((await vault.run('confirm', note)).err).toBe('');
    expect(vault.read(note)).toMatch(/^cited: \["?src\/a\.ts:3 /m);
  });

  test('a confirmed note is compared with the code at its confirmation', async () => {
    await vault.run('confirm', 'old');
    code('one\n2\nthree\n');
    expect((await stale())[0]).toBe(`cites src/a.ts:2, ${OTHER}`);
    await vault.run('confirm', 'old');
    expect((await stale())[0]).toContain('src/a.ts:9');
    expect(vault.read('old.md')).toContain('confirmed_by: user:eva\n');
  });
});
