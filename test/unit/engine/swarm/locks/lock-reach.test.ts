import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CortexIO } from '../../../../../src/engine/crtx/index.ts';
import { nodeRuntime } from '../../../../../src/engine/platform/runtime.ts';
import { SwarmProtocol } from '../../../../../src/engine/swarm/index.ts';
import { LockTable } from '../../../../../src/engine/swarm/locks/lock-table.ts';
import { lockOperations } from '../../../../../src/engine/swarm/operations/locks.ts';
import { acquireOutput } from '../../../../../src/engine/swarm/schemas/locks.ts';
import { createSwarmState, restoreSwarm, snapshotSwarm } from '../../../../../src/engine/swarm/state/state.ts';
import { Timeline } from '../../../../../src/engine/timeline/index.ts';
import { temporaryFolder } from '../../../../support/folders.ts';
import { Desk } from '../../../../support/lock-desk.ts';
import { PastLog } from '../replay/past-log.ts';

let root: string;
let swarm: SwarmProtocol;
beforeEach(() => {
  root = temporaryFolder();
  fs.mkdirSync(path.join(root, '.cortex'));
  const io = new CortexIO(root);
  swarm = new SwarmProtocol(io, new Timeline(io));
});
afterEach(() => swarm.close());

const writeFile = (name: string) => {
  fs.mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
  fs.writeFileSync(path.join(root, name), '');
};

/** Acquires locks on these paths. @returns the locked paths and the warnings */
async function pathsOf(...paths: string[]): Promise<{ paths: string[]; warnings: readonly string[] }> {
  const { signal } = new AbortController();
  const context = { runtime: nodeRuntime(), signal, directory: root, exactDirectory: true, interactive: false, progress: () => {} };
  const outcome = await lockOperations.find(({ name }) => name === 'lock acquire')?.run(context, { agent: 'ann', paths });
  const { locks } = acquireOutput().parse(outcome?.output);
  return { paths: locks.map((lock) => lock.path), warnings: outcome?.warnings ?? [] };
}

test('takes a route parameter that does not exist literally, and keeps a character class as a pattern', async () => {
  expect(await pathsOf('web/[slug]', 'web/[slug]/page.tsx', 'app/[...all].ts', 'app/[[lang]]/x.ts', 'src/*.[ch]', 'src/[a-z].ts')).toEqual({
    paths: ['app/[[]...all].ts', 'app/[[][[]lang]]/x.ts', 'src/*.[ch]', 'src/[a-z].ts', 'web/[[]slug]', 'web/[[]slug]/page.tsx'],
    warnings: [],
  });
});

test('takes letters in brackets as a class if files match it and no file has that name', async () => {
  for (const name of ['src/a.ts', 'lib/x.ts', 'web/s.ts', 'web/[st].ts', 'app/l.ts']) writeFile(name);
  expect((await pathsOf('src/[ab].ts', 'lib/[ab].ts', 'web/[st].ts', 'app/[...all].ts', 'src/[ab].ts/x')).paths).toEqual([
    ...['app/[[]...all].ts', 'lib/[[]ab].ts', 'src/[ab].ts', 'src/[ab].ts/x', 'web/[[]st].ts'],
  ]);
});

describe('a lock on a path that does not exist yet', () => {
  test.each([
    ['src/auth', 'src/auth/login.ts'],
    ['src/auth/login.ts', 'src/auth'],
    ['src/auth/', 'src/auth'],
    ['src/auth', 'src/auth/'],
    ['src/auth', './src/auth/sub/'],
    ['src/auth', 'src/**'],
    ['src/*/login.ts', 'src/auth'],
    ['{lib,src}/auth', 'src/auth/login.ts'],
    ['src/caf\u00e9', 'src/cafe\u0301/login.ts'],
  ])('on %j conflicts with %j, shared or not, in both directions', async (one, other) => {
    for (const [held, asked] of [
      [one, other],
      [other, one],
    ] as const) {
      const { locks } = await swarm.acquire({ agent: 'ann', paths: [held] });
      const denied = await swarm.acquire({ agent: 'bob', paths: ['elsewhere', asked], shared: true });
      expect(denied).toMatchObject({ granted: false, blockedBy: [{ agentId: 'ann', path: locks[0]?.path }] });
      await swarm.release({ agent: 'ann', all: true });
      expect(await swarm.acquire({ agent: 'bob', paths: ['elsewhere', asked], shared: true })).toMatchObject({ granted: true });
      expect(await swarm.acquire({ agent: 'ann', paths: [held], shared: true })).toMatchObject({ granted: true });
      await swarm.release({ agent: 'ann', all: true });
      await swarm.release({ agent: 'bob', all: true });
    }
  });

  test('can be waited for, and a cycle across folders and files is reported', async () => {
    await swarm.acquire({ agent: 'ann', paths: ['src/auth'] });
    await swarm.acquire({ agent: 'bob', paths: ['src/mail/send.ts'] });
    const waiting = swarm.acquire({ agent: 'ann', paths: ['src/mail'], wait: 60_000 });
    await expect.poll(async () => (await swarm.locks()).waiting).toHaveLength(1);
    const cycle = await swarm.acquire({ agent: 'bob', paths: ['src/auth/login.ts'], wait: 60_000 });
    expect(cycle).toMatchObject({ granted: false, cycle: ['bob', 'ann', 'bob'] });
    await swarm.release({ agent: 'bob', all: true });
    expect(await waiting).toMatchObject({ granted: true });
  });

  test('is released with or without a trailing slash, also after the folder was created', async () => {
    await swarm.acquire({ agent: 'ann', paths: ['src/auth', 'lib/'] });
    fs.mkdirSync(path.join(root, 'src/auth'), { recursive: true });
    const { locks, notHeld } = await swarm.release({ agent: 'ann', paths: ['src/auth/', 'lib'] });
    expect([locks.map((lock) => lock.path), notHeld]).toEqual([['lib/', 'src/auth'], []]);
  });
});

