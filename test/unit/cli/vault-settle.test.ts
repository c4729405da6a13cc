import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { type CliVault, exampleVault, useExampleDay } from '../../support/example-vault.ts';

let vault: CliVault;
useExampleDay();
beforeEach(() => {
  vault = exampleVault();
});

const RULE =
  '---\nname: Friday\r\ntype: rule\n---\n<<<<<<< HEAD\nDeploy on Friday.\n||||||| base\nDeploy.\n=======\nNever on Friday.\n>>>>>>> feature\nEnd.\n';
const SETTLED = '---\nname: Friday\r\ntype: rule\n---\nDeploy on Friday.\nNever on Friday.\nEnd.\n';

describe('cortex vault settle', () => {
  test('keeps both sides of a note, reports them, and changes no other byte and no other file', async () => {
    vault.write('rules/my friday.md', RULE);
    const before = vault.files();
    const { findings } = Object(await vault.json('doctor'));
    expect(findings).toContainEqual(
      expect.objectContaining({
        path: 'rules/my friday.md',
        line: 5,
        next: 'To keep both sides: cortex vault settle "rules/my friday.md"',
      }),
    );
    const file = path.join(fs.realpathSync(vault.root), 'rules/my friday.md');
    expect(await vault.run('settle', 'rules/my friday.md')).toEqual({
      code: 0,
      err: '',
      out: [
        `Settled 1 conflict in ${file}; both sides are kept:`,
        ...['lines 5 to 11', '  ours:', '    Deploy on Friday.', '  theirs:', '    Never on Friday.'],
        `Review it, then: git -C ${vault.folder} add -- "${file}"\n`,
      ].join('\n'),
    });
    expect(vault.files()).toEqual(before.set('rules/my friday.md', SETTLED));
    expect((await vault.run('settle', 'rules/my friday.md')).out).toBe(`${file} has no conflict markers.\n`);
    expect(await vault.json('settle', 'rules/my friday.md')).toEqual({ path: file, kept: [] });
  });

  test('says what stays for a person, with file and line', async () => {
    const conflict = (name: string) => `<<<<<<< ${name}\nours\n=======\ntheirs\n>>>>>>> ${name}\n`;
    const head = '---\nname: N\n---\n';
    const settle = async (text: string) => {
      vault.write('rules/n.md', head + text);
      const { code, err } = await vault.run('settle', 'rules/n.md');
      const said = err.split('\n').flatMap((line) => /n\.md:(\d+): (.*)$/.exec(line)?.slice(1).join(' ') ?? []);
      return { code, said, text: vault.read('rules/n.md').slice(head.length) };
    };
    // Git's own, or the example of a note about merging: nobody knows.
    const example = `\`\`\`\n${conflict('a')}\`\`\`\n`;
    expect(await settle(example)).toEqual({
      code: 0,
      text: example,
      said: [expect.stringContaining('5 conflict markers in lines 5 to 9 ')],
    });
    expect(await settle(`${example}${conflict('b')}`)).toEqual({
      code: 0,
      text: `${example}ours\ntheirs\n`,
      said: [expect.stringContaining('5 conflict markers in lines 5 to 9 are in a code block')],
    });
    const twoMiddles = '<<<<<<< a\nTitle\n=======\nours\n=======\ntheirs\n>>>>>>> b\n';
    expect(await settle(twoMiddles)).toEqual({
      code: 1,
      text: twoMiddles,
      said: [expect.stringContaining('4 the sides of the merge conflict in lines 4 to 10 are unknown: "=======" is in lines 6, 8')],
    });
    const deep = Array.from({ length: 13 }).reduce<string>((inner, _, n) => `<<<<<<< a\n${inner}=======\nt${n}\n>>>>>>> b\n`, 'core\n');
    const first = await settle(deep);
    expect(first).toMatchObject({
      code: 1,
      said: [expect.stringMatching(/^4 merge conflict .* Run again: cortex vault settle rules\/n\.md$/)],
    });
    const second = await vault.run('settle', 'rules/n.md');
    expect([second.code, vault.read('rules/n.md')]).toEqual([
      0,
      `${head}core\n${Array.from({ length: 13 }, (_, n) => `t${n}\n`).join('')}`,
    ]);
  });

  test('is not misled by a fence in the header, which is no Markdown', async () => {
    const head = '---\nname: N\ndescription: |\n  ```\n---\n';
    vault.write('rules/n.md', `${head}<<<<<<< a\nours\n=======\ntheirs\n>>>>>>> b\n`);
    expect((await vault.run('doctor')).out).toContain('rules/n.md:6:1: merge conflict');
    expect(await vault.run('settle', 'rules/n.md')).toMatchObject({ code: 0 });
    expect(vault.read('rules/n.md')).toBe(`${head}ours\ntheirs\n`);
  });

  test('names what the header says twice then', async () => {
    vault.write('rules/n.md', '---\nname: N\n<<<<<<< a\ndescription: x\n=======\ndescription: y\n>>>>>>> b\n---\nText.\n');
    expect((await vault.run('settle', 'rules/n.md')).err).toMatch(/n\.md:4: duplicate key: "description"/);
  });

  test('leaves two different notes of one file name, and names both', async () => {
    const text = '<<<<<<< a\n---\nname: N\n---\n=======\n---\nname: M\n---\n>>>>>>> b\nText.\n';
    vault.write('rules/m.md', text);
    const { code, err } = await vault.run('settle', 'rules/m.md');
    expect([code, err]).toEqual([1, expect.stringMatching(/m\.md:1: two different notes have this file name: name "N" and name "M"/)]);
    expect(vault.read('rules/m.md')).toBe(text);
  });

  test('lets a note wait for a review where the sides differ on whether it counts', async () => {
    vault.write('rules/n 1.md', '---\nname: N\n<<<<<<< HEAD\nstatus: archived\n=======\nstatus: active\n>>>>>>> feature\n---\nText.\n');
    const { code, err } = await vault.run('settle', 'rules/n 1.md');
    expect([code, err]).toEqual([
      0,
      expect.stringMatching(/differ in status; .* run: cortex vault accept "rules\/n 1.md" --by person:\S+\n$/),
    ]);
    expect(vault.read('rules/n 1.md')).toBe(
      '---\nname: N\nstatus: review\n# ours: status: archived\n# theirs: status: active\n---\nText.\n',
    );
    expect(await vault.asPerson('accept', 'rules/n 1.md', '--by', 'person:ann')).toMatchObject({ code: 0 });
  });

  test('resolves a map that is not a note, which doctor reports and moc leaves unchanged', async () => {
    const map = `<!-- AUTO:recent -->\nold\n<!-- /AUTO:recent -->\n${RULE.slice(RULE.indexOf('<<<'))}`;
    vault.write('MEMORY.md', map);
    expect((await vault.run('doctor')).out).toContain('error: MEMORY.md:4:1: merge conflict in lines 4 to 10');
    expect(await vault.run('moc')).toMatchObject({ code: 1, out: expect.stringContaining('MEMORY.md:4') });
    expect(vault.read('MEMORY.md')).toBe(map);
    expect((await vault.run('settle', 'MEMORY.md')).code).toBe(0);
    expect((await vault.run('moc')).code).toBe(0);
  });

  test('does not change a configuration whose sides cannot both be kept', async () => {
    const file = path.join(vault.root, 'cortex.toml');
    fs.appendFileSync(file, '\n[mine]\n<<<<<<< HEAD\ndays = 1\n=======\ndays = 2\n>>>>>>> feature\n');
    const before = fs.readFileSync(file, 'utf8');
    const line = before.split('\n').indexOf('<<<<<<< HEAD') + 1;
    const step = `Choose in an editor between line ${line + 1} (ours) and line ${line + 3} (theirs), and remove git's conflict markers.`;
    const { code, err } = await vault.run('settle', file);
    expect([code, err]).toEqual([3, expect.stringContaining(step)]);
    expect(err).toContain('with both sides kept, the file cannot be read as TOML: ');
    expect(fs.readFileSync(file, 'utf8')).toBe(before);
    const search = await vault.run('search', 'deploy');
    expect([search.code, search.err]).toEqual([3, expect.stringContaining(step)]);
    expect(search.err, 'an impossible command is not suggested').not.toContain('vault settle');
  });

  test('is suggested with --vault if that was given', async () => {
    vault.write('rules/my friday.md', RULE);
    const { findings } = Object(await vault.json('doctor', '--vault', vault.root));
    const next = findings.find(({ path: note }: { path: string }) => note === 'rules/my friday.md').next;
    expect(next).toBe(`To keep both sides: cortex vault settle "rules/my friday.md" --vault ${vault.root}`);
  });

  test('resolves a configuration, without which commands cannot read notes', async () => {
    const file = path.join(vault.root, 'cortex.toml');
    vault.write('rules/x.md', RULE);
    fs.appendFileSync(file, '\n<<<<<<< HEAD\n[mine]\n=======\n[theirs]\n>>>>>>> feature\n');
    const command = `To keep both sides: cortex vault settle ${file}`;
    expect((await vault.run('search', 'deploy')).err).toContain(command);
    const { findings } = Object(await vault.json('doctor'));
    const found = findings.filter(({ code }: { code: string }) => ['broken-file', 'merge-conflict'].includes(code));
    expect(found).toEqual([
      expect.objectContaining({ path: 'cortex.toml', severity: 'error', line: expect.any(Number), next: command }),
      expect.objectContaining({ path: 'rules/x.md', code: 'merge-conflict' }),
    ]);
    expect(await vault.run('settle', 'vault/rules/x.md')).toMatchObject({ code: 0 });
    expect(vault.read('rules/x.md')).toBe(SETTLED);
    expect((await vault.run('settle', file)).code).toBe(0);
    expect(fs.readFileSync(file, 'utf8')).toMatch(/\n\[mine\]\n\[theirs\]\n$/);
    expect((await vault.run('doctor')).code).toBe(0);
  });

  test('accepts a path relative to the current folder, and refuses one outside of the vault', async () => {
    vault.write('rules/x.md', RULE);
    expect((await vault.run('settle', 'vault/rules/x.md')).code).toBe(0);
    expect(vault.read('rules/x.md')).toBe(SETTLED);
    fs.writeFileSync(path.join(vault.folder, 'out.md'), RULE);
    expect((await vault.run('settle', 'out.md')).code).toBe(1);
    expect(fs.readFileSync(path.join(vault.folder, 'out.md'), 'utf8')).toBe(RULE);
  });
});

