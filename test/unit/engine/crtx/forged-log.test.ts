import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { checkpointName, FIRST_SEGMENT } from '../../../../src/engine/log/layout.ts';
import { encodeRecord, type LogRecord } from '../../../../src/engine/log/record.ts';
import { LogReader } from '../../../../src/engine/log/segments/reader.ts';
import { nodeRuntime } from '../../../../src/engine/platform/runtime.ts';
import { swarmMachine } from '../../../../src/engine/swarm/state/machine.ts';
import { type RecordFor, readSwarmRecord } from '../../../../src/engine/swarm/state/records.ts';
import { withSwarm } from '../../../../src/engine/swarm/store.ts';
import { Machine } from '../../../property/swarm-scenarios.ts';
import { temporaryFolder } from '../../../support/folders.ts';

// A repository may contain a forged `.cortex/.local` with valid checksums. Impossible content is skipped and reported, and stops nothing.

const runtime = nodeRuntime();
const SECOND_SEGMENT = '000002-0123456789abcdef.jsonl';
let root: string;
let log: string;

const acquire: RecordFor<'lock.acquire'> = {
  op: 'lock.acquire',
  agent: 'ann',
  paths: ['a.ts'],
  type: 'exclusive',
  ttlMs: 60_000,
  waitMs: 0,
  reason: '',
};
const work = () =>
  withSwarm(runtime, root, async (store) => {
    const { result } = await store.transact(acquire);
    return { status: result.status, problems: store.problems };
  });

function forge(segment: string, record: Omit<LogRecord, 'id' | 't'>): void {
  fs.appendFileSync(path.join(log, segment), encodeRecord({ id: `forged_${segment}`, t: runtime.clock.now(), op: '', ...record }));
}

beforeEach(async () => {
  root = temporaryFolder();
  log = path.join(root, '.cortex/.local/swarm');
  fs.mkdirSync(path.join(root, '.cortex'));
  await work();
});

describe('a log with forged content', () => {
  test.each([FIRST_SEGMENT, '000001-0123456789abcdef.jsonl', '000003-0123456789abcdef.jsonl'])(
    'skips a seal that leads to %s',
    async (next) => {
      forge(FIRST_SEGMENT, { op: 'seal', next });
      expect(await work()).toMatchObject({ status: 'granted', problems: [expect.stringContaining('skipped')] });
    },
  );

  test('skips a cycle of seals', async () => {
    forge(FIRST_SEGMENT, { op: 'seal', next: SECOND_SEGMENT });
    fs.writeFileSync(path.join(log, SECOND_SEGMENT), '');
    forge(SECOND_SEGMENT, { op: 'seal', next: SECOND_SEGMENT });
    expect(await work()).toMatchObject({ status: 'granted', problems: [expect.stringContaining('skipped')] });
  });

  test('skips a lock on a path with too many alternatives', async () => {
    forge(FIRST_SEGMENT, { ...acquire, paths: ['{a,b}'.repeat(300)] });
    expect(await work()).toMatchObject({ status: 'granted', problems: [expect.stringContaining('lock.acquire')] });
  });

  test.each([
    ['is a folder', (file: string) => fs.mkdirSync(file)],
    [
      'is larger than any',
      (file: string) => {
        fs.writeFileSync(file, '');
        fs.truncateSync(file, 5e9);
      },
    ],
  ])('ignores a checkpoint that %s', async (_what, make) => {
    fs.writeFileSync(path.join(log, SECOND_SEGMENT), '');
    make(path.join(log, checkpointName(SECOND_SEGMENT)));
    expect(await work()).toMatchObject({ status: 'granted', problems: [] });
  });
});

test.each<Partial<typeof acquire>>([
  ...[{ ttlMs: 9e15 }, { ttlMs: 0 }, { waitMs: Number.MAX_SAFE_INTEGER }],
  ...['../../x', '/etc/passwd', '', 'C:x', 'a//b', './a', '~/a', '{a', 'a\u0000b'].map((each) => ({ paths: [each] })),
])('a lock with %j is not a valid operation', (wrong) => {
  expect(readSwarmRecord(acquire)).toEqual(acquire);
  expect(readSwarmRecord({ ...acquire, ...wrong })).toBe(null);
});

