/** Merges by git of texts in which a line looks like a marker, and of conflicts over the end of a header. */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { cortexProgram } from '../../../src/cli/cortex-program.ts';
import { cstackProgram } from '../../../src/cli/cstack-program.ts';
import { runProgramHere } from '../../support/cortex-cli.ts';
import { temporaryFolder } from '../../support/folders.ts';

const WHO = ['-c', 'user.name=test', '-c', 'user.email=test@localhost', '-c', 'init.defaultBranch=main', '-c', 'core.autocrlf=false'];
const STYLES = ['merge', 'diff3', 'zdiff3'];
const INBOX = 'api/.cstack/INBOX.md';
const NOTE = 'vault/rules/d.md';
const QUEUE = 'team/projects/pay.md';
const AGENT = 'team/agents/ann.md';
type Files = Readonly<Record<string, string>>;

let root: string;
const git = (...args: string[]) => execFileSync('git', [...WHO, ...args], { cwd: root, encoding: 'utf8', stdio: 'pipe' });
const read = (name: string) => fs.readFileSync(path.join(root, name), 'utf8');

function commit(files: Files): void {
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    fs.writeFileSync(path.join(root, name), text);
  }
  git('add', '--all');
  git('commit', '--quiet', '--allow-empty', '--message', 'change');
}

/** Merges two branches that git cannot merge. */
function merge(base: Files, ours: Files, theirs: Files, style: string): void {
  git('init', '--quiet');
  commit(base);
  git('checkout', '--quiet', '-b', 'other');
  commit(theirs);
  git('checkout', '--quiet', 'main');
  commit(ours);
  expect(() => git('-c', `merge.conflictStyle=${style}`, 'merge', 'other')).toThrow();
}

async function settle(name: string) {
  const file = path.join(root, name);
  const words = name === INBOX ? ['settle', file] : [name.startsWith('vault') ? 'vault' : 'team', 'settle', file];
  const place = name.startsWith('vault') ? ['--vault', path.join(root, 'vault')] : ['--root', root];
  return runProgramHere(name === INBOX ? cstackProgram : cortexProgram, [...words, ...place]);
}

const message = (id: string, minute: string, text: string) =>
  `---\nID: ${id}\nFrom: web\nType: task\nTime: 2026-11-29T10:${minute}:00Z\n---\n${text}`;
const task = (title: string, scope: string) => `### 2026-03-28T10:00\n\n**Status:** ready\n**Task:** ${title}\n**Scope:** ${scope}\n\n`;
const noteOf = (updated: string, text: string) =>
  `---\nname: D\ntype: rule\nproject: ops\nstatus: active\nupdated: ${updated}\n---\n${text}`;

beforeEach(() => {
  root = temporaryFolder();
});

