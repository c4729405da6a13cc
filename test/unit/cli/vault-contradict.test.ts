import { beforeEach, describe, expect, test } from 'vitest';
import { CliVault, useExampleDay } from '../../support/example-vault.ts';

let vault: CliVault;
useExampleDay();
beforeEach(() => {
  vault = new CliVault();
  vault.write('atoms/a.md', note('Deploy on Friday'));
  vault.write('atoms/b.md', note('Deploy on Monday'));
  vault.write('atoms/c.md', note('Deploy whenever').replace('active', 'archived'));
});

const note = (name: string) => `---\nname: ${name}\nstatus: active\nupdated: 2026-04-12\n---\nText.\n`;

const contradict = (...words: string[]) => vault.run('contradict', 'Deploy on Friday', 'atoms/b.md', '--by', 'agent-7', ...words);

describe('cortex vault contradict', () => {
  test('records it in both notes with author and reason, and suggests a command that decides', async () => {
    const { code, out, err } = await contradict('--why', 'one day: "it depends"');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain(
      'To resolve it:\n  if atoms/a.md is right: cortex vault supersede atoms/b.md atoms/a.md\n' +
        '  if atoms/b.md is right: cortex vault supersede atoms/a.md atoms/b.md\n',
    );
    for (const [file, other] of [
      ['a', 'b'],
      ['b', 'a'],
    ]) {
      const text = vault.read(`atoms/${file}.md`);
      expect(text).toContain(`\ncontradicts: [atoms/${other}]\n`);
      expect(text).toContain(`atoms/${other} (agent-7, 2026-04-13): one day: `);
      expect(text).toContain('\nstatus: active\nupdated: 2026-04-12\n');
    }
    const { findings } = Object(await vault.json('doctor'));
    expect(findings).toMatchObject([
      { code: 'contradiction', path: 'atoms/a.md', message: 'contradicts "atoms/b.md" (agent-7, 2026-04-13: one day: "it depends")' },
    ]);
  });

  test('is shown with the notes until one of them is inactive', async () => {
    await contradict('--why', 'one day');
    const disputes = [{ path: 'atoms/b.md', found: ['agent-7, 2026-04-13: one day'] }];
    expect(await vault.json('search', 'friday')).toMatchObject({ results: [{ path: 'atoms/a.md', disputes }] });
    expect((await vault.run('search', 'friday')).out).toContain('\n    contradicts atoms/b.md; agent-7, 2026-04-13: one day');
    const { notes, markdown } = Object(await vault.json('pack', 'friday'));
    expect(notes).toMatchObject([{ contradicts: ['atoms/b.md'], disputes }]);
    expect(markdown).toContain('- Contradicts `atoms/b.md` `agent-7, 2026-04-13: one day`: not resolved yet\n');
    await vault.run('supersede', 'atoms/a.md', 'atoms/b.md');
    expect(JSON.stringify(await vault.json('search', 'deploy'))).not.toContain('disputes');
    expect(Object(await vault.json('doctor')).findings).toEqual([]);
  });

  test('is idempotent, adds another reason, and loses nothing', async () => {
    await contradict();
    await contradict('--why', 'one day');
    const before = vault.files();
    expect((await contradict('--why', 'one day')).out).toBe('atoms/a.md and atoms/b.md are already marked as contradicting.\n');
    expect((await contradict()).out).toContain('already');
    expect(vault.files()).toEqual(before);
    await contradict('--why', ' another\n day ');
    const { results } = Object(await vault.json('search', 'friday'));
    expect(results[0].disputes[0].found).toEqual([
      'agent-7, 2026-04-13',
      'agent-7, 2026-04-13: one day',
      'agent-7, 2026-04-13: another day',
    ]);
  });

  test('without --by names the login, and refuses a person through a pipe', async () => {
    expect((await vault.run('contradict', 'atoms/a.md', 'atoms/b.md')).code).toBe(0);
    expect(vault.read('atoms/b.md')).toContain('atoms/a (user:eva, 2026-04-13)');
    const before = vault.files();
    expect(await vault.run('contradict', 'atoms/a.md', 'atoms/b.md', '--by', 'person:ann')).toMatchObject({ code: 1, out: '' });
    expect(vault.files()).toEqual(before);
  });

  test('warns of an inactive note', async () => {
    const { code, err } = await vault.run('contradict', 'atoms/a.md', 'atoms/c.md');
    expect([code, err]).toEqual([0, 'warning: atoms/c.md is no longer current, so there is nothing to resolve\n']);
  });

  test.each([
    [2, 'atoms/a.md', 'atoms/a.md'],
    [1, 'atoms/a.md', 'Deploy on Friday'],
    [1, 'atoms/a.md', 'nowhere'],
  ])('exits with %i for %s and %s, and changes nothing', async (code, one, other) => {
    const before = vault.files();
    expect(await vault.run('contradict', one, other)).toMatchObject({ code, out: '' });
    expect(vault.files()).toEqual(before);
  });

  test('changes neither note if one cannot be changed', async () => {
    vault.write('atoms/d.md', '---\nid: d\nstatus: active\n...\nb\n');
    const before = vault.files();
    expect((await vault.run('contradict', 'atoms/a.md', 'atoms/d.md')).code).not.toBe(0);
    expect(vault.files()).toEqual(before);
  });
});
