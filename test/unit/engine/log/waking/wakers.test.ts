import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LogChanges } from '../../../../../src/engine/log/log-changes.ts';
import { nodeRuntime, type Runtime } from '../../../../../src/engine/platform/runtime.ts';
import type { Connection } from '../../../../../src/engine/platform/sockets.ts';
import { type WatchDirectory, watchDirectory } from '../../../../../src/engine/platform/watching.ts';
import { waitFor } from '../../../../harness/wait.ts';
import { temporaryFolder } from '../../../../support/folders.ts';

const NEVER = new AbortController().signal;
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
    while (opened.includes(this.changes)) {
      const { next } = this.changes;
      await this.changes.sleep(LONG_MS, next, NEVER);
      this.woken += 1;
    }
  }

  end(): void {
    opened = opened.filter((each) => each !== this.changes);
    this.changes.dispose();
  }
}

/** Returns what names the present wakers. */
function holders(): Set<string> {
  const files = fs.readdirSync(folder).map((name) => path.join(folder, name, 'leader.json'));
  return new Set(files.filter((file) => fs.existsSync(file)).map((file) => fs.readFileSync(file, 'utf8')));
}
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
    await nodeRuntime({}).sleep(100);
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
  }, 20_000);

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
