import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CortexIO } from '../../../../src/engine/crtx/index.ts';
import { nodeFileSystem } from '../../../../src/engine/platform/file-system.ts';
import { nodeRuntime, type Runtime } from '../../../../src/engine/platform/runtime.ts';
import { watchDirectory } from '../../../../src/engine/platform/watching.ts';
import { crtxOperations } from '../../../../src/engine/project/index.ts';
import { HeldFilesWatch, SwarmStore } from '../../../../src/engine/swarm/index.ts';
import { Workspace, type WorkspaceChange, type WorkspaceOptions } from '../../../../src/engine/workspace/workspace.ts';
import { waitFor } from '../../../harness/wait.ts';
import { temporaryFolder } from '../../../support/folders.ts';

let root: string;
let workspace: Workspace;
beforeEach(() => {
  root = temporaryFolder();
});
afterEach(() => workspace.close());

async function open(more: Partial<WorkspaceOptions> = {}): Promise<Set<WorkspaceChange>> {
  workspace = await Workspace.open({ runtime: nodeRuntime(), watch: watchDirectory, folder: root, read: 'log', ...more });
  const told = new Set<WorkspaceChange>();
  workspace.onDidChange((changes) => {
    for (const change of changes) told.add(change);
  });
  return told;
}

/** Runs an operation like another process, with its own runtime and store. Throws if it is refused. */
async function run(name: string, input: Record<string, unknown> = {}, directory = root): Promise<void> {
  const { ok, output } = await attempt(name, input, new AbortController().signal, directory);
  expect({ name, ok, output }).toMatchObject({ ok: true });
}

function attempt(name: string, input: Record<string, unknown>, signal: AbortSignal, directory = root) {
  const operation = crtxOperations.find((each) => each.name === name);
  if (operation === undefined) throw new Error(`there is no operation ${name}`);
  const context = { runtime: nodeRuntime(), directory, exactDirectory: false, interactive: true, signal, progress: () => undefined };
  return operation.run(context, input);
}

const view = () => (workspace.state.kind === 'project' ? workspace.state.view : null);
const locks = () => view()?.locks.map(({ path, agentId }) => `${path} ${agentId}`) ?? [];
const shows = (what: string, look: () => boolean) => waitFor(what, async () => look());
const swarmFile = () => path.join(root, '.cortex/swarm.crtx');

/** Creates a runtime whose time can skip ahead, which wakes sleepers. */
function skippingRuntime(): { readonly runtime: Runtime; skip(ms: number): void } {
  const real = nodeRuntime();
  let ahead = 0;
  const skips = new EventTarget();
  const sleep: Runtime['sleep'] = (ms, signal) => {
    const over = new AbortController();
    const until = ahead + ms;
    skips.addEventListener('skip', () => ahead >= until && over.abort(), { signal: over.signal });
    return real.sleep(ms, signal === undefined ? over.signal : AbortSignal.any([signal, over.signal]));
  };
  const skip = (ms: number) => {
    ahead += ms;
    skips.dispatchEvent(new Event('skip'));
  };
  return { runtime: { ...real, clock: { ...real.clock, now: () => real.clock.now() + ahead }, sleep }, skip };
}

/** Returns every file below the root with its content. */
function everything(folder = root): Record<string, string> {
  return Object.fromEntries(
    fs
      .readdirSync(folder, { recursive: true, withFileTypes: true })
      .map((entry) => [
        path.join(entry.parentPath, entry.name),
        entry.isFile() ? fs.readFileSync(path.join(entry.parentPath, entry.name), 'utf8') : '/',
      ]),
  );
}

describe('a folder', () => {
  test('without a project is reported, and its creation and removal are noticed', async () => {
    const told = await open();
    expect(workspace.state).toEqual({ kind: 'no-project', problems: [] });
    await run('init');
    await shows('the project', () => workspace.state.kind === 'project' && told.has('project'));
    fs.rmSync(path.join(root, '.cortex'), { recursive: true });
    await shows('its end', () => workspace.state.kind === 'no-project');
    await run('init');
    await run('lock acquire', { paths: ['a.ts'], agent: 'ann' });
    await shows('the lock', () => locks().length === 1);
  });

  test('below a project belongs to it', async () => {
    await run('init');
    fs.mkdirSync(path.join(root, 'src/deep'), { recursive: true });
    await open({ folder: path.join(root, 'src/deep') });
    expect(workspace.state).toMatchObject({ kind: 'project', root });
    await run('lock acquire', { paths: ['a.ts'], agent: 'ann' });
    await shows('the lock', () => locks()[0] === 'a.ts ann');
  });
});

