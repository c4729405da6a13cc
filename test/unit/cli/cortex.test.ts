import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { CliProject } from '../../support/cortex-cli.ts';

let project: CliProject;
beforeEach(() => {
  project = new CliProject();
});

describe('cortex init', () => {
  test('creates the folder once and reports it', async () => {
    expect(await project.run('init')).toEqual({
      code: 0,
      out: expect.stringMatching(
        /^Created \S+\/\.cortex\nNext:\n {2}cortex install claude +connect .*\n {2}cortex swarm create .*\n {2}cortex graph build .*\n$/,
      ),
      err: '',
    });
    expect(await project.json('init')).toEqual({ root: project.root, created: false });
    expect(fs.readFileSync(path.join(project.root, '.cortex/.gitignore'), 'utf8')).toBe('.local/\nswarm.crtx\n*.corrupt-*\n');
  });
});

describe('error messages', () => {
  test('escape control characters that agents wrote', async () => {
    await project.run('init');
    const hostile = 'ev\u001b[31mil\u009b2J\u202e\u200b\nX';
    await project.run(['lock', 'acquire', 'a', '--agent', 'ann', '--reason', hostile]);
    const { out } = await project.run('lock list');
    const refused = await project.run(['lock', 'acquire', 'a', '--agent', hostile]);
    for (const line of `${out}${refused.err}`.trimEnd().split('\n')) expect(line).toMatch(/^[^\p{Cc}\p{Cf}]*$/u);
    expect(out).toContain('ev\\u{1b}[31mil');
    expect(refused.code).toBe(2);
  });
});