describe('a name that exists on disk', () => {
  test('is literal in any segment of a path, with brackets, braces or unmatched ones', async () => {
    for (const name of ['app/[id]/page.tsx', '{a,b}.ts', '{a}.ts', 'x[1.ts', '[]/y.ts', '{one,two}/z.ts']) writeFile(name);
    const asked = ['app/[id]/new.tsx', '{a,b}.ts', '{a}.ts', 'x[1.ts', '[]', '{one,two}/new', '{one,two}/*.md'];
    expect((await pathsOf(...asked)).paths).toEqual([
      '[[]]/',
      '[{]a,b}.ts',
      '[{]a}.ts',
      '[{]one,two}/*.md',
      '[{]one,two}/new',
      'app/[[]id]/new.tsx',
      'x[[]1.ts',
    ]);
    expect(await swarm.acquire({ agent: 'bob', paths: ['a.ts', 'one/', 'app/i/new.tsx'] })).toMatchObject({ granted: true });
  });

  test('is literal also in a lock that another program wrote into the file', async () => {
    writeFile('app/[id]/page.tsx');
    await pathsOf('x');
    const file = path.join(root, '.cortex/swarm.crtx');
    const content = JSON.parse(fs.readFileSync(file, 'utf8'));
    const lock = (lockPath: string) => ({ ...content.data.locks[0], agentId: 'eve', path: lockPath });
    content.data.locks.push(lock('app/[id]/page.tsx'), lock(path.join(root, 'whole')));
    fs.writeFileSync(file, JSON.stringify(content));
    const paths = async () => (await swarm.locks()).locks.filter(({ agentId }) => agentId === 'eve').map((each) => each.path);
    await expect.poll(paths).toEqual(['app/[[]id]/page.tsx', 'whole']);
  });
});