test('text between conflict markers is not searched, packed or shown', async () => {
  vault.write('rules/friday.md', RULE.replace('Deploy on Friday.', 'Deploy on Friday, see [[api_rate_limits]]. #zebra'));
  expect((await vault.run('search', '--tag', 'zebra', '--paths')).out).toBe('');
  const pack = (await vault.run('pack', 'friday')).out;
  expect(pack).toContain("[lines 5 to 11 left out: git's conflict marks]");
  expect(pack).not.toContain('Never on Friday');
  expect((await vault.run('search', 'friday', '--content')).out).not.toContain('Deploy on Friday');
  for (const command of [['search', 'zebra'], ['pack', 'friday'], ['summary']])
    expect((await vault.run(...command)).err).toContain('1 note with merge conflicts: "rules/friday.md:5". Text between');
});

test('migrate joins two compatible headers, and the note can then be accepted', async () => {
  const body = '---\nname: Friday rule\ntype: rule\nstatus: review\n---\nText.\n';
  vault.write('rules/friday.md', `---\npermalink: x\n---\n\n${body}`);
  await vault.run('migrate', '--write');
  expect(vault.read('rules/friday.md')).toContain('---\npermalink: x\nname: Friday rule\ntype: rule\nstatus: review\n');
  expect(vault.read('rules/friday.md').match(/^---$/gm)).toHaveLength(2);
  expect((await vault.asPerson('accept', 'rules/friday.md', '--by', 'person:ann')).code).toBe(0);
  expect(vault.read('rules/friday.md')).toContain('status: active\n');
});

