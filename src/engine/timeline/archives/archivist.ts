import path from 'node:path';
import { jsonEqual } from '../../crtx/json-equal.ts';
import type { TimelineEntry } from '../../crtx/schema/timeline.ts';
import { hasIdentity, identityOf, statOf } from '../../files/file-content.ts';
import { Mutex, type Turn } from '../../files/mutex.ts';
import { CortexError, describeError } from '../../platform/errors.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { ArchivedChange } from '../archived-changes.ts';
import type { Ledger } from '../ledger.ts';
import { findAddition, uniteCopies, withChange } from '../merging/union.ts';
import type { EntryChange, TimelineRecordOf } from '../records.ts';
import { ArchiveFiles, type WrittenArchive } from './archive-files.ts';
import type { Archives, IndexedArchive } from './archives.ts';
import { planRoll, ROLL_LIMITS, type RollLimits } from './roll-plan.ts';

/** An archive is rewritten when it has this many late changes, or when one of them is this old (milliseconds). */
const LATE_MOST = 64;
const LATE_MS = 60_000;
/** Delays after another process held the mutex, and after a failure. Milliseconds. */
const BUSY_MS = 1_000;
const FAILED_MS = 10_000;

/** The log from which archives are written. */
export interface ArchivistContext {
  /** Called again for each use. */
  state(): Ledger;
  /** Effective time of the last record, milliseconds. */
  time(): number;
  log(record: TimelineRecordOf<'roll'> | TimelineRecordOf<'settled'>): Promise<void>;
  project(): string;
}

/** Moves entries into archives, and late changes into the archives of their entries (docs/decisions/0007-large-timelines.md). */
export class Archivist {
  readonly #mutex: Mutex;
  readonly #files: ArchiveFiles;
  #working: Promise<void> | null = null;
  #notBefore = Number.NEGATIVE_INFINITY;
  /** A process that only reads moves nothing. */
  #hasWritten = false;
  #problem: string | null = null;

  constructor(
    private readonly runtime: Runtime,
    private readonly archives: Archives,
    private readonly context: ArchivistContext,
    /** Folder of the log. */
    local: string,
    private readonly limits: RollLimits = ROLL_LIMITS,
  ) {
    this.#mutex = new Mutex(runtime, path.join(local, 'roll'));
    this.#files = new ArchiveFiles(runtime, archives, () => context.project());
  }

  /** Why entries could not be moved. */
  get problems(): readonly string[] {
    return this.#problem === null ? [] : [this.#problem];
  }

  /** Called after each record of this process. Starts work in the background if any is due. */
  begin(): void {
    this.#hasWritten = true;
    if (this.runtime.clock.monotonic() < this.#notBefore || !this.#isDue()) return;
    this.#start('due');
  }

  /** Does all work that is due, and resolves when no work is running. @param includeLate also work that is not due yet */
  async finish(includeLate: boolean): Promise<void> {
    await this.#working;
    if (includeLate || (this.#hasWritten && this.#isDue())) this.#start(includeLate ? 'all' : 'due');
    await this.#working;
  }

  #isDue(): boolean {
    const { bytes, late } = this.context.state();
    return bytes > this.limits.rollBytes || this.#mayBeDue([...late.all()]);
  }

  /**
   * A new child of an archived parent can wait for other work: the child names the parent, and a missing parent must not cause endless
   * work.
   */
  #mayBeDue(late: readonly ArchivedChange[]): boolean {
    const now = this.context.time();
    const changes = late.filter(({ ending, rest }) => ending !== undefined || rest !== undefined);
    return changes.length >= LATE_MOST || changes.some(({ since }) => now - since >= LATE_MS);
  }

  #start(scope: 'due' | 'all'): void {
    this.#working ??= this.#work(scope)
      .then(() => {
        this.#problem = null;
      })
      .catch((error: unknown) => {
        if (!(error instanceof CortexError && error.code === 'busy')) this.#problem = describeError(error);
        this.#notBefore = this.runtime.clock.monotonic() + FAILED_MS;
      })
      .finally(() => {
        this.#working = null;
      });
  }

  async #work(scope: 'due' | 'all'): Promise<void> {
    const turn = this.#mutex.tryAcquire();
    if (turn === null) {
      this.#notBefore = this.runtime.clock.monotonic() + BUSY_MS;
      return;
    }
    try {
      this.#files.sweep();
      await this.#repair();
      const hasRolled = await this.#roll(turn);
      await this.#applyLateChanges(turn, hasRolled ? 'all' : scope);
      // Work that is still due could not be done. Delay the retry.
      if (this.#isDue()) this.#notBefore = this.runtime.clock.monotonic() + BUSY_MS;
    } finally {
      turn.release();
    }
  }