describe('cortex lock', () => {
  test('without a .cortex folder says what to do and creates nothing', async () => {
    const run = await project.run('lock list');
    expect(run).toMatchObject({ code: 1, out: '' });
    expect(run.err).toBe(`error: ${project.root}: no .cortex folder here. Run "cortex init" in the project folder first.\n`);
    expect(fs.readdirSync(project.root)).toEqual([]);
  });

  test('grants, refuses with the name of the holder, renews and releases', async () => {
    await project.run('init');
    const granted = await project.run('lock acquire src/a.ts src/b/ --agent ann --reason refactor --ttl 5m --json');
    expect(granted).toMatchObject({ code: 0, err: '' });
    const common = { agentId: 'ann', type: 'exclusive', reason: 'refactor' };
    expect(JSON.parse(granted.out)).toMatchObject({
      granted: true,
      locks: [
        { path: 'src/a.ts', ...common },
        { path: 'src/b/', ...common },
      ],
      blockedBy: [],
    });
    const refused = await project.run('lock acquire src/b/x.ts --agent bob --json');
    expect(refused.code).toBe(1);
    expect(JSON.parse(refused.out)).toMatchObject({
      granted: false,
      locks: [],
      blockedBy: [{ state: 'holding', path: 'src/b/', agentId: 'ann' }],
    });
    expect(await project.run('lock renew src/a.ts --agent ann --ttl 10m')).toMatchObject({ code: 0, out: 'Renewed src/a.ts (ann)\n' });
    expect((await project.run('lock release src/a.ts --agent bob')).code).toBe(1);
    expect(await project.run('lock release --all --agent ann')).toMatchObject({
      code: 0,
      out: 'Released src/a.ts (ann)\nReleased src/b/ (ann)\n',
    });
    expect(await project.run('lock list')).toMatchObject({ code: 0, out: 'No locks.\n' });
  });

  test('locks a folder with everything in it, with or without a slash, and follows a symlink', async () => {
    await project.run('init');
    fs.mkdirSync(path.join(project.root, 'src'));
    fs.symlinkSync('src', path.join(project.root, 'link'));
    expect(await project.json('lock acquire src --agent ann')).toMatchObject({ granted: true, locks: [{ path: 'src/' }] });
    expect(await project.json('lock acquire src/a.ts --agent bob')).toMatchObject({ granted: false });
    expect(await project.json('lock acquire link/a.ts --agent bob')).toMatchObject({ granted: false });
    expect(await project.run('lock release src --agent ann')).toMatchObject({ code: 0, out: 'Released src/ (ann)\n' });
  });

  test('releases a file that became a folder under the name that was locked', async () => {
    await project.run('init');
    await project.run('lock acquire new --agent ann');
    fs.mkdirSync(path.join(project.root, 'new'));
    expect(await project.run('lock release new --agent ann')).toMatchObject({ code: 0, out: 'Released new (ann)\n' });
  });

  test('grants shared locks together, and refuses an exclusive one', async () => {
    await project.run('init');
    expect((await project.run('lock acquire docs/ --agent ann --shared')).code).toBe(0);
    expect((await project.run('lock acquire docs/x.md --agent bob --shared')).code).toBe(0);
    expect((await project.run('lock acquire docs/x.md --agent eve')).code).toBe(1);
  });

  test('waits until the lock is released', async () => {
    await project.run('init');
    await project.run('lock acquire a.ts --agent ann');
    const waiting = project.json('lock acquire a.ts --agent bob --wait 30s');
    await expect.poll(() => project.json('lock list')).toMatchObject({ waiting: [{ agentId: 'bob' }] });
    await project.run('lock release a.ts --agent ann');
    expect(await waiting).toMatchObject({ granted: true, locks: [{ agentId: 'bob' }] });
  });

  test('waits until the lock expires, although no process writes', async () => {
    await project.run('init');
    await project.run('lock acquire a.ts --agent ann --ttl 1s');
    expect((await project.run('lock acquire a.ts --agent bob --wait 30s')).code).toBe(0);
  });

  test('stops waiting at the timeout and leaves the queue', async () => {
    await project.run('init');
    await project.run('lock acquire a.ts --agent ann');
    const run = await project.run('lock acquire a.ts --agent bob --wait 100ms');
    expect(run.code).toBe(1);
    expect(run.out).toContain('held by ann');
    expect(await project.json('lock list')).toMatchObject({ locks: [{ agentId: 'ann' }], waiting: [] });
  });

  test('notes locked files and folders that do not exist yet, and patterns without a match', async () => {
    await project.run('init');
    project.write('a.ts', '');
    expect((await project.run('lock acquire a.ts --agent ann')).out).not.toContain('Note:');
    project.write('src/parser/lexer.ts', '');
    const paths = 'nope.ts src/parsr/ src/parser/ src/parser/lexr.ts nothing/*.zz src/**/*.zz *.ts src/**/lex*';
    const { code, out, err } = await project.run(`lock acquire ${paths} --agent ann`);
    expect([code, err]).toEqual([0, '']);
    expect(out.match(/Note: .*/g)).toEqual([
      'Note: nope.ts does not exist.',
      'Note: src/parsr/ does not exist. Did you mean src/parser/?',
      'Note: src/parser/lexr.ts does not exist. Did you mean src/parser/lexer.ts?',
      'Note: nothing/*.zz matches no file.',
      'Note: src/**/*.zz matches no file.',
    ]);
  });

  test('names the cycle that a wait would close', async () => {
    await project.run('init');
    await project.run('lock acquire a.ts --agent ann');
    await project.run('lock acquire b.ts --agent bob');
    const waiting = project.run('lock acquire b.ts --agent ann --wait 30s');
    await expect.poll(() => project.json('lock list')).toMatchObject({ waiting: [{ agentId: 'ann' }] });
    const refused = await project.run('lock acquire a.ts --agent bob --wait 30s');
    expect(refused.code).toBe(1);
    expect(refused.out).toBe(
      'Refused: waiting would cause a deadlock: bob → ann → bob.\n' +
        'ann waits for b.ts, which you hold. Work on something else, or release it: cortex lock release b.ts --agent bob\n',
    );
    await project.run('lock release b.ts --agent bob');
    expect((await waiting).code).toBe(0);
  });

  test('can be broken only by a person', async () => {
    await project.run('init');
    await project.run('lock acquire a.ts --agent ann');
    expect((await project.run('lock break a.ts --by ann --reason impatient')).err).toContain(
      'only the coordinator of the swarm or a person',
    );
    expect((await project.run('lock break a.ts --by person:kim --reason stuck')).err).toContain('only a person at a terminal');
    expect(await project.asPerson('lock break a.ts --by person:kim --reason stuck')).toMatchObject({ code: 0, out: 'Broke a.ts (ann)\n' });
    expect((await project.asPerson('lock break a.ts --by person:kim --reason stuck')).code).toBe(1);
  });

  test.each([
    ['lock acquire ../x --agent ann', 2, 'the path is outside the project (got "../x"'],
    ['lock acquire /etc/passwd --agent ann', 2, 'the path is outside the project (got "/etc/passwd"'],
    [
      'lock acquire . --agent ann',
      2,
      'a lock path names the whole project (got "."; allowed: a file or folder in it). Write "**" to lock all of it',
    ],
    ['lock acquire src/.. --agent ann', 2, 'a lock path names the whole project (got "src/.."'],
    ['lock acquire ./// --agent ann', 2, 'names the whole project (got "./'],
    ['lock acquire a --agent ann --ttl 5', 2, 'Write a number with its unit'],
    ['lock acquire a --agent ann --ttl 1ms', 2, '--ttl: at least 1s'],
    ['lock acquire a', 2, '--agent'],
    ['lock acquire --agent ann', 2, 'paths'],
    ['lock release --agent ann', 2, 'either paths or --all'],
    ['lock shout', 2, 'unknown command'],
    ['lock list --loud', 2, 'unknown option'],
  ])('%s: exits with %i, and says why', async (args, code, words) => {
    await project.run('init');
    const run = await project.run(args);
    expect(run.err).toContain(words);
    expect(run).toMatchObject({ code, out: '' });
    expect(run.err).not.toMatch(/\n\s+at /);
  });

  test('does not follow a symbolic link out of the project', async () => {
    await project.run('init');
    fs.symlinkSync(os.tmpdir(), path.join(project.root, 'out'));
    expect(await project.run('lock acquire out/x --agent ann')).toMatchObject({ code: 1, out: '' });
  });

  test('escapes hostile text', async () => {
    await project.run('init');
    await project.run(['lock', 'acquire', 'a.ts', '--agent', 'ann', '--reason', 'one\ntwo\u202e\u001b[2J']);
    const { out } = await project.run('lock list');
    expect(out).toContain('one\\u{a}two\\u{202e}\\u{1b}[2J');
  });
});

