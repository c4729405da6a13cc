import { beforeEach, describe, expect, test, vi } from 'vitest';
import { CortexIO } from '../../../../src/engine/crtx/cortex-io.ts';
import { Mutex } from '../../../../src/engine/files/mutex.ts';
import type { EscalationOutcome } from '../../../../src/engine/swarm/decisions/escalations.ts';
import type { SwarmEntry } from '../../../../src/engine/swarm/events/timeline-entries.ts';
import type { RecordFor } from '../../../../src/engine/swarm/state/records.ts';
import { SwarmStore } from '../../../../src/engine/swarm/store.ts';
import { type RecorderContext, TimelineRecorder } from '../../../../src/engine/swarm/timeline-recorder.ts';
import { TimelineStore } from '../../../../src/engine/timeline/store.ts';
import { FaultFileSystem } from '../../../support/fault-fs.ts';
import { WAIT_MS } from '../../../support/limits.ts';
import { quiet, ROOT, SimulatedTime, simulatedRuntime } from '../../../support/simulation.ts';
import { entryOf } from '../timeline/make.ts';

const MUTEX = `${ROOT}/.cortex/.local/swarm/news`;
const TIMELINE = `${ROOT}/.cortex/timeline.crtx`;

let fs: FaultFileSystem;
let time: SimulatedTime;
let seeds = 0;
beforeEach(() => {
  fs = new FaultFileSystem();
  time = new SimulatedTime();
  fs.mkdirSync(MUTEX, { recursive: true });
});

/** Creates the runtime of another process, which others see as alive or dead. */
function process(alive = true) {
  seeds += 1;
  return simulatedRuntime(fs.processView(), { time, seed: seeds, alive });
}

/** A log with unrecorded entries, to which the test adds. */
class Desk implements RecorderContext {
  readonly waiting = new Map<string, SwarmEntry>();
  readonly recordedBatches: string[][] = [];
  /** Ids that others have logged by the next refresh. */
  arriving: string[] = [];
  looks = 0;

  constructor(...ids: readonly string[]) {
    this.add(ids);
  }

  add(ids: readonly string[]): void {
    for (const id of ids) this.waiting.set(id, { ...entryOf(id), outcome: 'pending' });
  }

  end(...ids: readonly string[]): void {
    for (const id of ids) this.ended.set(`${id} ended`, { id, outcome: 'success', outcomeDetail: 'all is well' });
  }

  pendingEntries(): ReadonlyMap<string, SwarmEntry> {
    return this.waiting;
  }

  readonly ended = new Map<string, EscalationOutcome>();

  endings(): ReadonlyMap<string, EscalationOutcome> {
    return this.ended;
  }

  async refresh(): Promise<void> {
    this.looks += 1;
    this.add(this.arriving.splice(0));
  }

  async recorded(ids: string[]): Promise<void> {
    this.recordedBatches.push(ids);
    for (const id of ids) {
      this.waiting.delete(id);
      this.ended.delete(id);
    }
  }
}

const tellerOf = (desk: RecorderContext, runtime = process()) => new TimelineRecorder(runtime, ROOT, MUTEX, desk);

async function timeline(): Promise<string[]> {
  const store = await TimelineStore.open(process(false), ROOT);
  const ids = store.entries().map(({ id }) => id);
  await store.close();
  return ids;
}

/** Returns the outcome of each entry. */
async function outcomes(): Promise<unknown[]> {
  const store = await TimelineStore.open(process(false), ROOT);
  const found = store.entries().map(({ id, outcome, outcomeDetail }) => [id, outcome, outcomeDetail]);
  await store.close();
  return found;
}

