import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { cortexProgram } from '../../../src/cli/cortex-program.ts';

let root: string;
beforeEach(() => {
  root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'cortex-cli-')));
});
afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

interface Run {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

async function cortex(args: readonly string[], interactive = false): Promise<Run> {
  let out = '';
  let err = '';
  const output = {
    write: (text: string) => {
      out += text;
    },
    error: (text: string) => {
      err += `${text}\n`;
    },
  };
  const code = await cortexProgram(args, output, interactive);
  return { code, out, err };
}

/** Runs a command in the project. */
const here = (args: string, interactive = false) => cortex([...args.split(' '), '--root', root], interactive);
const json = (run: Run): unknown => JSON.parse(run.out);

describe('cortex init', () => {
  test('makes the folder once and says so', async () => {
    expect(await here('init')).toEqual({ code: 0, out: `Made ${root}/.cortex\n`, err: '' });
    expect(json(await here('init --json'))).toEqual({ root, created: false });
    expect(fs.readFileSync(path.join(root, '.cortex/.gitignore'), 'utf8')).toBe('.local/\nswarm.crtx\n*.corrupt-*\n');
  });
});

describe('what goes wrong', () => {
  test('cannot move the cursor: what agents wrote is shown as text', async () => {
    await here('init');
    const hostile = 'ev\u001b[31mil\u009b2J\u202e\u200b\nX';
    await cortex(['swarm', 'create', '--task', 't', '--coordinator', hostile, '--root', root]);
    await cortex(['lock', 'acquire', 'a', '--agent', hostile, '--root', root]);
    const refused = await cortex(['lock', 'break', 'a', '--by', 'bob', '--reason', 'x', '--root', root]);
    const broken = await cortex(['lock', 'break', 'a', '--by', hostile, '--reason', 'x', '--root', root]);
    for (const text of [refused.err, broken.out]) expect(text).toMatch(/^[^\p{Cc}\p{Cf}]*\n$/u);
    expect(broken.out).toContain('ev\\u{1b}[31mil');
  });
});

describe('cortex lock', () => {
  test('without a .cortex folder says what to do and makes nothing', async () => {
    const run = await here('lock list');
    expect(run).toMatchObject({ code: 1, out: '' });
    expect(run.err).toBe(`cortex: ${root}: there is no .cortex folder here. Run "cortex init" in the project's folder first.\n`);
    expect(fs.readdirSync(root)).toEqual([]);
  });

  test('grants, refuses with the holder named, renews, releases', async () => {
    await here('init');
    const granted = await here('lock acquire src/a.ts src/b/ --agent ann --reason refactor --ttl 5m --json');
    expect(granted).toMatchObject({ code: 0, err: '' });
    const common = { agentId: 'ann', type: 'exclusive', reason: 'refactor' };
    expect(json(granted)).toMatchObject({
      granted: true,
      locks: [
        { path: 'src/a.ts', ...common },
        { path: 'src/b/', ...common },
      ],
      blockedBy: [],
    });
    const refused = await here('lock acquire src/b/x.ts --agent bob --json');
    expect(refused.code).toBe(1);
    expect(json(refused)).toMatchObject({ granted: false, locks: [], blockedBy: [{ state: 'holding', path: 'src/b/', agentId: 'ann' }] });
    expect(await here('lock renew src/a.ts --agent ann --ttl 10m')).toMatchObject({ code: 0, out: 'Renewed src/a.ts (ann)\n' });
    expect((await here('lock release src/a.ts --agent bob')).code).toBe(1);
    expect(await here('lock release --all --agent ann')).toMatchObject({
      code: 0,
      out: 'Released src/a.ts (ann)\nReleased src/b/ (ann)\n',
    });
    expect(await here('lock list')).toMatchObject({ code: 0, out: 'No locks.\n' });
  });

  test('a folder is locked with all that lies in it, with or without its slash; a link is what it leads to', async () => {
    await here('init');
    fs.mkdirSync(path.join(root, 'src'));
    fs.symlinkSync('src', path.join(root, 'link'));
    expect(json(await here('lock acquire src --agent ann --json'))).toMatchObject({ granted: true, locks: [{ path: 'src/' }] });
    expect(json(await here('lock acquire src/a.ts --agent bob --json'))).toMatchObject({ granted: false });
    expect(json(await here('lock acquire link/a.ts --agent bob --json'))).toMatchObject({ granted: false });
    expect(await here('lock release src --agent ann')).toMatchObject({ code: 0, out: 'Released src/ (ann)\n' });
  });

  test('a file that became a folder is released under the name that was locked', async () => {
    await here('init');
    await here('lock acquire new --agent ann');
    fs.mkdirSync(path.join(root, 'new'));
    expect(await here('lock release new --agent ann')).toMatchObject({ code: 0, out: 'Released new (ann)\n' });
  });

  test('shared locks let each other in, and nobody else', async () => {
    await here('init');
    expect((await here('lock acquire docs/ --agent ann --shared')).code).toBe(0);
    expect((await here('lock acquire docs/x.md --agent bob --shared')).code).toBe(0);
    expect((await here('lock acquire docs/x.md --agent eve')).code).toBe(1);
  });

  test('waits until the lock is given up', async () => {
    await here('init');
    await here('lock acquire a.ts --agent ann');
    const waiting = here('lock acquire a.ts --agent bob --wait 30s --json');
    await expect.poll(async () => json(await here('lock list --json'))).toMatchObject({ waiting: [{ agentId: 'bob' }] });
    await here('lock release a.ts --agent ann');
    expect(json(await waiting)).toMatchObject({ granted: true, locks: [{ agentId: 'bob' }] });
  });

  test('waits until the lock runs out, although nobody else writes', async () => {
    await here('init');
    await here('lock acquire a.ts --agent ann --ttl 1s');
    expect((await here('lock acquire a.ts --agent bob --wait 30s')).code).toBe(0);
  });

  test('gives up waiting in time and leaves no trace in the queue', async () => {
    await here('init');
    await here('lock acquire a.ts --agent ann');
    const run = await here('lock acquire a.ts --agent bob --wait 100ms');
    expect(run.code).toBe(1);
    expect(run.out).toContain('held by ann');
    expect(json(await here('lock list --json'))).toMatchObject({ locks: [{ agentId: 'ann' }], waiting: [] });
  });

  test('names the circle that waiting would close', async () => {
    await here('init');
    await here('lock acquire a.ts --agent ann');
    await here('lock acquire b.ts --agent bob');
    const waiting = here('lock acquire b.ts --agent ann --wait 30s');
    await expect.poll(async () => json(await here('lock list --json'))).toMatchObject({ waiting: [{ agentId: 'ann' }] });
    const refused = await here('lock acquire a.ts --agent bob --wait 30s');
    expect(refused.code).toBe(1);
    expect(refused.out).toBe('Refused: waiting would close a circle: bob → ann → bob.\n');
    await here('lock release b.ts --agent bob');
    expect((await waiting).code).toBe(0);
  });

  test('is broken by a person only', async () => {
    await here('init');
    await here('lock acquire a.ts --agent ann');
    expect((await here('lock break a.ts --by ann --reason impatient')).err).toContain('only the coordinator of the swarm or a person');
    expect((await here('lock break a.ts --by person:kim --reason stuck')).err).toContain('only a person at a terminal');
    expect(await here('lock break a.ts --by person:kim --reason stuck', true)).toMatchObject({ code: 0, out: 'Broke a.ts (ann)\n' });
    expect((await here('lock break a.ts --by person:kim --reason stuck', true)).code).toBe(1);
  });

  test.each([
    ['lock acquire ../x --agent ann', 1, 'must not have ".." in it'],
    ['lock acquire /etc/passwd --agent ann', 1, 'absolute'],
    ['lock acquire a --agent ann --ttl 5', 2, 'Write a number with its unit'],
    ['lock acquire a --agent ann --ttl 1ms', 2, '--ttl: at least 1s'],
    ['lock acquire a', 2, '--agent'],
    ['lock acquire --agent ann', 2, 'paths'],
    ['lock release --agent ann', 2, 'either paths or --all'],
    ['lock shout', 2, 'unknown command'],
    ['lock list --loud', 2, 'unknown option'],
  ])('%s: exit %i, and says why', async (args, code, words) => {
    await here('init');
    const run = await here(args);
    expect(run.err).toContain(words);
    expect(run).toMatchObject({ code, out: '' });
    expect(run.err).not.toMatch(/\n\s+at /);
  });

  test('does not follow a symbolic link out of the project', async () => {
    await here('init');
    fs.symlinkSync(os.tmpdir(), path.join(root, 'out'));
    expect(await here('lock acquire out/x --agent ann')).toMatchObject({ code: 1, out: '' });
  });

  test('shows hostile text as text', async () => {
    await here('init');
    await cortex(['lock', 'acquire', 'a.ts', '--agent', 'ann\u001b[2J', '--reason', 'one\ntwo\u202e', '--root', root]);
    const { out } = await here('lock list');
    expect(out).toContain('ann\\u{1b}[2J');
    expect(out).toContain('one\\u{a}two\\u{202e}');
  });
});

describe('a clone', () => {
  test('without the log takes over what the file says', async () => {
    await here('init');
    await here('lock acquire a.ts --agent ann --ttl 1h');
    fs.rmSync(path.join(root, '.cortex/.local'), { recursive: true });
    expect(json(await here('lock list --json'))).toMatchObject({ locks: [{ path: 'a.ts', agentId: 'ann' }] });
    expect((await here('lock acquire a.ts --agent bob')).code).toBe(1);
  });

  test('with a broken file refuses, names the place and changes nothing', async () => {
    await here('init');
    const file = path.join(root, '.cortex/swarm.crtx');
    fs.writeFileSync(file, '{\n  "header": {');
    const run = await here('lock acquire a.ts --agent ann');
    expect(run.code).toBe(1);
    expect(run.err).toContain(`${file}:2:`);
    expect(fs.readFileSync(file, 'utf8')).toBe('{\n  "header": {');
  });
});

describe('CORTEX_NOW', () => {
  test('pins every time that is printed, and is refused on a log that was begun without it', async () => {
    process.env.CORTEX_NOW = '2026-01-02T03:04:05Z';
    try {
      await here('init');
      expect(json(await here('lock acquire a.ts --agent ann --json'))).toMatchObject({
        locks: [{ acquiredAt: Date.UTC(2026, 0, 2, 3, 4, 5) }],
      });
      delete process.env.CORTEX_NOW;
      fs.rmSync(path.join(root, '.cortex'), { recursive: true });
      await here('init');
      await here('lock acquire a.ts --agent ann');
      process.env.CORTEX_NOW = '2026-01-02T03:04:05Z';
      const run = await here('lock acquire b.ts --agent ann');
      expect(run.code).toBe(1);
      expect(run.err).toContain('CORTEX_NOW pins the clock');
      process.env.CORTEX_NOW = 'yesterday';
      expect((await here('lock list')).code).toBe(2);
    } finally {
      delete process.env.CORTEX_NOW;
    }
  });
});
