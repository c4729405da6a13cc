import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Mutex } from '../../../../../src/engine/files/mutex.ts';
import { LogChanges } from '../../../../../src/engine/log/log-changes.ts';
import { WakerPlace } from '../../../../../src/engine/log/waking/waker-place.ts';
import { Wakers } from '../../../../../src/engine/log/waking/wakers.ts';
import { nodeRuntime, type Runtime } from '../../../../../src/engine/platform/runtime.ts';
import type { Connection } from '../../../../../src/engine/platform/sockets.ts';
import { type WatchDirectory, watchDirectory } from '../../../../../src/engine/platform/watching.ts';
import { waitFor } from '../../../../harness/wait.ts';
import { temporaryFolder } from '../../../../support/folders.ts';

const LONG_MS = 600_000;
const unavailable: WatchDirectory = () => {
  throw new Error('EMFILE');
};

let folder: string;
let segment: string;
let published: string;
let opened: LogChanges[];
beforeEach(() => {
  folder = path.join(temporaryFolder(), 'log');
  fs.mkdirSync(folder);
  [segment, published, opened] = [path.join(folder, '000001.jsonl'), path.join(folder, '../swarm.crtx'), []];
  fs.writeFileSync(segment, 'x');
});
afterEach(() => {
  for (const changes of opened) changes.dispose();
});

/** A process that waits, as far as the log sees it. */
class Waiting {
  /** Comparisons of the files. */
  looks = 0;
  /** Connections to wakers. */
  readonly wires: Connection[] = [];
  woken = 0;
  /** If true, this process sends nothing, as if it was stopped. */
  isStopped = false;
  readonly changes: LogChanges;
  readonly #waits = new AbortController();

  constructor(watch: WatchDirectory) {
    const runtime = nodeRuntime({});
    const { fs: files, sockets } = runtime;
    const counting: Runtime = {
      ...runtime,
      fs: {
        ...files,
        readdirSync: (...args: Parameters<typeof files.readdirSync>) => {
          if (args[0] === folder) this.looks += 1;
          return files.readdirSync(...args);
        },
      },
      sockets: {
        call: async (address, end) => {
          const wire = await sockets.call(address, end);
          if (typeof wire !== 'string') this.wires.push(wire);
          return wire;
        },
        listen: (address, accept) =>
          sockets.listen(address, (wire) => accept({ ...wire, send: (line) => void (this.isStopped || wire.send(line)) })),
      },
    };
    this.changes = new LogChanges(counting, folder, published, { watch, isLate: false });
    opened.push(this.changes);
    void this.#wait();
  }

  async #wait(): Promise<void> {
    const { signal } = this.#waits;
    while (opened.includes(this.changes) && !signal.aborted) {
      const { next } = this.changes;
      await this.changes.sleep(LONG_MS, next, signal);
      this.woken += 1;
    }
  }

  /** Ends the wait. The process runs on. */
  stopWaiting(): void {
    this.#waits.abort();
  }

  end(): void {
    opened = opened.filter((each) => each !== this.changes);
    this.changes.dispose();
  }
}

/** Returns the files that name the present wakers. */
function placeFiles(): string[] {
  const files = fs.readdirSync(folder).map((name) => path.join(folder, name, 'leader.json'));
  return files.filter((file) => fs.existsSync(file));
}
const holders = () => new Set(placeFiles().map((file) => fs.readFileSync(file, 'utf8')));
const placesTaken = () => holders().size;
const write = () => fs.appendFileSync(segment, 'y');

async function wakes(process: Waiting): Promise<boolean> {
  const before = process.woken;
  write();
  await waitFor('the process to wake', async () => process.woken > before);
  return true;
}

/** Starts two processes that the system notifies, and waits until both wake others. */
async function twoWakers(): Promise<[Waiting, Waiting]> {
  const both: [Waiting, Waiting] = [new Waiting(watchDirectory), new Waiting(watchDirectory)];
  await waitFor('two wakers', async () => placesTaken() === 2);
  return both;
}

async function joined(): Promise<Waiting> {
  const process = new Waiting(unavailable);
  await waitFor('it to join both', async () => process.wires.length === 2);
  return process;
}