describe('TimelineRecorder', () => {
  test('records entries once, and then logs that it did', async () => {
    const desk = new Desk('tle_a', 'tle_b');
    const teller = tellerOf(desk);
    teller.recordPending();
    teller.recordPending();
    await teller.close();
    expect(desk.recordedBatches).toEqual([['tle_a', 'tle_b']]);
    expect(await timeline()).toEqual(['tle_a', 'tle_b']);
    expect(teller.problems).toEqual([]);
  });

  test('records outcomes after their entries, and logs them under separate ids', async () => {
    const desk = new Desk('tle_a');
    desk.end('tle_a');
    await tellerOf(desk).close();
    expect(desk.recordedBatches).toEqual([['tle_a'], ['tle_a ended']]);
    expect(await outcomes()).toEqual([['tle_a', 'success', 'all is well']]);
  });

  test('skips outcomes of entries that were resolved otherwise or are missing', async () => {
    const desk = new Desk('tle_a');
    await tellerOf(desk).close();
    const store = await TimelineStore.open(process(false), ROOT);
    await store.resolve('tle_a', 'abandoned', 'by hand');
    await store.close();
    desk.end('tle_a', 'tle_gone');
    await tellerOf(desk).close();
    expect(desk.recordedBatches.at(-1)).toEqual(['tle_a ended', 'tle_gone ended']);
    expect(await outcomes()).toEqual([['tle_a', 'abandoned', 'by hand']]);
  });

  test('opens no timeline if there is nothing to record', async () => {
    const teller = tellerOf(new Desk());
    teller.recordPending();
    await teller.close();
    expect(fs.readdirSync(`${ROOT}/.cortex/.local`)).toEqual(['swarm']);
    expect(fs.readdirSync(MUTEX)).toEqual([]);
  });

  test('opens the timeline once for all batches, and closes it', async () => {
    const desk = new Desk('tle_a');
    const runtime = process();
    const looks = vi.spyOn(runtime.fs, 'lstatSync');
    const opened = () => looks.mock.calls.filter(([file]) => file === `${ROOT}/.cortex/.local/timeline`).length;
    const teller = tellerOf(desk, runtime);
    teller.recordPending();
    await vi.waitUntil(() => desk.recordedBatches.length === 1, WAIT_MS);
    const once = opened();
    desk.add(['tle_b']);
    await teller.close();
    expect(desk.recordedBatches).toEqual([['tle_a'], ['tle_b']]);
    expect([once > 0, opened()]).toEqual([true, once]);
    looks.mockRestore();
    expect(await timeline()).toEqual(['tle_a', 'tle_b']);
  });

  test('logs only entries that the timeline holds durably', async () => {
    const desk = new Desk('tle_a');
    const runtime = process();
    let durable: boolean | null = null;
    const told = desk.recorded.bind(desk);
    desk.recorded = async (ids) => {
      const disk = fs.powerLossWorst();
      const after = await TimelineStore.open(simulatedRuntime(disk, { time: time.fork(), seed: 1_000, boot: 'boot-2' }), ROOT);
      durable = after.get('tle_a') !== undefined;
      await after.close();
      await told(ids);
    };
    fs.syncAll();
    await tellerOf(desk, runtime).close();
    expect(durable).toBe(true);
  });

  test('leaves the work to the process that holds the mutex', async () => {
    const turn = new Mutex(process(), MUTEX).tryAcquire();
    const desk = new Desk('tle_a');
    const teller = tellerOf(desk);
    await teller.close();
    expect(desk.recordedBatches).toEqual([]);
    expect(teller.problems).toEqual([]);
    turn?.release();
    await tellerOf(desk).close();
    expect(await timeline()).toEqual(['tle_a']);
  });

  test('refreshes once more after it held the mutex, for processes that found it taken', async () => {
    const desk = new Desk('tle_a');
    desk.arriving = ['tle_b'];
    await tellerOf(desk).close();
    expect(desk.recordedBatches).toEqual([['tle_a'], ['tle_b']]);
    expect(await timeline()).toEqual(['tle_a', 'tle_b']);
  });

  test('takes over the mutex of a dead process', async () => {
    new Mutex(process(false), MUTEX).tryAcquire();
    await tellerOf(new Desk('tle_a'), process(false)).close();
    expect(await timeline()).toEqual(['tle_a']);
  });

  test('keeps entries with a problem if the timeline cannot be written, and delays the retry', async () => {
    fs.mkdirSync(TIMELINE, { recursive: true });
    const desk = new Desk('tle_a');
    const teller = tellerOf(desk);
    teller.recordPending();
    await quiet();
    expect(teller.problems).toEqual([
      expect.stringMatching(
        /^The timeline does not contain the latest events of the swarm yet\. \/repo\/\.cortex\/timeline\.crtx: this must be a regular file/,
      ),
    ]);
    expect(desk.recordedBatches).toEqual([]);
    expect([...desk.waiting.keys()]).toEqual(['tle_a']);

    fs.renameSync(TIMELINE, `${ROOT}/elsewhere`);
    teller.recordPending();
    await quiet();
    expect(desk.recordedBatches, 'too soon').toEqual([]);
    time.advance(fs, 1_000);
    teller.recordPending();
    await teller.close();
    expect(teller.problems).toEqual([]);
    expect(await timeline()).toEqual(['tle_a']);
  });

  test('records entries again without duplicates if logging failed', async () => {
    const desk = new Desk('tle_a');
    const told = desk.recorded.bind(desk);
    desk.recorded = async () => {
      throw new Error('full');
    };
    const teller = tellerOf(desk);
    await teller.close();
    expect(teller.problems).toEqual([expect.stringContaining('full')]);
    desk.recorded = told;
    await tellerOf(desk).close();
    expect(desk.recordedBatches).toEqual([['tle_a']]);
    expect(await timeline()).toEqual(['tle_a']);
  });
});