  /** Restores archives that a checkout removed, and merges those that were replaced by another version. */
  async #repair(): Promise<void> {
    for (const archive of await this.archives.refresh()) {
      const backup = path.join(this.archives.backupFolder, archive.name);
      if (archive.file === backup) await this.#files.restore(archive);
      else if (this.context.state().archives.has(archive.name) && !hasIdentity(this.runtime.fs, backup, archive.identity)) {
        await this.#unite(archive, backup);
      }
    }
    await this.archives.refresh();
  }

  /**
   * Merges an archive that a checkout or another program replaced. What our copy has beyond the present file is restored, as in the
   * timeline.
   */
  async #unite(archive: IndexedArchive, backup: string): Promise<void> {
    const { beginning, place, archives } = this.context.state();
    const stat = statOf(this.runtime.fs, backup);
    if (stat?.isFile() !== true || archives.get(archive.name) === archive.header.hash) return this.#files.backUp(archive);
    const ours = this.#files.read({ file: backup, identity: identityOf(stat) });
    const byId = new Map(ours.data.map((entry) => [entry.id, entry]));
    const changes = this.#files.read(archive).data.map((entry) => lostFrom(entry, byId.get(entry.id)));
    const written = await this.#republish(
      archive,
      changes.filter((change) => change !== null),
    );
    this.#files.backUp(archive);
    await this.context.log({ op: 'settled', beginning, upTo: place.ordinal, archive: written, ids: [] });
  }

  /** Rolls until the current entries are few enough. Others may record meanwhile. @returns whether anything was rolled */
  async #roll(turn: Turn): Promise<boolean> {
    for (let before = Number.POSITIVE_INFINITY; ; ) {
      const ledger = this.context.state();
      if (ledger.bytes <= this.limits.rollBytes || ledger.bytes >= before) return before < Number.POSITIVE_INFINITY;
      before = ledger.bytes;
      const from = { beginning: ledger.beginning, upTo: ledger.place.ordinal };
      for (const entries of planRoll(ledger.entries(), this.limits)) {
        if (!turn.isCurrent) return true;
        await this.#archive(entries, from);
      }
    }
  }

  async #archive(entries: readonly TimelineEntry[], from: Pick<TimelineRecordOf<'roll'>, 'beginning' | 'upTo'>): Promise<void> {
    const fresh: TimelineEntry[] = [];
    const late: EntryChange[] = [];
    const found = new Set<IndexedArchive>();
    for (const entry of entries) {
      const copies = this.archives.copies(this.archives.list, entry.id);
      for (const { archive } of copies) found.add(archive);
      const there = uniteCopies(copies.map((copy) => copy.entry));
      const change = there === undefined ? null : findAddition(entry, there);
      if (there === undefined) fresh.push(entry);
      else if (change !== null) late.push(change);
    }
    // Entries that leave the log must survive power loss in their archive.
    for (const archive of found) await this.#files.makeDurable(archive);
    const archives = fresh.length === 0 ? [] : [await this.#files.write(fresh, this.context.time())];
    await this.context.log({ op: 'roll', ...from, archives, ids: entries.map(({ id }) => id), late });
    await this.archives.refresh();
  }

  async #applyLateChanges(turn: Turn, which: 'due' | 'all'): Promise<void> {
    const { beginning, place } = this.context.state();
    for (const [archive, changes] of this.#lateByArchive()) {
      if (which === 'due' && !this.#mayBeDue(changes)) continue;
      if (!turn.isCurrent) return;
      const written = await this.#republish(archive, changes);
      const ids = changes.map(({ id }) => id);
      await this.context.log({ op: 'settled', beginning, upTo: place.ordinal, archive: written, ids });
    }
    await this.archives.refresh();
  }

  /** Groups late changes by archive. Those of entries in no archive keep waiting. */
  #lateByArchive(): ReadonlyMap<IndexedArchive, ArchivedChange[]> {
    const groups = new Map<IndexedArchive, ArchivedChange[]>();
    for (const change of this.context.state().late.all()) {
      // The ending of the last copy counts.
      const last = this.archives.copies(this.archives.list, change.id).at(-1);
      if (last === undefined) continue;
      const others = groups.get(last.archive);
      if (others === undefined) groups.set(last.archive, [change]);
      else others.push(change);
    }
    return groups;
  }

  async #republish(archive: IndexedArchive, changes: readonly EntryChange[]): Promise<WrittenArchive> {
    const byId = new Map(changes.map((change) => [change.id, change]));
    const present = this.#files.read(archive);
    let changed = false;
    const data = present.data.map((entry) => {
      const change = byId.get(entry.id);
      const next = change === undefined ? entry : withChange(entry, change);
      changed ||= !jsonEqual(next, entry);
      return next;
    });
    if (!changed) {
      await this.#files.makeDurable(archive);
      return { name: archive.name, hash: archive.header.hash };
    }
    return this.#files.replace(archive, present, data, this.context.time());
  }
}

/** Returns what an older version of an entry has beyond the present one. If both have an ending, the present one wins. */
function lostFrom(present: TimelineEntry, older: TimelineEntry | undefined): EntryChange | null {
  const change = older === undefined ? null : findAddition(older, present);
  if (change === null || present.outcome === 'pending') return change;
  const { ending: _, ...others } = change;
  return others;
}
