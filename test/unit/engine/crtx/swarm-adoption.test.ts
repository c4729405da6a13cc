import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CortexIO } from '../../../../src/engine/crtx/cortex-io.ts';
import type { SwarmLock, SwarmManifest } from '../../../../src/engine/crtx/schema.ts';
import { nodeRuntime } from '../../../../src/engine/platform/runtime.ts';
import { type SwarmStore, withSwarm } from '../../../../src/engine/swarm/store.ts';

let root: string;
let file: string;
const runtime = nodeRuntime();
beforeEach(async () => {
  root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'cortex-adoption-')));
  file = path.join(root, '.cortex/swarm.crtx');
  await new CortexIO(root).init();
});
afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

function foreignLock(lockPath: string, agentId = 'by-hand'): SwarmLock {
  const now = Date.now();
  return { path: lockPath, agentId, type: 'exclusive', acquiredAt: now, expiresAt: now + 60_000, reason: 'by hand' };
}

/** Edits the file like a program that knows only the seed. */
function edit(change: (manifest: SwarmManifest) => void): void {
  const value = JSON.parse(fs.readFileSync(file, 'utf8'));
  change(value.data);
  fs.writeFileSync(file, JSON.stringify(value, null, 2));
}

const acquire = (store: SwarmStore, agent: string, lockPath: string) =>
  store.transact({ op: 'lock.acquire', agent, paths: [lockPath], type: 'exclusive', ttlMs: 60_000, waitMs: 0, reason: '' });
const held = (store: SwarmStore) => store.locks.list(Date.now()).map(({ path: lockPath, agentId }) => `${lockPath} ${agentId}`);
const shown = () => JSON.parse(fs.readFileSync(file, 'utf8')).data.locks.map((lock: SwarmLock) => `${lock.path} ${lock.agentId}`);

describe('an edit of swarm.crtx by another program', () => {
  test('can add a lock, which is kept, respected and published', async () => {
    await withSwarm(runtime, root, (store) => acquire(store, 'ann', 'a.ts'));
    edit((manifest) => manifest.locks.push(foreignLock('b.ts')));
    await withSwarm(runtime, root, async (store) => {
      expect((await acquire(store, 'ann', 'b.ts')).result).toMatchObject({ status: 'denied', blockedBy: [{ agentId: 'by-hand' }] });
      expect(held(store)).toEqual(['a.ts ann', 'b.ts by-hand']);
    });
    expect(shown()).toEqual(['a.ts ann', 'b.ts by-hand']);
  });

  test('cannot remove or take over a lock that the log granted', async () => {
    await withSwarm(runtime, root, (store) => acquire(store, 'ann', 'a.ts'));
    edit((manifest) => {
      manifest.locks = [foreignLock('a.ts')];
    });
    await withSwarm(runtime, root, async (store) => expect(held(store)).toEqual(['a.ts ann']));
    expect(shown()).toEqual(['a.ts ann']);
  });

  test('can remove a lock that was added by an edit', async () => {
    await withSwarm(runtime, root, (store) => acquire(store, 'ann', 'a.ts'));
    edit((manifest) => manifest.locks.push(foreignLock('b.ts')));
    await withSwarm(runtime, root, (store) => acquire(store, 'ann', 'c.ts'));
    edit((manifest) => {
      manifest.locks = manifest.locks.filter((lock) => lock.agentId !== 'by-hand');
    });
    await withSwarm(runtime, root, async (store) => expect(held(store)).toEqual(['a.ts ann', 'c.ts ann']));
  });

  test('of an old copy does not restore released locks', async () => {
    await withSwarm(runtime, root, (store) => acquire(store, 'ann', 'a.ts'));
    const old = fs.readFileSync(file, 'utf8');
    await withSwarm(runtime, root, (store) => store.transact({ op: 'lock.release', agent: 'ann', paths: ['a.ts'] }));
    const value = JSON.parse(old);
    value.data.locks.push(foreignLock('b.ts'));
    fs.writeFileSync(file, JSON.stringify(value));
    await withSwarm(runtime, root, async (store) => expect(held(store)).toEqual(['b.ts by-hand']));
  });

  test('that restores an old copy changes nothing', async () => {
    await withSwarm(runtime, root, (store) => acquire(store, 'ann', 'a.ts'));
    const old = fs.readFileSync(file, 'utf8');
    await withSwarm(runtime, root, (store) => acquire(store, 'ann', 'b.ts'));
    fs.writeFileSync(file, old);
    await withSwarm(runtime, root, async (store) => expect(held(store)).toEqual(['a.ts ann', 'b.ts ann']));
  });

  test('cannot add paths outside of the project', async () => {
    await withSwarm(runtime, root, (store) => acquire(store, 'ann', 'a.ts'));
    edit((manifest) => manifest.locks.push(foreignLock('../../etc/passwd'), foreignLock('/etc/passwd'), foreignLock('ok.ts')));
    await withSwarm(runtime, root, async (store) => expect(held(store)).toEqual(['a.ts ann', 'ok.ts by-hand']));
  });

  test('is read and continued if there is no log', async () => {
    await withSwarm(runtime, root, (store) => acquire(store, 'ann', 'a.ts'));
    fs.rmSync(path.join(root, '.cortex/.local'), { recursive: true });
    edit((manifest) => manifest.locks.push(foreignLock('b.ts')));
    await withSwarm(runtime, root, async (store) => {
      expect(held(store)).toEqual(['a.ts ann', 'b.ts by-hand']);
      expect((await acquire(store, 'bob', 'a.ts')).result.status).toBe('denied');
    });
  });

  test('that breaks the file is moved aside, and the file is republished', async () => {
    await withSwarm(runtime, root, (store) => acquire(store, 'ann', 'a.ts'));
    fs.writeFileSync(file, '{ "header": ');
    await withSwarm(runtime, root, (store) => acquire(store, 'ann', 'b.ts'));
    expect(shown()).toEqual(['a.ts ann', 'b.ts ann']);
    const aside = fs.readdirSync(path.dirname(file)).filter((name) => name.startsWith('swarm.crtx.corrupt-'));
    expect(aside.map((name) => fs.readFileSync(path.join(path.dirname(file), name), 'utf8'))).toEqual(['{ "header": ']);
  });

  test('that places a symbolic link is neither followed nor replaced', async () => {
    const outside = path.join(root, 'outside.txt');
    fs.writeFileSync(outside, 'mine');
    fs.symlinkSync(outside, file);
    await expect(withSwarm(runtime, root, (store) => acquire(store, 'ann', 'a.ts'))).rejects.toMatchObject({ code: 'outside-root' });
    expect(fs.readFileSync(outside, 'utf8')).toBe('mine');
    expect(fs.lstatSync(file).isSymbolicLink()).toBe(true);
  });
});