describe('a process that the system does not notify', () => {
  it('is woken by one that is notified, and does not compare the files meanwhile', async () => {
    await twoWakers();
    const process = await joined();
    await nodeRuntime({}).sleep(1_000);
    const { looks } = process;
    await nodeRuntime({}).sleep(2_500);
    expect(process.looks).toBe(looks);
    const began = performance.now();
    expect(await wakes(process)).toBe(true);
    expect(performance.now() - began).toBeLessThan(2_000);
  });

  it('compares the files for others where none is notified', async () => {
    const first = new Waiting(unavailable);
    await waitFor('a waker', async () => placesTaken() === 1);
    const second = new Waiting(unavailable);
    await waitFor('two wakers', async () => placesTaken() === 2);
    const third = await joined();
    const before = [first, second, third].map(({ woken }) => woken);
    write();
    await waitFor('all to wake', async () => [first, second, third].every(({ woken }, index) => woken > (before[index] ?? 0)));
  });

  it('joins again after both wakers have ended, and takes their place', async () => {
    const wakers = await twoWakers();
    const process = await joined();
    for (const waker of wakers) waker.end();
    expect(await wakes(process)).toBe(true);
    await waitFor('it to take a place', async () => placesTaken() === 1);
    expect(await wakes(process)).toBe(true);
  });

  it('is woken by the second waker if the first is stopped, which loses its place', async () => {
    const [first] = await twoWakers();
    const process = await joined();
    await wakes(process);
    await nodeRuntime({}).sleep(2_500);
    first.isStopped = true;
    const before = holders();
    expect(await wakes(process)).toBe(true);
    await waitFor('another process to take its place', async () => {
      const now = holders();
      return now.size === 2 && ![...now].every((holder) => before.has(holder));
    });
    await nodeRuntime({}).sleep(300);
    expect(await wakes(process)).toBe(true);
  });

  it('compares the files while a waker does not answer', async () => {
    for (const waker of await twoWakers()) waker.isStopped = true;
    const process = new Waiting(unavailable);
    await waitFor('it to call a waker', async () => process.wires.length === 1);
    const began = performance.now();
    expect(await wakes(process)).toBe(true);
    expect(performance.now() - began).toBeLessThan(3_000);
  });

  it('tries again soon if another process is about to take a place', async () => {
    const turn = new Mutex(nodeRuntime({}), path.join(folder, 'waker-2')).tryAcquire();
    const waker = new Waiting(watchDirectory);
    await waitFor('a waker', async () => placesTaken() === 1);
    const process = new Waiting(unavailable);
    await waitFor('it to join', async () => process.wires.length === 1);
    await nodeRuntime({}).sleep(300);
    turn?.release();
    await waitFor('it to take the other place', async () => placesTaken() === 2);
    expect([waker.wires.length, process.wires.length]).toEqual([0, 1]);
  });

  it('is woken by wakers that wait for nothing themselves', async () => {
    const wakers = [new Waiting(unavailable), new Waiting(unavailable)];
    await waitFor('two wakers', async () => placesTaken() === 2);
    const process = await joined();
    for (const waker of wakers) waker.stopWaiting();
    // Until it has joined, it compares the files itself.
    await nodeRuntime({}).sleep(1_200);
    expect(await wakes(process)).toBe(true);
  });

  it('joins again after it left wakers that do not report a change, even if it cannot remove them', async () => {
    await twoWakers();
    const lost: true[] = [];
    const wakers = new Wakers(nodeRuntime({}), folder, { woken: () => undefined, lost: () => void lost.push(true) });
    await wakers.join();
    for (const file of placeFiles()) {
      fs.writeFileSync(`${file}.new`, '{}');
      fs.renameSync(`${file}.new`, file);
    }
    wakers.replaceStopped();
    await waitFor('it to notice', async () => lost.length > 0);
    expect(wakers.isWoken).toBe(false);
    wakers.dispose();
  });

  it('compares the files itself where others may write to the folder of the socket', async () => {
    for (const n of [1, 2]) {
      const place = path.join(folder, `wake-${n}-${process.geteuid?.()}`);
      fs.mkdirSync(place);
      fs.chmodSync(place, 0o777);
    }
    const waiting = new Waiting(unavailable);
    await nodeRuntime({}).sleep(600);
    expect(await wakes(waiting)).toBe(true);
    expect([waiting.wires.length, placesTaken()]).toEqual([0, 0]);
  });
});

describe('a waker', () => {
  it('has one connection to a process that joins twice at the same time', async () => {
    const [own, other] = [1, 2].map(() => {
      return new WakerPlace(
        nodeRuntime({}),
        folder,
        { folder: 'wake-1', mutex: 'waker-1' },
        { woken: () => undefined, closed: () => undefined },
      );
    });
    expect(await own?.take()).toBe(true);
    expect(await Promise.all([other?.join(), other?.join()])).toEqual([true, true]);
    await waitFor('one connection', async () => own?.woken === 1);
    other?.leave();
    await waitFor('no connection', async () => own?.woken === 0);
    own?.close();
  });

  it('creates nothing in place of a folder that was moved away', async () => {
    const wakers = await twoWakers();
    fs.renameSync(folder, `${folder}-moved`);
    for (const waker of wakers) waker.end();
    expect(fs.existsSync(folder)).toBe(false);
  });

  it('wakes nobody who does not know its secret', async () => {
    await twoWakers();
    const [place = ''] = fs.readdirSync(folder).filter((name) => name.startsWith('wake-'));
    const { socket } = JSON.parse(fs.readFileSync(path.join(folder, place, 'leader.json'), 'utf8'));
    const heard: string[] = [];
    let isClosed = false;
    const wire = await nodeRuntime({}).sockets.call(path.join(folder, place, socket), {
      longest: () => 1_000,
      line: (text) => void heard.push(text),
      silent: () => undefined,
      closed: () => {
        isClosed = true;
      },
    });
    await waitFor('the number', async () => heard.length === 1);
    write();
    if (typeof wire !== 'string') wire.send(JSON.stringify({ version: 2, log: 1, boot: 'x', number: '1', proof: 'x' }));
    await waitFor('the end', async () => isClosed);
    expect(heard).toEqual([expect.stringMatching(/^\{"number":"[0-9a-f]{32}"\}$/)]);
  });
});
