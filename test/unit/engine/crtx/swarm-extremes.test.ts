import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { CortexIO } from '../../../../src/engine/crtx/cortex-io.ts';
import type { SwarmLock, SwarmManifest } from '../../../../src/engine/crtx/schema.ts';
import { nodeRuntime } from '../../../../src/engine/platform/runtime.ts';
import type { RecordFor, SwarmRecord } from '../../../../src/engine/swarm/state/records.ts';
import { type SwarmStore, withSwarm } from '../../../../src/engine/swarm/store.ts';
import { withTimeline } from '../../../../src/engine/timeline/store.ts';
import { cortexFile, runProcess } from '../../../support/cortex-cli.ts';
import { temporaryFolder } from '../../../support/folders.ts';
import { creation, root as rootTask, task } from '../swarm/make.ts';

let root: string;
let file: string;
const runtime = nodeRuntime();
beforeEach(async () => {
  root = temporaryFolder();
  file = path.join(root, '.cortex/swarm.crtx');
  await new CortexIO(root).init();
});

/** Opens the swarm like the next process. */
function look<T>(use: (store: SwarmStore) => T): Promise<T> {
  return withSwarm(runtime, root, async (store) => use(store));
}

async function record<Op extends SwarmRecord['op']>(...records: RecordFor<Op>[]): Promise<void> {
  await withSwarm(runtime, root, async (store) => {
    for (const each of records) await store.transact(each);
  });
}

/** Edits the file like a program that knows only the seed. */
function edit(change: (manifest: SwarmManifest) => void): void {
  const value = JSON.parse(fs.readFileSync(file, 'utf8'));
  change(value.data);
  fs.writeFileSync(file, JSON.stringify(value));
}

/** Returns the reasons of the conflicts in the timeline. */
function conflicts(): Promise<string[]> {
  return withTimeline(runtime, root, async (store) =>
    store
      .entries()
      .filter(({ type }) => type === 'conflict')
      .map(({ reasoning }) => reasoning),
  );
}

/** Returns a value with this many levels of nesting. */
function nested(levels: number): unknown {
  let value: unknown = 'deep';
  for (let level = 0; level < levels; level += 1) value = { in: value };
  return value;
}

const create = () =>
  record({ op: 'swarm.create', ...creation(rootTask(task('x'))) }, { op: 'swarm.recruit', agent: 'ann', role: 'coder', expertise: [] });

describe('extreme values in a manually edited swarm.crtx', () => {
  test('a task of maximum nesting is adopted and can be read again', async () => {
    await create();
    edit(({ decomposition }) => void decomposition.children.push({ ...task('deep'), output: nested(2_490) }));
    // Another process may have a smaller stack than this one.
    expect(await runProcess([cortexFile, 'swarm', 'status', '--root', root])).toMatchObject({ code: 0, err: '' });
    const { decomposition } = await look((store) => store.manifest());
    expect(decomposition.children.map(({ id }) => id)).toEqual(['x', 'deep']);
    expect(decomposition.children[1]?.output).toEqual(nested(2_490));
  });

  test.each([
    ['cost', { costUsd: -1e308 }],
    ['tokens', { tokensUsed: Number.MIN_SAFE_INTEGER }],
  ])('%s far below zero after the maximum is refused, and work continues', async (_, values) => {
    await create();
    await record({ op: 'swarm.usage', agent: 'ann', tokens: Number.MAX_SAFE_INTEGER, costUsd: 1e9 });
    edit(({ agents }) => void Object.assign(agents[0] ?? {}, values));
    expect(await look((store) => store.manifest().agents[0])).toMatchObject({ tokensUsed: Number.MAX_SAFE_INTEGER, costUsd: 1e9 });
    expect(await conflicts()).toEqual(['The usage of agent "ann" can only grow.']);
  });

  test('the tokens of a task and an old swarm are limited to what the file can store', async () => {
    await create();
    edit((manifest) => {
      Object.assign(manifest, { id: 'swm_other', created: Number.MIN_SAFE_INTEGER });
      Object.assign(manifest.decomposition.children[0] ?? {}, { actualTokens: Number.MIN_SAFE_INTEGER });
    });
    fs.rmSync(path.join(root, '.cortex/.local'), { recursive: true });
    expect(await look((store) => store.swarm.id)).toBe('swm_other');
    await record({ op: 'swarm.usage', agent: 'ann', tokens: 1, costUsd: 0 });
    edit(({ decomposition }) => void Object.assign(decomposition.children[0] ?? {}, { actualTokens: Number.MAX_SAFE_INTEGER }));
    await record({ op: 'swarm.usage', agent: 'ann', tokens: 1, costUsd: 0 });
    const shown = await new CortexIO(root).readSwarm();
    expect(shown?.data.budget.spent).toMatchObject({ tokens: 2, durationMs: Number.MAX_SAFE_INTEGER });
    expect(shown?.data.decomposition.children[0]?.actualTokens).toBe(0);
  });
});

describe('manually edited locks in swarm.crtx', () => {
  const acquisition = { op: 'lock.acquire', agent: 'ann', type: 'exclusive', ttlMs: 60_000, waitMs: 0, reason: '' } as const;
  const acquire = (...paths: string[]) => record({ ...acquisition, paths });
  const release = () => record({ op: 'lock.release', agent: 'ann', paths: ['a.ts'] });
  const dropAll = (manifest: SwarmManifest) => void manifest.locks.splice(0);

  function foreignLock(lockPath: string): SwarmLock {
    const now = Date.now();
    return { path: lockPath, agentId: 'by-hand', type: 'exclusive', acquiredAt: now, expiresAt: now + 60_000, reason: '' };
  }

  test('a held lock that is removed stays, which the timeline records', async () => {
    await acquire('a.ts');
    edit(dropAll);
    expect(await look((store) => store.locks.list(Date.now()).length)).toBe(1);
    expect(await conflicts()).toEqual(['The lock of ann on a.ts stays: the log granted it.']);
  });

  test('removing a lock that was released is no conflict', async () => {
    await acquire('a.ts', 'src/b.ts');
    const before = fs.readFileSync(file);
    await record({ op: 'lock.release', agent: 'ann', paths: 'all' });
    await acquire('src/', 'c.ts');
    await record({ ...acquisition, agent: 'bob', paths: ['a.ts'] });
    fs.writeFileSync(file, before);
    edit(dropAll);
    expect(await look((store) => store.locks.list(Date.now()).map((lock) => lock.path))).toEqual(['a.ts', 'c.ts', 'src/']);
    expect(await conflicts()).toEqual([]);
  });

  test('an invalid lock is recorded once', async () => {
    await acquire('a.ts');
    const locks = [foreignLock('../../etc/passwd'), foreignLock('app/['), foreignLock('ok.ts')];
    edit((manifest) => void manifest.locks.push(...locks));
    expect(await look((store) => store.locks.list(Date.now()).map((lock) => lock.path))).toEqual(['a.ts', 'ok.ts']);
    expect(await conflicts()).toEqual([
      'by-hand cannot have a lock on ../../etc/passwd: a lock path must not contain "..". ' +
        'by-hand cannot have a lock on app/[: a lock path has a "[" without its "]".',
    ]);
    await release();
    expect(await conflicts()).toHaveLength(1);
    expect((await new CortexIO(root).readSwarm())?.data.locks.map((lock) => lock.path)).toEqual(['ok.ts']);
  });
});