describe.each(STYLES)('in the style %s', (style) => {
  test('a heading of our side that looks like a marker stays a heading', async () => {
    const ours = message('msg-3', '06', 'Ours title\n=======\nours para\n');
    const theirs = message('msg-2', '05', 'Theirs text\n');
    const base = {
      'AGENTS.md': '# Agents\n\n## agent-api\n- Role: a\n- Stack: ./api/.cstack/\n',
      [INBOX]: '# Inbox\n',
      [NOTE]: noteOf('2026-01-01', 'text\n'),
      [QUEUE]: '---\nname: pay\n---\n\n## Work Queue\n\n',
    };
    const [ownNote, othersNote] = ['Ours title\n=======\n\nours para\n', 'Theirs title\n=======\n\ntheirs para\n'];
    merge(
      base,
      { [INBOX]: base[INBOX] + ours, [NOTE]: base[NOTE] + ownNote, [QUEUE]: base[QUEUE] + task('Ours', 'Plan\n=======\nsteps') },
      { [INBOX]: base[INBOX] + theirs, [NOTE]: base[NOTE] + othersNote, [QUEUE]: base[QUEUE] + task('Theirs', 'Other') },
      style,
    );
    for (const name of [INBOX, NOTE, QUEUE]) expect(await settle(name), name).toMatchObject({ code: 0 });
    expect(read(INBOX).replaceAll(/\n{2,}/g, '\n')).toBe(`# Inbox\n${ours}${theirs}`);
    for (const line of [ownNote, othersNote].flatMap((text) => text.trim().split('\n'))) expect(read(NOTE)).toContain(`${line}\n`);
    expect(read(NOTE)).toContain('Ours title\n=======\n');
    expect(read(QUEUE)).toContain('**Scope:** Plan\n=======\nsteps\n');
    expect(read(QUEUE)).toContain('**Task:** Theirs\n**Scope:** Other\n');
    for (const name of [INBOX, NOTE, QUEUE]) expect(read(name)).not.toMatch(/^(?:<{7}|\|{7}|>{7})/m);
  });

  test('a conflict over the end of a header is resolved in the header and in the text, with the later time', async () => {
    const agent = (beat: string, text: string) => `---\nname: Ann\nstatus: active\nlast-heartbeat: ${beat}\n---\n${text}\n`;
    merge(
      { [NOTE]: noteOf('2026-01-01', 'Deploy on Monday.\n'), [AGENT]: agent('2026-01-01T10:00', 'Monday'), [QUEUE]: '# Pay\n' },
      { [NOTE]: noteOf('2026-03-03', 'Deploy on Friday.\n'), [AGENT]: agent('2026-03-03T10:00', 'Friday') },
      { [NOTE]: noteOf('2026-02-02', 'Deploy on Tuesday.\n'), [AGENT]: agent('2026-02-02T10:00', 'Tuesday') },
      style,
    );
    const [note, agentNote] = [await settle(NOTE), await settle(AGENT)];
    expect(read(NOTE)).toMatch(/active\nupdated: 2026-03-03\n---\nDeploy on Friday\.\nDeploy on Tuesday\.\n$/);
    expect(read(AGENT)).toMatch(/active\nlast-heartbeat: 2026-03-03T10:00\n---\nFriday\nTuesday\n$/);
    expect([note.code, note.err, agentNote.code, agentNote.err]).toEqual([0, '', 0, '']);
  });

  test('a key that both sides set over the end of a header is named', async () => {
    const agent = (role: string, text: string) => `---\nname: Ann\nstatus: active\nrole: ${role}\n---\n${text}\n`;
    merge({ [AGENT]: agent('a', 'Monday') }, { [AGENT]: agent('b', 'Friday') }, { [AGENT]: agent('c', 'Tuesday') }, style);
    const { code, err } = await settle(AGENT);
    expect(read(AGENT)).toMatch(/\nrole: b\nrole: c\n---\nFriday\nTuesday\n$/);
    expect([code, err]).toEqual([0, expect.stringMatching(/ann\.md:5: header: duplicate key: "role"/)]);
  });

  test('two notes that both branches added under one name are left and named', async () => {
    const noteNamed = (name: string) => noteOf('2026-01-01', `${name} is here.\n`).replace('name: D', `name: ${name}`);
    merge({ 'README.md': '#\n' }, { [NOTE]: noteNamed('Ours') }, { [NOTE]: noteNamed('Theirs') }, style);
    const before = read(NOTE);
    const { code, err } = await settle(NOTE);
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/d\.md:\d+: two different notes have this file name: name "Ours" and name "Theirs"/),
    ]);
    expect(read(NOTE)).toBe(before);
  });
});

test('without a merge in progress, only a unique division into whole messages is used', async () => {
  const agents = { 'AGENTS.md': '# Agents\n\n## agent-api\n- Role: a\n- Stack: ./api/.cstack/\n' };
  const marked = (ours: string, theirs: string) => `# Inbox\n<<<<<<< a\n${ours}=======\n${theirs}>>>>>>> b\n`;
  git('init', '--quiet');
  commit({ ...agents, [INBOX]: marked(message('m-1', '01', 'A\n=======\npara\n'), message('m-2', '02', 'B\n')) });
  expect(await settle(INBOX)).toMatchObject({ code: 0 });
  expect(read(INBOX).replaceAll(/\n{2,}/g, '\n')).toBe(
    `# Inbox\n${message('m-1', '01', 'A\n=======\npara\n')}${message('m-2', '02', 'B\n')}`,
  );
  const unclear = marked('A\n=======\nB\n', 'C\n');
  commit({ [INBOX]: unclear });
  const { code, err } = await settle(INBOX);
  expect([code, err]).toEqual([
    1,
    expect.stringMatching(/INBOX\.md:2: the sides of the merge conflict in lines 2 to 8 are unknown: .* lines 4, 6/),
  ]);
  expect(read(INBOX)).toBe(unclear);
});
