import fs from 'node:fs';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LogChanges } from '../../../../src/engine/log/log-changes.ts';
import { nodeRuntime, type Runtime } from '../../../../src/engine/platform/runtime.ts';
import { noSockets } from '../../../../src/engine/platform/sockets.ts';
import type { WatchDirectory } from '../../../../src/engine/platform/watching.ts';
import { temporaryFolder } from '../../../support/folders.ts';

const unavailable: WatchDirectory = () => {
  throw new Error('EMFILE');
};
const NEVER = new AbortController().signal;

describe('without notifications of the system, and without sockets', () => {
  let folder: string;
  let clock = 0;
  /** The pauses between two comparisons. */
  let pauses: number[] = [];
  /** What happens during each pause. */
  let during: (nth: number) => void = () => {};
  let changes: LogChanges;

  beforeEach(() => {
    [folder, clock, pauses, during] = [temporaryFolder(), 0, [], () => {}];
    for (const name of ['000001.jsonl', '000002-0123456789abcdef.jsonl', 'swarm.crtx']) fs.writeFileSync(path.join(folder, name), 'x');
    const runtime: Runtime = {
      ...nodeRuntime({}),
      sockets: noSockets,
      clock: { now: () => clock, monotonic: () => clock, pinned: true },
      sleep: async (ms, signal, options) => {
        const end = clock + ms;
        if (options?.ref === false) {
          pauses.push(ms);
          clock = end;
          during(pauses.length);
          await setImmediate();
        } else while (clock < end && signal?.aborted !== true) await setImmediate();
      },
    };
    changes = new LogChanges(runtime, folder, path.join(folder, 'swarm.crtx'), { watch: unavailable });
  });

  afterEach(() => changes.dispose());

  /** Resolves with the pauses before a change was noticed. */
  const pausesUntil = (written: AbortSignal) =>
    new Promise<number[]>((resolve) => written.addEventListener('abort', () => resolve([...pauses])));

  it('compares the files at intervals that grow to a second, until the time is over', async () => {
    const written = changes.next;
    await changes.sleep(4_000, written, NEVER);
    expect(pauses).toEqual([250, 500, 1_000, 1_000, 1_000, 1_000]);
    expect(written.aborted).toBe(false);
  });

  it.each([
    ['an append to the last segment', () => fs.appendFileSync(path.join(folder, '000002-0123456789abcdef.jsonl'), 'y')],
    ['a new segment', () => fs.writeFileSync(path.join(folder, '000003-0123456789abcdef.jsonl'), '')],
    ['a removed log', () => fs.rmSync(folder, { recursive: true })],
    ['a new publication', () => fs.writeFileSync(path.join(folder, 'swarm.crtx'), 'another')],
  ])('wakes after %s', async (_, write) => {
    const written = changes.next;
    during = (nth) => nth === 2 && write();
    const noticed = pausesUntil(written);
    await changes.sleep(60_000, written, NEVER);
    expect(await noticed).toEqual([250, 500]);
    expect(changes.next.aborted).toBe(false);
  });

  it('notices what was written before the sleep', async () => {
    const written = changes.next;
    fs.appendFileSync(path.join(folder, '000002-0123456789abcdef.jsonl'), 'y');
    const noticed = pausesUntil(written);
    await changes.sleep(60_000, written, NEVER);
    expect(await noticed).toEqual([250]);
  });
});