describe('stores that record at the same time', () => {
  const acquire = (agent: string, path: string): RecordFor<'lock.acquire'> => ({
    op: 'lock.acquire',
    agent,
    paths: [path],
    type: 'exclusive',
    ttlMs: 600_000,
    waitMs: 0,
    reason: '',
  });
  const breaking = (path: string) => ({ op: 'lock.break', path, by: 'person:kim', reason: 'stuck' }) as const;

  test.each([
    ['with the mutex', true],
    ['although the mutex holds nobody back', false],
  ])('record each of their entries once, %s', async (_how, alive) => {
    await new CortexIO(ROOT, process()).init();
    const paths = ['a', 'b', 'c', 'd'];
    const stores = await Promise.all(paths.map(() => SwarmStore.open(process(alive), ROOT)));
    await Promise.all(stores.map((store, n) => store.transact(acquire('ann', paths[n] ?? ''))));
    const broken = await Promise.all(stores.map((store, n) => store.transact(breaking(paths[n] ?? ''))));
    await Promise.all(stores.map((store) => store.close()));
    const ids = broken.map(({ id }) => id.replace('rec_', 'tle_'));
    expect((await timeline()).toSorted()).toEqual(ids.toSorted());
    expect(stores.flatMap(({ problems }) => problems)).toEqual([]);
    await expectNothingToTell();
  });

  async function expectNothingToTell(): Promise<void> {
    const store = await SwarmStore.open(process(false), ROOT);
    await store.close();
    const before = await timeline();
    fs.unlinkSync(TIMELINE);
    const next = await SwarmStore.open(process(false), ROOT);
    await next.close();
    expect(fs.readdirSync(`${ROOT}/.cortex`), 'a store with nothing to record does not write the timeline').not.toContain('timeline.crtx');
    expect((await timeline()).length).toBe(before.length);
  }

  test('a store that only reads records the entries of a dead process', async () => {
    await new CortexIO(ROOT, process()).init();
    const reader = await SwarmStore.open(process(false), ROOT);
    const view = fs.processView();
    const dying = await SwarmStore.open(simulatedRuntime(view, { time, seed: 500 }), ROOT);
    await dying.transact(acquire('ann', 'a'));
    const { id } = await dying.transact(breaking('a'));
    view.kill();
    await quiet();
    expect(await timeline()).toEqual([]);
    await reader.refresh();
    await expect.poll(timeline).toEqual([id.replace('rec_', 'tle_')]);
    await reader.close();
  });
});
