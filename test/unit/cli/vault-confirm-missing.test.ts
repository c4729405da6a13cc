import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { CliVault, useExampleDay } from '../../support/example-vault.ts';

let vault: CliVault;
useExampleDay();
beforeEach(() => {
  vault = new CliVault();
  vault.write('cortex.toml', '');
  execFileSync('git', ['-C', vault.folder, 'init', '--quiet']);
  for (const folder of ['src', 'rules']) fs.mkdirSync(inVault(folder), { recursive: true });
  code('one\ntwo\nthree\n');
});

const inVault = (file: string) => path.join(vault.folder, file);

function code(text: string): void {
  for (const file of ['src/t.py', 't.py']) fs.writeFileSync(inVault(file), text);
}

async function add(body: string): Promise<string> {
  const { path: note } = Object(await vault.json('add', '--name', 'Retry', '--type', 'rule', '--project', 'ops', '--body', body));
  return note;
}

/** Returns what the doctor and the page for agents say about the places that notes cite. */
async function told(): Promise<{ doctor: string[]; pack: unknown[] }> {
  const { findings } = Object(await vault.json('doctor'));
  const stale = findings.filter(({ code: found }: { code: string }) => found === 'stale');
  const { notes } = Object(await vault.json('pack', 'retry'));
  const pack = (notes[0].stale ?? []).map(({ reason }: { reason: string }) => reason);
  return { doctor: stale.map(({ message }: { message: string }) => message), pack };
}

const recorded = (note: string) => /^cited: .*$/m.exec(vault.read(note))?.[0];

describe('cortex vault confirm keeps the record of a place that no longer exists, and names it', () => {
  const forms = [
    ['inline code', '`src/t.py:2`', 'src/t.py:2'],
    ['plain text', 'src/t.py:2', 'src/t.py:2'],
    ['a link', '[here](../../src/t.py#L2)', 'src/t.py:2'],
    ['a link from the root', '[here](/src/t.py#L2)', 'src/t.py:2'],
    ['a link to a path from the root', '[here](src/t.py#L2)', 'src/t.py:2'],
    ['inline code and a link', '`src/t.py:2` [here](../../src/t.py#L2)', 'src/t.py:2'],
    ['a file without a line', '`src/t.py`', 'src/t.py'],
    ['a file without a folder', '`t.py:2`', 't.py:2'],
    ['a file without a folder in plain text', 't.py:2', 't.py:2'],
  ] as const;

  test.each(forms)('%s, when the file is renamed', async (_, cite, place) => {
    const note = await add(`As ${cite} says.`);
    const before = recorded(note);
    expect(before).toContain(place);
    const file = place.replace(/:.*/, '');
    fs.renameSync(inVault(file), inVault(`${file}.old`));
    const stale = await told();
    expect(stale.doctor).toContain(`cites ${place}, which does not exist`);
    expect(await vault.run('confirm', note)).toEqual({
      code: 0,
      out: `Confirmed ${note}, except ${place}.\n`,
      err: `warning: cites ${place}, which does not exist: correct the note\n`,
    });
    expect(recorded(note)).toBe(before);
    expect(await told()).toEqual(stale);
    fs.renameSync(inVault(`${file}.old`), inVault(file));
    expect((await vault.run('confirm', note)).out).toBe(`Confirmed ${note}.\n`);
    expect(await told()).toEqual({ doctor: [], pack: [] });
  });

  const withLine = forms.filter(([, , place]) => place.includes(':'));
  test.each(withLine)('%s, when the line is beyond the end', async (_, cite, place) => {
    const note = await add(`As ${cite} says.`);
    const before = recorded(note);
    code('ONE\n');
    const { out, err } = await vault.run('confirm', note);
    expect([out, err]).toEqual([
      `Confirmed ${note}, except ${place}.\n`,
      `warning: cites ${place}, which does not exist: the file has 1 line: correct the note\n`,
    ]);
    expect(recorded(note)).toBe(before);
    const { doctor, pack } = await told();
    expect(new Set(doctor)).toEqual(new Set([`cites ${place}, which does not exist: the file has fewer lines`]));
    expect(new Set(pack)).toEqual(new Set(['missing']));
  });

  test.each(withLine)('%s, when the line never existed', async (_, cite, place) => {
    const there = (text: string) => text.replace(/([:L])2/g, '$19');
    vault.write('rules/old.md', `---\nname: Retry\nupdated: 2026-04-10\n---\nAs ${there(cite)} says.\n`);
    expect((await vault.run('confirm', 'rules/old.md')).out).toBe(`Confirmed rules/old.md, except ${there(place)}.\n`);
  });
});

test('a text that never was the place of code is not named', async () => {
  vault.write('rules/old.md', '---\nname: Retry\n---\nAt lib/none.py:3, see [there](../../lib/none.py#L3).\n');
  expect(await vault.run('confirm', 'rules/old.md')).toEqual({ code: 0, out: 'Confirmed rules/old.md.\n', err: '' });
});

test('the record of a place that the note no longer cites is dropped', async () => {
  const note = await add('As src/t.py:2 says.');
  vault.write(note, vault.read(note).replaceAll('src/t.py:2 says', 'nobody says'));
  await vault.run('confirm', note);
  expect(recorded(note)).toBe('cited: []');
});

test('outside of a working tree, the records stay and are named', async () => {
  const note = await add('As src/t.py:2 says.');
  const before = recorded(note);
  fs.rmSync(inVault('.git'), { recursive: true });
  const { out, err } = await vault.run('confirm', note);
  expect(out).toBe(`Confirmed ${note}, except src/t.py:2.\n`);
  expect(err).toContain('cites src/t.py:2, which cannot be checked here');
  expect(recorded(note)).toBe(before);
});