test('a nearer project that appears takes over at once, even if the other cannot be closed', async () => {
  await run('init');
  await run('lock acquire', { paths: ['a.ts'], agent: 'ann', ttl: 600_000 });
  const folder = path.join(root, 'inner');
  fs.mkdirSync(folder);
  const shown: unknown[] = [];
  let refusals = 0;
  const closeSync = (fd: number) => {
    nodeFileSystem.closeSync(fd);
    if (workspace?.root !== folder) return;
    shown.push(...locks());
    if (refusals > 0) return;
    refusals += 1;
    throw Object.assign(new Error('EIO: the disk does not answer'), { code: 'EIO' });
  };
  await open({ folder, runtime: { ...nodeRuntime(), fs: { ...nodeFileSystem, closeSync } } });
  expect(locks()).toEqual(['a.ts ann']);
  fs.mkdirSync(path.join(folder, '.cortex'));
  await workspace.refresh();
  expect(workspace.root).toBe(folder);
  expect(workspace.state.problems).toMatchObject([{ message: expect.stringContaining('EIO') }]);
  await workspace.refresh();
  expect(workspace.state).toMatchObject({ kind: 'project', root: folder, problems: [] });
  expect([locks(), shown]).toEqual([[], []]);
  await run('lock acquire', { paths: ['b.ts'], agent: 'bob' }, folder);
  await shows('its lock', () => locks().join() === 'b.ts bob');
  expect(shown.filter((lock) => lock !== 'b.ts bob')).toEqual([]);
});

describe('the swarm', () => {
  test('is followed for operations of other processes and for foreign edits of the file', async () => {
    await run('init');
    await run('swarm create', { task: 'build it', coordinator: 'queen' });
    const told = await open();
    expect(view()?.manifest).toMatchObject({ task: 'build it', agents: [] });
    await run('swarm recruit', { agent: 'ann', role: 'worker' });
    await shows('the agent', () => view()?.manifest?.agents[0]?.id === 'ann');
    expect(view()?.lastActivity('ann')).toEqual(expect.any(Number));
    expect(told).toContain('swarm');
    const file = await new CortexIO(root).readSwarm();
    const now = Date.now();
    const lock = { path: 'b.ts', agentId: 'rude', type: 'exclusive', acquiredAt: now, expiresAt: now + 600_000, reason: '' } as const;
    fs.writeFileSync(swarmFile(), JSON.stringify({ ...file, data: { ...file?.data, locks: [lock] } }));
    await shows('the foreign lock', () => locks().includes('b.ts rude'));
    expect(told).toContain('locks');
  });

  test('is followed by its log alone, independent of the file', async () => {
    await run('init');
    await run('lock acquire', { paths: ['a.ts'], agent: 'ann' });
    const deaf = { dispose: () => undefined };
    await open({ watch: (directory, listener) => (directory.endsWith('/swarm') ? watchDirectory(directory, listener) : deaf) });
    await run('lock acquire', { paths: ['b.ts'], agent: 'ann' });
    await shows('the lock', () => locks().length === 2);
  });

  test('shows pause, resume and abort', async () => {
    await run('init');
    await run('swarm create', { task: 'build it', coordinator: 'queen', vanishAfter: 60_000 });
    const told = await open();
    expect(view()).toMatchObject({ pause: null, isAborted: false, stoppedMs: 0, vanishAfterMs: 60_000 });
    await run('swarm pause', { by: 'queen', reason: 'tests are red' });
    await shows('the pause', () => view()?.pause?.reason === 'tests are red');
    expect([...told]).toContain('swarm');
    await run('swarm resume', { by: 'queen' });
    await shows('the end of the pause', () => view()?.pause === null);
    expect(view()?.stoppedMs).toBeGreaterThan(0);
    await run('swarm abort', { by: 'queen', reason: 'enough' });
    await shows('the end', () => view()?.isAborted === true);
  });

  test('shows waiting agents', async () => {
    await run('init');
    await open();
    await run('lock acquire', { paths: ['src/'], agent: 'ann', ttl: 600_000 });
    const patience = new AbortController();
    const waiting = attempt('lock acquire', { paths: ['src/a.ts'], agent: 'bob', wait: 600_000 }, patience.signal);
    await shows('who waits', () => view()?.waiting[0]?.agentId === 'bob');
    patience.abort();
    expect(await waiting).toMatchObject({ ok: false });
    await shows('that nobody waits', () => view()?.waiting.length === 0);
    expect(locks()).toEqual(['src/ ann']);
  });

  test('shows at once that a held file changed while a command of another agent ran', async () => {
    await run('init');
    fs.writeFileSync(path.join(root, 'a.ts'), 'text');
    await run('lock acquire', { paths: ['a.ts'], agent: 'ann', ttl: 600_000 });
    const told = await open();
    const watch = new HeldFilesWatch(nodeRuntime(), root);
    const tool = { session: 's', run: null, agent: 'bob', vendor: 'claude', command: 'python fix.py', tree: root };
    await watch.begin(tool, [{ path: 'a.ts', holder: 'ann', reason: '' }]);
    fs.writeFileSync(path.join(root, 'a.ts'), 'other');
    const [change] = await watch.end('s', null, { holds: () => true, hasHooks: () => true });
    await shows('the change', () => told.has('locks'));
    const [need] = await workspace.needs(Date.now());
    expect(need).toMatchObject({ kind: 'held-file', title: 'a.ts', actions: [{ title: 'Restore', input: { change: change?.id } }, {}] });
    told.clear();
    await run('lock resolve', { change: change?.id, restore: true, by: 'ann' });
    await shows('the end of it', () => told.has('locks'));
    expect([await workspace.needs(Date.now()), fs.readFileSync(path.join(root, 'a.ts'), 'utf8')]).toEqual([[], 'text']);
  });

  test('expires a lock in time without a write', async () => {
    await run('init');
    await run('lock acquire', { paths: ['src/'], agent: 'ann', ttl: 600_000 });
    const { runtime, skip } = skippingRuntime();
    await open({ runtime });
    await shows('the lock', () => locks().join() === 'src/ ann');
    const before = everything();
    const ended = new Promise<void>((resolve) =>
      workspace.onDidChange((changes) => changes.has('locks') && locks().length === 0 && resolve()),
    );
    skip(600_000);
    await ended;
    expect(everything()).toEqual(before);
  });

  test('needs few refreshes for many changes', async () => {
    await run('init');
    await open();
    let changes = 0;
    workspace.onDidChange(() => {
      changes += 1;
    });
    const begun = performance.now();
    const store = await SwarmStore.open(nodeRuntime(), root);
    for (let n = 0; n < 300; n += 1) {
      await store.transact({ op: 'lock.acquire', agent: 'ann', paths: [`f${n}`], type: 'exclusive', ttlMs: 60_000, waitMs: 0, reason: '' });
    }
    await store.close();
    await shows('all locks', () => locks().length === 300);
    expect(changes).toBeLessThan((performance.now() - begun) / 50 + 3);
  });
});

