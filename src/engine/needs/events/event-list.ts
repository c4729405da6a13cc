import path from 'node:path';
import { parseTypedTime } from '../../crtx/typed/typed-time.ts';
import { CortexError, describeError } from '../../platform/errors.ts';
import type { OperationContext } from '../../platform/operation.ts';
import type { OpenProtocol, Protocol } from '../../platform/protocol.ts';
import { findProjectAround } from '../../workspace/project-reading.ts';
import { type CursorState, readCursorFile, writeCursorFile } from './cursor-file.ts';
import type { ChangeEvent, EventsInput } from './events-schemas.ts';
import { compareItems, type KeptItem } from './item-changes.ts';
import { LogEvents } from './log-events.ts';

/** How far back changes are printed without a cursor file: a day, in milliseconds. */
const DEFAULT_MS = 86_400_000;

function newState(folder: string, time: number, now: number): CursorState {
  return { cortexEvents: 1, folder, savedAt: now, swarm: { after: null, time }, timeline: { since: time, known: [] }, places: [] };
}

/** Finds changes, passes them on, and remembers where it is. */
export class EventList {
  readonly #warned = new Set<string>();
  /** Whether items were found that could not be compared, because there is no earlier state. */
  hasNoEarlierState = false;
  hasFailed = false;

  #logs: LogEvents | null = null;

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
    const folder = findProjectAround(runtime, directory)?.root ?? runtime.fs.realpathSync(directory);
    const file = cursorFile === undefined ? null : path.resolve(directory, cursorFile);
    const earlier = file === null ? null : readCursorFile(runtime, file, folder);
    const from = since === undefined ? (earlier?.savedAt ?? now - DEFAULT_MS) : parseTypedTime(since, now);
    if (from > now) throw new CortexError('invalid-input', 'is in the future', { value: since, allowed: 'a time up to now' });
    const continued = since === undefined ? earlier : null;
    return new EventList(context, continued ?? newState(folder, from, now), file, continued === null ? from : null, emit);
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
      this.hasFailed = true;
      this.warn(describeError(error));
    }
  }

  /** Emits the changes of the swarm, its locks and the timeline since the last call. */
  readLogs(): Promise<void> {
    return this.attempt(async () => {
      const { runtime, directory } = this.context;
      const root = this.#logs === null ? findProjectAround(runtime, directory)?.root : undefined;
      if (root !== undefined) this.#logs = new LogEvents(runtime, root, this.state);
      await this.#logs?.read(this.emit, this.warn);
    });
  }

  /**
   * Emits the changes of a protocol's items since the last call, or since the cursor file was written.
   * @param at time of the changes in milliseconds since 1970 UTC; `null` if it is unknown
   */
  async compare({ name }: Pick<Protocol, 'name'>, opened: OpenProtocol, at: number | null): Promise<void> {
    if (opened.items === undefined) return;
    const errors = opened.problems().filter(({ severity }) => severity === 'error');
    for (const { message } of errors) this.warn(message);
    if (!opened.isThere) return;
    const items = await opened.items();
    const place = this.state.places.find((each) => each.protocol === name && each.root === opened.root);
    const unread = new Set(errors.flatMap(({ file }) => file ?? []));
    const { changes, kept } = compareItems(place?.items ?? [], items, unread);
    const isFirst = place === undefined && at === null && this.since !== null;
    this.hasNoEarlierState ||= isFirst && items.some(({ since }) => since === null);
    for (const { since, ...change } of changes) {
      const time = since ?? at;
      if (isFirst && (since === null || since < (this.since ?? 0))) continue;
      this.emit({ at: time === null ? null : new Date(time).toISOString(), source: name, ...change });
    }
    this.#keep(name, opened.root, kept);
  }

  #keep(protocol: string, root: string, items: readonly KeptItem[]): void {
    const others = this.state.places.filter((each) => each.protocol !== protocol || each.root !== root);
    this.state.places = [...others, { protocol, root, items: [...items] }];
  }

  /** Writes the cursor file, if there is one. @throws CortexError if it cannot be written */
  async save(): Promise<void> {
    if (this.file === null) return;
    this.state.savedAt = this.context.runtime.clock.now();
    await writeCursorFile(this.context.runtime, this.file, this.state);
  }

  async close(): Promise<void> {
    await this.#logs?.close();
  }
}
