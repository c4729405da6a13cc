import path from 'node:path';
import { resolveLocalFolder } from '../../../crtx/local-folder.ts';
import { statOf } from '../../../files/file-content.ts';
import { listDirectory } from '../../../files/folder-entries.ts';
import { replay } from '../../../log/history.ts';
import { segmentNumber } from '../../../log/layout.ts';
import type { FileSystem } from '../../../platform/file-system.ts';
import type { Runtime } from '../../../platform/runtime.ts';
import { swarmMachine } from '../../state/machine.ts';
import { ActivityReader, type SwarmActivity } from '../activity.ts';
import { readBurnDown } from '../burn-down.ts';
import { listChanges } from '../change-list.ts';
import { computeForecast } from '../forecast.ts';
import { earliestMoment, stateAt } from '../past.ts';
import type { Burnt, HistorySpan, PastView } from './past-view.ts';

/** Most changes in a view; `cortex swarm replay` lists all of them. */
const MAX_CHANGES = 30;

/** Reads the history of a project's swarm. Writes nothing (docs/decisions/0009-replay.md). */
export class HistoryReading {
  #activity: ActivityReader | null = null;

  /** @param root the folder that has `.cortex/` */
  constructor(
    private readonly runtime: Runtime,
    private readonly root: string,
  ) {}

  /** @returns `null` if the log has no swarm @throws CortexError when the log cannot be read */
  burnDown(): Burnt | null {
    const burnt = readBurnDown(this.runtime, this.#log);
    return burnt && { ...burnt, forecast: computeForecast(burnt) };
  }

  /** @returns `null` without a log @throws CortexError when it cannot be read */
  span(): HistorySpan | null {
    const first = earliestMoment(this.runtime, this.#log);
    if (first === null) return null;
    let to = first.time;
    const visit = (_state: unknown, { time }: { readonly time: number }): void => {
      to = Math.max(to, time);
    };
    replay(this.runtime, { directory: this.#log, machine: swarmMachine }, () => true, { visit });
    return { from: first.time, to };
  }

  /** Later calls read only what is new. @returns `null` if the log has no swarm @throws CortexError when the log cannot be read */
  activity(): SwarmActivity | null {
    this.#activity ??= new ActivityReader(this.runtime, this.#log);
    return this.#activity.read();
  }

  /** @param time milliseconds since 1970 UTC @throws CortexError as `stateAt` */
  at(time: number): PastView {
    const { state, at, problems } = stateAt(this.runtime, this.#log, { time });
    const { changes, next } = listChanges(this.runtime, this.#log, { from: { time }, to: null, after: null, limit: MAX_CHANGES });
    const { swarm, locks } = state;
    const manifest = swarm.toManifest([], at.time);
    const seen = (manifest?.agents ?? []).flatMap(({ id: agent }) => {
      const last = swarm.lastActivity(agent);
      return last === null ? [] : [{ agent, at: last }];
    });
    return {
      at,
      manifest,
      seen,
      changes,
      hasMore: next !== null,
      problems,
      locks: locks.list(at.time),
      waiting: locks.queue().filter(({ until }) => until > at.time),
      vanishAfterMs: swarm.vanishAfterMs,
      pause: swarm.paused,
      applicants: swarm.applicants,
      stoppedMs: swarm.stoppedMs,
      isAborted: swarm.isAborted,
    };
  }

  get #log(): string {
    return resolveLocalFolder(this.runtime.fs, this.root, 'swarm');
  }
}

/**
 * Returns a text that changes when the log of a swarm grows, is swept or is started anew; empty without a log.
 * @param root the folder that has `.cortex/`
 * @throws CortexError if the log cannot be read
 */
export function logMark(fs: FileSystem, root: string): string {
  const directory = resolveLocalFolder(fs, root, 'swarm');
  const segments = listDirectory(fs, directory).filter((name) => segmentNumber(name) !== null);
  return segments
    .toSorted()
    .map((name) => `${name}:${statOf(fs, path.join(directory, name))?.size ?? ''}`)
    .join(' ');
}