test.each(['a.ts', 'src/', 'src/**/*.{ts,tsx}', 'app/[[]id]/page.tsx', '.github/ü.yml', '**'])('a lock on %s is valid', (each) => {
  expect(readSwarmRecord({ ...acquire, paths: [each] })).not.toBe(null);
});

describe('a checkpoint with locks', () => {
  const lock = { path: 'src/', agentId: 'ann', type: 'exclusive', acquiredAt: 1, reason: '', fence: 1, requestId: 'r' };
  const held = (more: object) => ({ ...lock, expiresAt: runtime.clock.now() + 60_000, ttlMs: 60_000, foreign: false, ...more });

  /** Opens a log whose newest checkpoint contains these locks. @returns the held locks, and the reported problems */
  async function opened(...more: readonly object[]) {
    const { core, state } = await withSwarm(runtime, root, async (store) => {
      const reader = new LogReader(runtime, { directory: log, machine: swarmMachine, from: 'newest' });
      reader.refresh();
      reader.close();
      expect(store.locks.list(0)).toMatchObject([{ path: 'a.ts' }]);
      return JSON.parse(reader.snapshot());
    });
    state.locks.locks = more.map(held);
    forge(FIRST_SEGMENT, { op: 'seal', next: SECOND_SEGMENT });
    fs.writeFileSync(path.join(log, SECOND_SEGMENT), '');
    const record = {
      id: SECOND_SEGMENT,
      t: runtime.clock.now(),
      op: 'checkpoint',
      state: { core: { ...core, ordinal: core.ordinal + 1 }, state },
    };
    fs.writeFileSync(path.join(log, checkpointName(SECOND_SEGMENT)), encodeRecord(record));
    return withSwarm(runtime, root, async ({ locks, problems }) => ({
      held: locks.list(0).map(({ path: each, agentId }) => `${agentId} ${each}`),
      problems,
    }));
  }

  test('is used if the locks are compatible', async () => {
    const shared = { type: 'shared', path: 'src/x.ts' };
    expect(await opened({}, { path: 'src/x.ts' }, { ...shared, path: 'b.ts' }, { ...shared, path: 'b.ts', agentId: 'bob' })).toEqual({
      held: ['ann b.ts', 'bob b.ts', 'ann src/', 'ann src/x.ts'],
      problems: [],
    });
  });

  test.each([
    [{ path: 'src/x.ts', agentId: 'bob' }, 'the lock of "bob" on "src/x.ts" excludes another one'],
    [{ path: 's*/x.ts', agentId: 'bob', type: 'shared' }, 'the lock of "bob" on "s*/x.ts" excludes another one'],
    [{ path: '../../x' }, '"path"'],
  ])('is not used if one is %j: the records are used instead, with a problem', async (wrong, problem) => {
    expect(await opened({}, wrong)).toEqual({ held: ['ann a.ts'], problems: [expect.stringContaining(problem)] });
  });
});

describe('a checkpoint with an impossible state', () => {
  const snapshot = () => {
    const machine = new Machine();
    const decomposition = {
      id: 'root',
      description: 'all',
      status: 'pending',
      priority: 3,
      estimatedTokens: 0,
      dependencies: [],
      children: [],
    } as const;
    machine.apply(
      {
        op: 'swarm.create',
        swarm: 'swm_1',
        task: 'all',
        coordinator: 'queen',
        strategy: 'parallel',
        decomposition: { ...decomposition, dependencies: [], children: [] },
        mergePolicy: { strategy: 'auto', conflictResolution: 'last_write', requireHumanApproval: false },
        budget: { maxAgents: 1, maxTokens: 1, maxCostUsd: 1, maxDurationMs: 1 },
      },
      1_000,
    );
    return JSON.parse(JSON.stringify(swarmMachine.snapshot(machine.state)));
  };

  test('is not used', () => {
    expect(() => swarmMachine.restore(snapshot())).not.toThrow();
    for (const vanishAfterMs of [0, -1, 999]) {
      const forged = snapshot();
      forged.swarm.run.vanishAfterMs = vanishAfterMs;
      expect(() => swarmMachine.restore(forged), `${vanishAfterMs}`).toThrow('vanishAfterMs');
    }
    const forged = snapshot();
    forged.swarm.run.manifest.decomposition.status = 'bogus';
    expect(() => swarmMachine.restore(forged)).toThrow('is not a swarm manifest');
  });
});