describe('a broken file', () => {
  test('is reported with its position, and everything else works', async () => {
    await run('init');
    await run('lock acquire', { paths: ['a.ts'], agent: 'ann' });
    const told = await open();
    const file = path.join(root, '.cortex/graph.crtx');
    fs.writeFileSync(file, '{\n  "header": oops\n}');
    await shows('the problem', () => workspace.state.problems.length === 1);
    expect(workspace.state.problems).toMatchObject([{ severity: 'error', file, line: 2, column: 13 }]);
    expect(workspace.state.problems[0]?.message).toContain(`${file}:2:13: `);
    expect(workspace.state.problems[0]?.summary).toMatch(/^is not JSON: /);
    expect(told).toContain('problems');
    expect(locks()).toEqual(['a.ts ann']);
    fs.rmSync(file);
    await shows('no problem', () => workspace.state.problems.length === 0);
  });

  test('swarm.crtx without a log is a problem, and is read when fixed', async () => {
    await run('init');
    fs.writeFileSync(swarmFile(), '{');
    await open();
    expect(workspace.state).toMatchObject({ kind: 'project', view: null, problems: [{ severity: 'error', file: swarmFile(), line: 1 }] });
    expect(fs.readFileSync(swarmFile(), 'utf8')).toBe('{');
    fs.rmSync(swarmFile());
    await shows('the view', () => view() !== null && workspace.state.problems.length === 0);
  });

  test('swarm.crtx with a log is rebuilt while the folder is open', async () => {
    await run('init');
    await run('lock acquire', { paths: ['a.ts'], agent: 'ann', ttl: 600_000 });
    await open();
    fs.writeFileSync(swarmFile(), '{');
    await shows('the rebuilt file', () => fs.readFileSync(swarmFile(), 'utf8').includes('a.ts'));
    await shows('where its bytes are', () => workspace.state.problems.some(({ file }) => file?.includes('swarm.crtx.corrupt-') === true));
    await shows('nothing else', () => workspace.state.problems.length === 1);
    const [aside] = workspace.state.problems;
    expect(aside).toMatchObject({ severity: 'warning', line: 1, column: 1 });
    expect(fs.readFileSync(aside?.file ?? '', 'utf8')).toBe('{');
    expect(locks()).toEqual(['a.ts ann']);
    fs.rmSync(aside?.file ?? '');
    await shows('no problem', () => workspace.state.problems.length === 0);
  });

  test('that another process rebuilt is reported while its copy exists', async () => {
    await run('init');
    await open();
    const aside = path.join(root, '.cortex', 'timeline.crtx.corrupt-20261121T120000Z');
    fs.writeFileSync(aside, '{ torn');
    await shows('it', () => workspace.state.problems.length === 1);
    expect(workspace.state.problems).toMatchObject([
      { severity: 'warning', file: aside, summary: expect.stringContaining('from before the repair. Copy what you still need') },
    ]);
    fs.renameSync(aside, path.join(root, 'seen'));
    await shows('no problem', () => workspace.state.problems.length === 0);
  });

  test('with a wrong checksum is a warning', async () => {
    await run('init');
    await new CortexIO(root).writeTimeline([]);
    const file = path.join(root, '.cortex/timeline.crtx');
    fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace(/sha256:../, 'sha256:zz'));
    await open();
    expect(workspace.state.problems).toMatchObject([{ severity: 'warning', file }]);
  });
});