describe('text that is not a plain path', () => {
  const around = [
    ...[
      'src/app.ts:12',
      'src/app.ts:12:5',
      'src/app.ts:12-20',
      'src/app.ts#L12',
      'src/app.ts#main',
      'src/app.ts::test_a',
      'src/app.ts(3,4)',
    ],
    ...[
      '@src/app.ts',
      '`src/app.ts`',
      '"src/app.ts"',
      "'src/app.ts:3'",
      '<src/app.ts>',
      '[the app](src/app.ts:7)',
      ' src/app.ts ',
      'src/app.ts,',
      'src/app.ts line 12',
      'src/app.ts, lines 12-20',
    ],
    ...['src/app.ts:main', 'src/app.ts:App.main()', 'src/app.ts)', '(src/app.ts', 'src/app.ts"'],
    ...['./src/app.ts', 'src\\app.ts', './src//app.ts:1'],
    ...['#file:src/app.ts', '@file:src/app.ts', 'file:src/app.ts', 'src/app.ts:L10-L12', 'src/app.ts?raw', 'src/app.ts [3]', 'src/app.ts!'],
    ...['“src/app.ts”', '‘src/app.ts’', '«src/app.ts»', 'src/app.ts\u200b', '“src/app.ts'],
    ...['src/app.ts:12:5:foo', 'src/app.ts:12: error', '\u2026/src/app.ts', '.../src/app.ts', 'src/app.ts@HEAD', 'src/app.ts@main~2'],
    ...['HEAD:src/app.ts', 'main~2:src/app.ts', ':(top)src/app.ts', ':/src/app.ts', '@/src/app.ts', '#src/app.ts', '!src/app.ts'],
  ];

  test.each(around)('is resolved if its path exists: %j', async (text) => {
    writeFile('src/app.ts');
    expect(await pathsOf(text)).toEqual({ paths: ['src/app.ts'], warnings: [] });
    fs.rmSync(path.join(root, 'src/app.ts'));
    // A lock on this path is as certain as a file on disk.
    expect((await swarm.release({ agent: 'ann', paths: [text] })).locks).toMatchObject([{ path: 'src/app.ts' }]);
  });

  test.each(['src/...', 'src/\u2026', './src/...'])('is the folder if it ends as packages of Go do: %j', async (text) => {
    writeFile('src/app.ts');
    expect(await pathsOf(text)).toEqual({ paths: ['src/'], warnings: [] });
    const none = text.replace('src', 'lib');
    expect((await pathsOf(none)).warnings).toEqual([expect.stringMatching(/expected a path such as "(?:\.\/)?lib"$/)]);
  });

  test('is resolved if it is an editor link or percent-encoded', async () => {
    writeFile('src/a b.ts');
    writeFile('src/c%20d.ts');
    const file = path.join(root, 'src/a b.ts');
    expect(await pathsOf(`file:${file}`)).toEqual({ paths: ['src/a b.ts'], warnings: [] });
    expect(await pathsOf(`vscode://file${file.replace(' ', '%20')}:12`)).toEqual({ paths: ['src/a b.ts'], warnings: [] });
    expect(await pathsOf('src/a%20b.ts')).toEqual({ paths: ['src/a b.ts'], warnings: [] });
    expect(await pathsOf('src/c%20d.ts')).toEqual({ paths: ['src/c%20d.ts'], warnings: [] });
    expect((await pathsOf('src/e%20f.ts')).warnings).toEqual([expect.stringMatching(/expected a path such as "src\/e f\.ts"$/)]);
  });

  test('is a name if it exists on disk', async () => {
    for (const name of ['src/app.ts', 'src/app.ts:12', '@src/app.ts']) writeFile(name);
    expect(await pathsOf('src/app.ts:12', '@src/app.ts')).toEqual({ paths: ['@src/app.ts', 'src/app.ts:12'], warnings: [] });
    expect(await pathsOf('@src/new.ts')).toEqual({ paths: ['@src/new.ts'], warnings: [] });
  });

  test.each([
    ['https://example.org/a/blob/main/src/app.ts#L3', '"src/app.ts"'],
    ['https://example.org/a/blob/main/src/gone.ts#L3', 'src/app.ts'],
    ['vscode://file/src/app.ts', '"src/app.ts"'],
    ['git@example.org:a/b.git', 'src/app.ts'],
    ['$HOME/app.ts', 'src/app.ts'],
    ['src/app.ts and src/b.ts', '"src/app.ts"'],
    ['at foo (src/app.ts:3:4)', '"src/app.ts"'],
    ['src/app.ts,src/b.ts', '"src/app.ts"'],
    ['move `src/app.ts` => src/b.ts', '"src/app.ts"'],
  ])('is granted with a warning if it is no path: %j', async (text, example) => {
    writeFile('src/app.ts');
    const { warnings } = await pathsOf(text);
    expect(warnings).toEqual([expect.stringMatching(/does not exist and is used as a path; expected a path such as /)]);
    expect(warnings[0]?.endsWith(example)).toBe(true);
  });

  test('is resolved if its path is below a locked one', async () => {
    await pathsOf('src/new');
    expect(await pathsOf('@src/new/app.ts')).toEqual({ paths: ['src/new/app.ts'], warnings: [] });
  });

  test('with several words is a name if none or all of them exist', async () => {
    writeFile('docs/how to run.md');
    expect((await pathsOf('docs/how to run.md', 'notes for ann.md')).warnings).toEqual([]);
  });

  test('is granted with a warning about its interpretation if nothing exists', async () => {
    expect(await pathsOf('src/new.ts:main')).toEqual({
      paths: ['src/new.ts:main'],
      warnings: ['"src/new.ts:main" does not exist and is used as a path; expected a path such as "src/new.ts"'],
    });
    expect(await pathsOf('src/new.ts', 'src/v1.2/', '[id]/x')).toMatchObject({ warnings: [] });
  });

  test.each(['src/new.ts:12', 'src/new.ts:12:5', '`src/new.ts:3-9`', '@src/new.ts#L4', 'src/new.ts(3,4)', 'src/new.ts line 7'])(
    'with a position in a file that does not exist locks the file: %j',
    async (text) => {
      expect(await pathsOf(text)).toEqual({
        paths: ['src/new.ts'],
        warnings: [`${JSON.stringify(text)} is read as the file "src/new.ts"`],
      });
      expect(await swarm.acquire({ agent: 'bob', paths: ['src/new.ts'] })).toMatchObject({ granted: false });
    },
  );

  test('with shell escapes and shell patterns is resolved if unambiguous', async () => {
    writeFile('src/we ird.ts');
    expect(await pathsOf('src/we\\ ird.ts', 'src/@(app|b).ts')).toEqual({ paths: ['src/we ird.ts', 'src/{app,b}.ts'], warnings: [] });
    expect((await pathsOf('src/[[:alpha:]].ts')).warnings).toEqual([expect.stringContaining('is used literally: lock patterns are')]);
    for (const text of ['src/!(x).ts', 'src/?(x).ts', 'src/+(a|b).ts']) {
      expect((await pathsOf(text)).warnings).toEqual([expect.stringContaining('lock patterns are *, ?, [abc] and {a,b}')]);
    }
    writeFile('src/!(x).ts');
    expect((await pathsOf('src/!(x).ts')).warnings).toEqual([]);
  });

  test('that is a file URL or an absolute path becomes relative inside the root, and is rejected outside', async () => {
    writeFile('src/a b.ts');
    const url = pathToFileURL(path.join(root, 'src/a b.ts')).href;
    expect((await pathsOf(url, `${url}#L3`, path.join(root, 'src/new.ts'))).paths).toEqual(['src/a b.ts', 'src/new.ts']);
    for (const outside of ['/etc/passwd', 'file:///etc/passwd', 'file://elsewhere/etc/passwd', '/etc/passwd:3']) {
      await expect(pathsOf(outside)).rejects.toMatchObject({ code: outside.includes('elsewhere') ? 'invalid-input' : 'outside-root' });
    }
  });

  test('is parsed in bounded time', async () => {
    await expect(pathsOf(`${'('.repeat(500_000)}a${')'.repeat(500_000)}`)).rejects.toMatchObject({ code: 'invalid-input' });
  });
});