describe('a clone', () => {
  test('without the log adopts the published file', async () => {
    await project.run('init');
    await project.run('lock acquire a.ts --agent ann --ttl 1h');
    fs.rmSync(path.join(project.root, '.cortex/.local'), { recursive: true });
    expect(await project.json('lock list')).toMatchObject({ locks: [{ path: 'a.ts', agentId: 'ann' }] });
    expect((await project.run('lock acquire a.ts --agent bob')).code).toBe(1);
  });

  test('with a broken file refuses, names the position and changes nothing', async () => {
    await project.run('init');
    const file = path.join(project.root, '.cortex/swarm.crtx');
    fs.writeFileSync(file, '{\n  "header": {');
    const run = await project.run('lock acquire a.ts --agent ann');
    expect(run.code).toBe(3);
    expect(run.err).toContain(`${file}:2:`);
    expect(fs.readFileSync(file, 'utf8')).toBe('{\n  "header": {');
  });
});

describe('CORTEX_NOW', () => {
  test('sets every printed time, and is refused for a log that was created without it', async () => {
    process.env.CORTEX_NOW = '2026-01-02T03:04:05Z';
    try {
      await project.run('init');
      expect(await project.json('lock acquire a.ts --agent ann')).toMatchObject({
        locks: [{ acquiredAt: Date.UTC(2026, 0, 2, 3, 4, 5) }],
      });
      delete process.env.CORTEX_NOW;
      fs.rmSync(path.join(project.root, '.cortex'), { recursive: true });
      await project.run('init');
      await project.run('lock acquire a.ts --agent ann');
      process.env.CORTEX_NOW = '2026-01-02T03:04:05Z';
      const run = await project.run('lock acquire b.ts --agent ann');
      expect(run.code).toBe(3);
      expect(run.err).toContain('CORTEX_NOW sets the clock');
      process.env.CORTEX_NOW = 'yesterday';
      expect((await project.run('lock list')).code).toBe(2);
    } finally {
      delete process.env.CORTEX_NOW;
    }
  });
});