describe('reading from files only', () => {
  test('writes and adopts nothing, and follows the files', async () => {
    await run('init');
    await run('swarm create', { task: 'build it', coordinator: 'queen' });
    await run('lock acquire', { paths: ['a.ts'], agent: 'ann', ttl: 600_000 });
    fs.rmSync(path.join(root, '.cortex/.local'), { recursive: true });
    const before = everything();
    await open({ read: 'files' });
    expect(view()?.manifest?.task).toBe('build it');
    expect(locks()).toEqual(['a.ts ann']);
    await workspace.refresh();
    expect(everything()).toEqual(before);
    const file = await new CortexIO(root).readSwarm();
    fs.writeFileSync(swarmFile(), JSON.stringify({ ...file, data: { ...file?.data, locks: [] } }));
    await shows('the change', () => locks().length === 0);
    fs.writeFileSync(swarmFile(), 'x');
    await shows('the problem', () => workspace.state.problems.length === 1);
    expect(workspace.state.problems).toMatchObject([{ file: swarmFile(), line: 1, column: 1 }]);
    expect(fs.existsSync(path.join(root, '.cortex/.local'))).toBe(false);
  });

  test('reports no change for unchanged content', async () => {
    await run('init');
    await run('lock acquire', { paths: ['a.ts'], agent: 'ann', ttl: 600_000 });
    const told = await open({ read: 'files' });
    await workspace.refresh();
    fs.writeFileSync(swarmFile(), fs.readFileSync(swarmFile()));
    await workspace.refresh();
    expect([...told]).toEqual([]);
    fs.rmSync(swarmFile());
    await workspace.refresh();
    expect([...told].sort()).toEqual(['locks', 'swarm']);
    expect(locks()).toEqual([]);
  });

  test('shows no swarm for locks without a swarm', async () => {
    await run('init');
    await run('lock acquire', { paths: ['a.ts'], agent: 'ann', ttl: 600_000 });
    await open({ read: 'files' });
    expect(view()?.manifest).toBeNull();
    expect(locks()).toEqual(['a.ts ann']);
  });
});

test('a folder that cannot be watched is a problem until it can, without a refresh', async () => {
  await run('init');
  const local = path.join(root, '.cortex/.local');
  fs.rmSync(local, { recursive: true, force: true });
  let full = true;
  await open({
    watch: (directory, listener) => {
      if (full && directory === local) throw Object.assign(new Error('no space left for watches'), { code: 'ENOSPC' });
      return watchDirectory(directory, listener);
    },
  });
  fs.mkdirSync(local, { recursive: true });
  await shows('the problem', () => workspace.state.problems.length === 1);
  full = false;
  fs.rmSync(local, { recursive: true });
  fs.mkdirSync(local);
  await shows('no problem', () => workspace.state.problems.length === 0);
});

test('a project folder that is moved away and back is noticed without a refresh', async () => {
  const project = path.join(root, 'shop');
  fs.mkdirSync(project);
  await run('init', {}, project);
  await run('lock acquire', { agent: 'ada', paths: ['a.ts'] }, project);
  await open({ folder: project });
  await shows('the lock', () => locks().length === 1);
  fs.renameSync(project, path.join(root, 'moved'));
  await shows('that it is gone', () => workspace.state.kind === 'no-project');
  fs.renameSync(path.join(root, 'moved'), project);
  await shows('the lock again', () => locks().length === 1);
  await run('lock acquire', { agent: 'ada', paths: ['b.ts'] }, project);
  await shows('what is done from then on', () => locks().length === 2);
});

test('an unwatchable folder is reported, and refresh() still works', async () => {
  const runtime: Runtime = nodeRuntime();
  await run('init');
  const full = Object.assign(new Error('no space left for watches'), { code: 'ENOSPC' });
  await open({
    runtime,
    watch: () => {
      throw full;
    },
  });
  expect(workspace.state.problems).toMatchObject([{ severity: 'warning', message: expect.stringContaining('Refresh') }]);
  // Wait until no refresh is in progress.
  await workspace.refresh();
  await run('lock acquire', { paths: ['a.ts'], agent: 'ann' });
  expect(locks()).toEqual([]);
  await workspace.refresh();
  expect(locks()).toEqual(['a.ts ann']);
});