describe.each([
  ['first', (ours: string, theirs: string) => `${ours}=======\n${theirs}>>>>>>> feature\n`],
  ['other', (ours: string, theirs: string) => `<<<<<<< HEAD\n${ours}${theirs}`],
])('half a conflict, without the %s marker', (_which, half) => {
  const header = (status: string) => `---\nname: Half\nstatus: ${status}\n---\n`;
  const name = 'rules/half.md';

  test('is not searched or packed, is reported, and is unchanged', async () => {
    const text = half(`${header('archived')}Zebra crossing.\n`, `${header('active')}Zebra striped.\n`);
    vault.write(name, text);
    expect((await vault.run('search', 'zebra', '--content')).out).not.toMatch(/crossing|striped/);
    const { findings } = Object(await vault.json('doctor'));
    const next =
      'Edit the file: keep what is right and delete the marker. Or put the missing marker back and run: cortex vault settle rules/half.md';
    expect(findings).toContainEqual(expect.objectContaining({ path: name, code: 'half-merge-conflict', severity: 'error', next }));
    const { code, out, err } = await vault.run('settle', name);
    expect([code, out, err]).toEqual([3, '', expect.stringContaining('half a merge conflict')]);
    expect(vault.read(name)).toBe(text);
  });

  test('marks a note with an uncertain status for review, which cannot be accepted', async () => {
    vault.write(name, half(header('archived'), header('active')));
    expect((await vault.run('search', '--status', 'review', '--paths')).out).toContain(name);
    expect(await vault.asPerson('accept', name, '--by', 'person:ann')).not.toMatchObject({ code: 0 });
  });
});