describe('a log of an earlier version', () => {
  test('keeps its old answers, and applies the current rule from the next record that declares it', () => {
    const desk = new Desk();
    desk.table = new LockTable('name');
    expect(desk.ask('ann', 'src/auth').status).toBe('granted');
    expect(desk.ask('bob', 'src/auth/login.ts').status).toBe('granted');
    desk.table = LockTable.fromJSON(JSON.parse(JSON.stringify(desk.table)));
    expect(desk.ask('cy', 'src/auth/mail.ts').status).toBe('granted');
    desk.table.coverBelow();
    desk.table = LockTable.fromJSON(JSON.parse(JSON.stringify(desk.table)));
    expect(desk.ask('dee', 'src/auth/new.ts')).toMatchObject({ status: 'denied', blockedBy: [{ agentId: 'ann', path: 'src/auth' }] });
    expect(desk.held).toEqual(['ann:src/auth', 'bob:src/auth/login.ts', 'cy:src/auth/mail.ts']);
    expect(desk.release('ann', 'all').status).toBe('ok');
    expect(desk.ask('dee', 'src/auth/new.ts').status).toBe('granted');
  });

  test('replays to the same history', async () => {
    const log = new PastLog();
    log.create();
    log.lock('a', 'src/auth');
    log.lock('b', 'src/auth/login.ts');
    await log.seal();
    log.lock('c', 'src/auth/mail.ts', { coversBelow: true });
    const held = ({ state }: ReturnType<typeof log.state>) => state.locks.list(0).map((lock) => `${lock.agentId}:${lock.path}`);
    expect(held(log.state({ ordinal: log.last }))).toEqual(['a:src/auth', 'b:src/auth/login.ts']);
  });

  test('has checkpoints without the rule, which then is the old one', () => {
    const state = createSwarmState();
    state.locks.acquire({ id: 'r', agentId: 'ann', paths: ['a'], type: 'exclusive', ttlMs: 9, waitMs: 0, reason: '' }, 0, 1);
    const snapshot = JSON.parse(JSON.stringify(snapshotSwarm(state)));
    delete snapshot.locks.reach;
    const bob = { id: 's', agentId: 'bob', paths: ['a/b'], type: 'exclusive', ttlMs: 9, waitMs: 0, reason: '' } as const;
    expect(restoreSwarm(snapshot).locks.acquire(bob, 0, 2).status).toBe('granted');
  });
});
