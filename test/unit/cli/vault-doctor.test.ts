import { execFileSync } from 'node:child_process';
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

describe('cortex vault doctor', () => {
  test('reports only the known findings of the example, and exits with 0', async () => {
    const { code, out } = await vault.run('doctor');
    expect({ code, out }).toEqual({
      code: 0,
      out: [
        'warning: insights/slow_schema_changes.md:6: waits for review since 2026-04-13. Read it, then accept or archive it.',
        'warning: rules/hold_and_watch.md:11: contradicts "rules/rollback_within_minutes.md". Supersede or archive one of them.',
        '16 notes checked: 0 errors, 2 warnings in the files.',
        '',
      ].join('\n'),
    });
  });

  test('resolves Markdown links in a field as in the text, and names a dead one by its address', async () => {
    vault.write('rules/my note.md', '---\nname: Mine\ntype: rule\nproject: ops\n---\nA text.\n');
    const links = [
      '"[n](my%20note.md)"',
      '"[n](../rules/my%20note.md#part)"',
      '"[away](https://example.org/a.md)"',
      '"[gone](gone%20note.md)"',
    ];
    vault.write('rules/links.md', `---\nname: Links\ntype: rule\nproject: ops\nlinks:\n  - ${links.join('\n  - ')}\n---\nOther.\n`);
    const { out } = await vault.run('doctor');
    expect(out.split('\n').filter((line) => line.includes('no such note'))).toEqual([
      'warning: rules/links.md:9: no such note: "gone note.md". Correct the link, or create the note.',
    ]);
  });

  test.each([
    ['---\nname: Open\ndescription: Open question: why\n---\n', 'yaml', 'warning', 3],
    ['---\ntags: [a]\ntags: [b]\n---\n', 'repeated-key', 'warning', 3],
    ['---\nname: x\n\ttype: rule\n---\n', 'bad-header', 'warning', 3],
    ['---\nonly text\n---\n', 'bad-header', 'warning', 2],
    ['---\n- a\n- b\n---\n', 'bad-header', 'warning', 2],
    ['---\nTags: [a]\ntags: [b]\n---\n', 'repeated-key', 'warning', 2],
    ['---\npermalink: x\n---\n\n---\nname: y\n---\n', 'second-header', 'warning', 5],
    ['---\nname: x\n---\n<<<<<<< HEAD\na\n=======\nb\n>>>>>>> c\n', 'merge-conflict', 'error', 4],
    ['---js\nprocess.exit(3)\n---\n', 'code-header', 'error', 1],
    ['---\nname: x\n', 'unclosed-header', 'error', 1],
    ['---\ntype: poem\n---\n', 'unknown-type', 'warning', 2],
    ['---\nstatus: done\n---\n', 'unknown-status', 'warning', 2],
    ['See [[nowhere]].\n', 'dead-link', 'warning', 1],
    ['---\nid: 20260410_api_rate_limits\n---\n', 'duplicate-id', 'error', 2],
    ['---\nname: x\nlinks:\n  - Hold and watch\n  - nowhere\n---\n', 'dead-link', 'warning', 5],
    ['---\nname: x\nrelated: ["[[nowhere]]"]\n---\n', 'dead-link', 'warning', 3],
    ['---\nname: x\nWhere: "[[nowhere]]"\n---\n', 'dead-link', 'warning', 3],
    ['---\nname: x\n# why\ncontradicts: [nowhere]\n---\n', 'dead-reference', 'warning', 4],
    ['---\nname: x\nsuperseded_by:\n  - nowhere\nstatus: superseded\n---\n', 'dead-reference', 'warning', 4],
    ['---\nname: x\nStatus: review\n---\n', 'review', 'warning', 3],
  ])('%j causes one finding: %s, %s, line %i', async (text, code, severity, line) => {
    vault.write('atoms/odd.md', text);
    const run = await vault.run('doctor', '--json');
    const { findings } = JSON.parse(run.out);
    const own = findings.filter((finding: { path: string }) => finding.path === 'atoms/odd.md');
    expect(own).toMatchObject([{ code, severity, line }]);
    // migrate is suggested only for problems that it can fix.
    expect(own[0].next?.includes('migrate') ?? false).toBe(code === 'yaml' || code === 'second-header');
    expect(run.code).toBe(severity === 'error' ? 1 : 0);
  });

  test('reports a pipe, an unclosed marker and invalid UTF-8, and reads everything else', async () => {
    makeNamedPipe(path.join(vault.root, 'atoms/pipe.md'));
    vault.write('MEMORY.md', 'x\n<!-- AUTO:recent -->\n');
    vault.write('atoms/bytes.md', Buffer.from([0x41, 0x0a, 0xff]));
    const { findings, notes } = Object(await vault.json('doctor'));
    expect(notes).toBe(17);
    expect(findings).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ path: 'atoms/pipe.md', severity: 'error' }),
        expect.objectContaining({ path: 'MEMORY.md', line: 2, code: 'unclosed-marker', severity: 'error' }),
        expect.objectContaining({ path: 'atoms/bytes.md', line: 2, code: 'not-utf8', severity: 'error' }),
      ]),
    );
  });

  test('reports notes that are nearly the same, unless one of them is inactive', async () => {
    const text = vault.read('insights/jitter_in_every_retry.md');
    const copy = text.replace('id: 20260409', 'id: 20260410').replace('created: 2026-04-09', 'created: 2026-04-10');
    vault.write('atoms/again.md', copy);
    vault.write('atoms/archived.md', copy.replace('id: 20260410', 'id: 20260411').replace('status: active', 'status: archived'));
    const { out } = await vault.run('doctor');
    expect(out.split('\n').filter((line) => line.includes('nearly the same'))).toEqual([
      'warning: atoms/again.md:1: has nearly the same text as "insights/jitter_in_every_retry.md" (100 %). ' +
        'Merge the correct content into one of them, and supersede or archive the other.',
    ]);
    await vault.run('supersede', 'again', 'jitter_in_every_retry');
    expect((await vault.run('doctor')).out).not.toContain('nearly the same');
  });

  test('reports a cycle of notes that supersede each other as an error', async () => {
    vault.write('atoms/a.md', '---\nsupersedes: b\n---\n');
    vault.write('atoms/b.md', '---\nsupersedes: a\n---\n');
    const { code, out } = await vault.run('doctor');
    expect(code).toBe(1);
    expect(out).toContain('"atoms/a.md", "atoms/b.md"');
    expect((await vault.run('search', 'atoms', '--paths')).err).toContain('these notes supersede each other: atoms/a.md, atoms/b.md');
  });

  test('uses file times in a repository without commits, and says so', async () => {
    execFileSync('git', ['-C', vault.folder, 'init', '--quiet']);
    vault.write('atoms/cites.md', '---\nupdated: 2026-04-05\n---\nSee `code.ts:1`.\n');
    fs.writeFileSync(path.join(vault.folder, 'code.ts'), 'code');
    const { err, out } = await vault.run('doctor');
    expect(err).toBe('warning: the git repository has no commits yet: changes of code are detected by file times\n');
    expect(out).toContain('atoms/cites.md:4: cites code.ts:1, which changed on ');
  });

  test('reports a note as stale if its cited code changed since, or is gone', async () => {
    const git = (time: string, ...args: string[]) =>
      execFileSync('git', ['-C', vault.folder, '-c', 'user.name=n', '-c', 'user.email=e', '-c', 'commit.gpgsign=false', ...args], {
        env: { ...process.env, GIT_COMMITTER_DATE: time, GIT_AUTHOR_DATE: time },
      });
    const header = '---\nupdated: 2026-04-05\n---\n';
    vault.write('atoms/fresh.md', `${header}See \`src/old.ts:1\`.\n`);
    vault.write('atoms/stale.md', `${header}See \`src/new.ts\`.\n`);
    vault.write('atoms/gone.md', `${header}See \`src/gone.ts\`.\n`);
    fs.mkdirSync(path.join(vault.folder, 'src'));
    for (const [name, time] of [
      ['old.ts', '2026-04-01T12:00:00Z'],
      ['new.ts', '2026-04-10T12:00:00Z'],
    ] as const) {
      fs.writeFileSync(path.join(vault.folder, 'src', name), name);
      git(time, 'init', '--quiet');
      git(time, 'add', `src/${name}`);
      git(time, 'commit', '--quiet', '--message', name);
    }
    const { findings } = Object(await vault.json('doctor'));
    const stale = findings.filter(({ code }: { code: string }) => code === 'stale');
    expect(stale.map(({ path: note, line, message }: { path: string; line: number; message: string }) => [note, line, message])).toEqual([
      ['atoms/gone.md', 4, 'cites src/gone.ts, which does not exist'],
      ['atoms/stale.md', 4, 'cites src/new.ts, which changed on 2026-04-10, after the note (cannot tell exactly)'],
    ]);
  });
});
