import type { TimelineEntry } from '../../crtx/index.ts';
import { resolveLocalFolder } from '../../crtx/local-folder.ts';
import { shortLine } from '../../crtx/shorten.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { type Change, changesSince } from '../../swarm/index.ts';
import { TimelineStore } from '../../timeline/index.ts';
import type { CursorState } from './cursor-file.ts';
import type { ChangeEvent } from './events-schemas.ts';

type Place = Pick<CursorState, 'swarm' | 'timeline'>;

/** Entries are written up to a second after their time, and clocks differ a little. Milliseconds. */
const OVERLAP_MS = 60_000;
/** `context.trigger` of entries that repeat what the swarm's log says. */
const OF_SWARM = 'swarm';

/** The last time that a date can have, in milliseconds since 1970 UTC. */
const LAST_TIME = 8.64e15;

/** Returns a time in ISO 8601. @param time milliseconds since 1970 UTC; a foreign file may have any number */
export const isoTime = (time: number): string => new Date(Math.max(-LAST_TIME, Math.min(time, LAST_TIME))).toISOString();

function ofChange({ time, kind, agent, subject, detail }: Change): ChangeEvent {
  return { at: isoTime(time), source: 'swarm', kind, agent, subject, detail, file: null, line: null };
}

function ofEntry({ timestamp, type, agentId, action, reasoning }: TimelineEntry): ChangeEvent {
  const said = { kind: type, agent: agentId, subject: shortLine(action), detail: shortLine(reasoning) };
  return { at: isoTime(timestamp), source: 'timeline', ...said, file: null, line: null };
}

const OPEN: ReadonlySet<string> = new Set(['active', 'pending']);

/** Reports whether a change only repeats that a part of an open task began or ended: the task itself has no agent. */
function isOfParts({ kind, from, to }: Change): boolean {
  if (kind !== 'task' || from === undefined || to === undefined) return false;
  return [from, to].every(({ agents, status }) => agents.length === 0 && OPEN.has(status));
}

/** Changes of a project's swarm, locks and timeline, from their logs. */
export class LogEvents {
  #timeline: TimelineStore | null = null;

  /**
   * @param root of the project
   * @param place where the list continues; changed by `read`
   */
  constructor(
    private readonly runtime: Runtime,
    private readonly root: string,
    private readonly place: Place,
  ) {}

  /**
   * Calls `emit` with the changes since the last call, by time. If one of the logs cannot be read, those of the other are still emitted.
   * @param warn receives what is missing @throws CortexError if a log cannot be read
   */
  async read(emit: (event: ChangeEvent) => void, warn: (warning: string) => void): Promise<void> {
    let failure: unknown = null;
    const entries = await this.#entries().catch((error: unknown) => {
      failure = error;
      return [];
    });
    try {
      this.#readSwarm(entries, emit, warn);
    } catch (error) {
      failure ??= error;
    }
    if (failure !== null) throw failure;
  }

  #readSwarm(entries: readonly TimelineEntry[], emit: (event: ChangeEvent) => void, warn: (warning: string) => void): void {
    let next = 0;
    const emitUntil = (time: number) => {
      for (let entry = entries[next]; entry !== undefined && entry.timestamp <= time; entry = entries[++next]) emit(ofEntry(entry));
    };
    try {
      const log = resolveLocalFolder(this.runtime.fs, this.root, 'swarm');
      for (const change of changesSince(this.runtime, log, this.place.swarm, warn)) {
        if (isOfParts(change)) continue;
        emitUntil(change.time);
        emit(ofChange(change));
        this.place.swarm = { after: change.cursor, time: change.time };
      }
    } finally {
      emitUntil(Number.POSITIVE_INFINITY);
    }
  }

  /** Returns the new entries, oldest first. */
  async #entries(): Promise<TimelineEntry[]> {
    const { timeline: place } = this.place;
    if (this.#timeline === null) this.#timeline = await TimelineStore.open(this.runtime, this.root);
    else await this.#timeline.refresh();
    const now = this.runtime.clock.now();
    // The clock was set back.
    const since = place.since > now ? now - OVERLAP_MS : place.since;
    const { entries } = await this.#timeline.query({ since }, { limit: Number.POSITIVE_INFINITY });
    const known = new Set(place.known);
    // A clock that is wrong elsewhere may have written an entry in the future. Others come before it.
    place.since = Math.max(since, Math.min(entries[0]?.timestamp ?? 0, now) - OVERLAP_MS);
    place.known = entries.filter(({ timestamp }) => timestamp >= place.since).map(({ id }) => id);
    return entries.filter(({ id, context }) => !known.has(id) && context.trigger !== OF_SWARM).reverse();
  }

  async close(): Promise<void> {
    await this.#timeline?.close();
  }
}
