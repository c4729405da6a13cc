import path from 'node:path';
import { parseTypedTime } from '../../crtx/typed/typed-time.ts';
import { CortexError, describeError } from '../../platform/errors.ts';
import type { OperationContext } from '../../platform/operation.ts';
import type { OpenProtocol, Protocol } from '../../platform/protocol.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { findProjectAround } from '../../workspace/project-reading.ts';
import { type CursorState, findCursorFile, readCursorFile, writeCursorFile } from './cursor-file.ts';
import type { ChangeEvent, EventsInput } from './events-schemas.ts';
import { compareItems, type KeptItem } from './item-changes.ts';
import { isoTime, LogEvents } from './log-events.ts';

/** How far back changes are printed without a cursor file: a day, in milliseconds. */
const DEFAULT_MS = 86_400_000;

function newState(folder: string, time: number, now: number): CursorState {
  return { cortexEvents: 1, folder, savedAt: now, swarm: { after: null, time }, timeline: { since: time, known: [] }, places: [] };
}

/** Orders changes by time. Those without one come last. */
function earlierFirst({ at: one }: ChangeEvent, { at: other }: ChangeEvent): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return Date.parse(one) - Date.parse(other);
}

/** @throws CortexError `not-found` */
function realFolder({ fs }: Runtime, directory: string): string {
  try {
    return fs.realpathSync(directory);
  } catch (cause) {
    throw new CortexError('not-found', 'there is no such folder', { file: directory, next: 'Correct the name.' }, { cause });
  }
}

/** Finds changes, passes them on, and remembers where it is. */
export class EventList {
  readonly #warned = new Set<string>();
  /** Whether items were found that could not be compared, because there is no earlier state. */
  hasNoEarlierState = false;
  hasFailed = false;

  #logs: LogEvents | null = null;
  readonly #found: ChangeEvent[] = [];

  private constructor(
    private readonly context: OperationContext,
    private readonly state: CursorState,
    private readonly file: string | null,
    /** From when on changes are wanted if there is no earlier state, in milliseconds since 1970 UTC; `null` if there is one. */
    private readonly since: number | null,
    private readonly emit: (event: ChangeEvent) => void,
  ) {}

  /** @throws CortexError `invalid-input` for a time in the future, or a cursor file that cannot be used */
  static open(context: OperationContext, { since, cursorFile }: EventsInput, emit: (event: ChangeEvent) => void): EventList {
    const { runtime, directory } = context;
    const now = runtime.clock.now();
    const folder = findProjectAround(runtime, directory)?.root ?? realFolder(runtime, directory);
    const file = cursorFile === undefined ? null : findCursorFile(runtime, path.resolve(directory, cursorFile));
    const earlier = file === null ? null : readCursorFile(runtime, file, folder);
    const from = since === undefined ? now - DEFAULT_MS : parseTypedTime(since, now);
    if (from > now) throw new CortexError('invalid-input', 'is in the future', { value: since, allowed: 'a time up to now' });
    const begin = newState(folder, from, now);
    if (earlier === null) return new EventList(context, begin, file, from, emit);
    // `since` is about the logs. Items are compared with the last run nevertheless: their changes would be lost otherwise.
    if (since !== undefined) return new EventList(context, { ...begin, places: earlier.places }, file, from, emit);
    const list = new EventList(context, earlier, file, null, emit);
    if (earlier.savedAt > now) list.#begunLater(earlier.savedAt, from);
    return list;
  }

  /** The clock was set back since the last run: entries of the timeline that are earlier than its time may be new. */
  #begunLater(savedAt: number, from: number): void {
    const { timeline } = this.state;
    timeline.since = Math.min(timeline.since, from);
    const then = isoTime(savedAt);
    this.warn(`the clock was set back: the last run was at ${then}. Entries of the timeline of the last 24 hours may be printed again.`);
  }

  /** The project, or the folder where there is none yet. */
  get folder(): string {
    return this.state.folder;
  }

  /** Prints a warning once. */
  readonly warn = (warning: string): void => {
    if (!this.#warned.has(warning)) this.context.progress(warning);
    this.#warned.add(warning);
  };

  /** Runs a read. A failure is printed, and the others are still read. */
  async attempt(read: () => Promise<void>): Promise<void> {
    try {
      await read();
    } catch (error) {
      if (!(error instanceof CortexError)) throw error;
      this.failed(error);
    }
  }

  /** Prints why something cannot be read. */
  failed(error: CortexError): void {
    this.hasFailed = true;
    this.warn(describeError(error));
  }

  /** Emits what was found since the last call, by time. */
  emitFound(): void {
    for (const event of this.#found.splice(0).sort(earlierFirst)) this.emit(event);
  }

  /** Finds the changes of the swarm, its locks and the timeline since the last call. */
  readLogs(): Promise<void> {
    return this.attempt(async () => {
      const { runtime, directory } = this.context;
      const root = this.#logs === null ? findProjectAround(runtime, directory)?.root : undefined;
      if (root !== undefined) this.#logs = new LogEvents(runtime, root, this.state);
      await this.#logs?.read((event) => void this.#found.push(event), this.warn);
    });
  }

  /**
   * Finds the changes of a protocol's items since the last call, or since the cursor file was written.
   * @param at time of the changes in milliseconds since 1970 UTC; `null` if it is unknown
   */
  async compare({ name }: Pick<Protocol, 'name'>, opened: OpenProtocol, at: number | null): Promise<void> {
    if (opened.items === undefined) return;
    const unread = this.#unreadOf(opened);
    if (!opened.isThere) return;
    const items = await opened.items();
    const place = this.state.places.find((each) => each.protocol === name && each.root === opened.root);
    const { changes, kept } = compareItems(place?.items ?? [], items, unread);
    const isFirst = place === undefined && at === null && this.since !== null;
    this.hasNoEarlierState ||= isFirst && items.some(({ since }) => since === null);
    const wanted = changes.filter(({ since }) => !isFirst || (since !== null && since >= (this.since ?? 0)));
    for (const { since, ...change } of wanted) {
      const time = since ?? at;
      this.#found.push({ at: time === null ? null : isoTime(time), source: name, ...change });
    }
    this.#keep(name, opened.root, kept);
  }

  /** Prints why files cannot be read. @returns these files and folders */
  #unreadOf(opened: OpenProtocol): ReadonlySet<string> {
    const unknown = opened.unknownFolders?.() ?? [];
    const problems = opened.problems().filter(({ severity }) => severity === 'error' || unknown.length > 0);
    this.hasFailed ||= problems.length > 0;
    for (const { message } of problems) this.warn(message);
    return new Set([...unknown, ...problems.flatMap(({ file }) => file ?? [])]);
  }

  #keep(protocol: string, root: string, items: readonly KeptItem[]): void {
    const others = this.state.places.filter((each) => each.protocol !== protocol || each.root !== root);
    this.state.places = [...others, { protocol, root, items: [...items] }];
  }

  /** Writes the cursor file, if there is one. @throws CortexError if it cannot be written */
  async save(): Promise<void> {
    if (this.file === null) return;
    // What the receiver has not taken would be lost with it.
    await this.context.written?.();
    this.state.savedAt = this.context.runtime.clock.now();
    await writeCursorFile(this.context.runtime, this.file, this.state);
  }

  async close(): Promise<void> {
    await this.#logs?.close();
  }
}
