import path from 'node:path';
import { AnsweringThread, type ThreadReply } from '../../platform/answering-thread.ts';
import { CortexError } from '../../platform/errors.ts';
import { nodeFileSystem } from '../../platform/file-system.ts';
import { programFolder } from '../../platform/program-folder.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { fromNoteRow } from '../cache/cached-note.ts';
import type { LinkedNote } from '../links/dead-parts.ts';
import type { LinkPlan } from '../links/plan-links.ts';
import { fromNamesRow, type NoteNames, toNamesRow } from '../notes/named-note.ts';
import type { NoteReading, ReadAhead, ReadNoteFile } from '../notes/note-file.ts';
import { type AlikeReport, type ExaminedNote, findDuplicates } from '../trust/alike-notes.ts';
import type { DuplicateReport } from '../trust/duplicate-pairs.ts';
import type { SimilarPair } from '../trust/short-notes.ts';
import { joinNotes } from './examined-notes.ts';
import type { VaultThreadData, VaultThreadEvents, VaultThreadFunctions } from './messages.ts';
import { SharedBatches } from './shared-batches.ts';
import { SharedList } from './shared-list.ts';

/** Program of the thread, in the folder of thread programs. */
const THREAD_FILE = 'vault-worker.cjs';
/**
 * Comparing the notes of a large vault sends no message for some seconds, and for many times as long if other processes use the processors.
 * Milliseconds.
 */
const PATIENCE_MS = 120_000;
/** Number of compared notes that are sent at a time. */
const TOGETHER = 2_048;
/** With fewer notes, the work is done before a thread has started. */
const LEAST_NOTES = 10_000;

export interface VaultThreadOptions {
  /** Folder of the thread's program. Default: `dist/threads` of the running program. */
  readonly folder?: string;
  /** No thread is started for fewer notes. Default: 10,000. */
  readonly least?: number;
}

/**
 * Second thread that shares the processing of all notes of a vault (docs/decisions/0014-indexing-in-two-threads.md). It is optional: if it
 * was not started, has ended or is busy, this thread does the work.
 */
export class VaultThread {
  readonly #runtime: Pick<Runtime, 'fs'>;
  readonly #data: VaultThreadData;
  readonly #folder: string;
  readonly #least: number;
  #thread: AnsweringThread<VaultThreadFunctions, VaultThreadEvents> | null = null;
  #read: SharedList<string, ReadNoteFile | null> | null = null;
  #looked: SharedList<string, string | null> | null = null;
  #planned: SharedList<NoteNames, LinkPlan> | null = null;
  #examined: SharedList<LinkedNote, readonly number[]> | null = null;

  /** @param fs as for `clock`: the thread uses the real runtime, so none is started if this one differs */
  constructor(
    runtime: Pick<Runtime, 'fs' | 'clock'>,
    { root, directories, timeZone, part = 'all' }: NoteReading,
    { folder = programFolder('threads'), least = LEAST_NOTES }: VaultThreadOptions = {},
  ) {
    this.#runtime = runtime;
    this.#data = { root, directories, timeZone, part };
    this.#folder = folder;
    this.#least = runtime.fs === nodeFileSystem && !runtime.clock.pinned ? least : Number.POSITIVE_INFINITY;
  }

  /**
   * Starts to read notes in the thread.
   * @param notes in the order in which they will be taken
   * @param isKnown whether only the stat of a note is read
   */
  readAhead(notes: readonly string[], isKnown: (note: string) => boolean = () => false): ReadAhead {
    const [unknown, known] = [notes.filter((note) => !isKnown(note)), notes.filter(isKnown)];
    const read = new SharedList<string, ReadNoteFile | null>(unknown);
    const looked = new SharedList<string, string | null>(known);
    [this.#read, this.#looked] = [read, looked];
    this.#begin(unknown, (functions) => functions.read(unknown, read.batches.claims));
    this.#begin(known, (functions) => functions.look(known, looked.batches.claims));
    return { take: (note) => read.take(note) ?? null, identityOf: (note) => looked.take(note) ?? null };
  }

  /**
   * Starts to plan links in the thread.
   * @param notes all notes of the vault
   * @returns function that takes each note in this order, and returns `undefined` if the caller must plan it
   */
  planLinks(notes: readonly NoteNames[]): (note: NoteNames) => LinkPlan | undefined {
    const list = new SharedList<NoteNames, LinkPlan>(notes);
    this.#planned = list;
    this.#begin(notes, (functions) => functions.planLinks(notes.map(toNamesRow), list.batches.claims));
    return (note) => list.take(note);
  }

  /** Starts to look for dead links to parts of notes in the thread. @returns function like that of `planLinks` */
  deadParts(notes: readonly LinkedNote[]): (note: LinkedNote) => readonly number[] | undefined {
    const list = new SharedList<LinkedNote, readonly number[]>(notes);
    this.#examined = list;
    this.#begin(notes, (functions) => functions.deadParts(JSON.stringify(notes), list.batches.claims));
    return (note) => list.take(note);
  }

  /**
   * Starts to compare notes as `findAlikeNotes` does, in the thread.
   * @returns function that waits for the result. If the thread has not begun to search for duplicates, this thread does that. `null` if the
   * caller must compare the notes.
   */
  alikeNotes(notes: readonly ExaminedNote[]): () => Promise<AlikeReport | null> {
    const work = new SharedBatches(1);
    const answers = this.#compare(notes, work.claims);
    // An error is reported when the result is needed.
    answers.catch(() => null);
    return async () => {
      try {
        const isOwn = this.#isRunning && work.claim();
        const own = isOwn ? findDuplicates(this.#runtime, this.#data.root, notes) : null;
        const [short, found] = await answers;
        const duplicates = own ?? found;
        return short === null || duplicates === null ? null : { short, duplicates };
      } catch (error) {
        if (error instanceof CortexError) return null;
        throw error;
      }
    };
  }

  async #compare(
    notes: readonly ExaminedNote[],
    claims: SharedArrayBuffer,
  ): Promise<[short: readonly SimilarPair[] | null, duplicates: DuplicateReport | null]> {
    const parts: Promise<unknown>[] = [];
    // The thread examines the first notes while this thread joins the next ones.
    for (let from = 0; from < notes.length; from += TOGETHER) {
      const part = notes.slice(from, from + TOGETHER);
      parts.push(this.#ask(notes, (functions) => functions.addNotes(joinNotes(part))));
    }
    const short = this.#ask(notes, (functions) => functions.similarNotes());
    const duplicates = this.#ask(notes, (functions) => functions.duplicates(claims));
    await Promise.all([...parts, short, duplicates]);
    return [await short, await duplicates];
  }

  /** Stops the thread. */
  async close(): Promise<void> {
    await this.#thread?.close();
  }

  get #isRunning(): boolean {
    return this.#thread?.isOver === false;
  }

  /** Starts the thread's part of a list. Failures are ignored, because this thread then does all the work. */
  #begin(items: readonly unknown[], question: (functions: VaultThreadFunctions) => Promise<ThreadReply<null>>): void {
    void this.#ask(items, question).catch(() => null);
  }

  /** @returns `null` if there are too few items to start a thread, or it has ended */
  async #ask<Answer>(
    { length }: readonly unknown[],
    question: (functions: VaultThreadFunctions) => Promise<ThreadReply<Answer>>,
  ): Promise<Answer | null> {
    const isWorthIt = length >= this.#least || this.#thread !== null;
    if (!isWorthIt || this.#thread?.isOver === true) return null;
    this.#thread ??= this.#start();
    return this.#thread.ask(question);
  }

  #start(): AnsweringThread<VaultThreadFunctions, VaultThreadEvents> {
    const file = path.join(this.#folder, THREAD_FILE);
    return new AnsweringThread<VaultThreadFunctions, VaultThreadEvents>(
      { file, data: this.#data, subject: 'the vault', next: 'Run the command again.', patienceMs: PATIENCE_MS },
      {
        read: (batch, rows) =>
          this.#read?.deliver(
            batch,
            rows.map((row) => row && { settled: row[0], note: fromNoteRow(row[1]) }),
          ),
        readNames: (batch, rows) =>
          this.#read?.deliver(
            batch,
            rows.map((row) => row && { settled: row[0], note: fromNamesRow(row[1]) }),
          ),
        looked: (batch, identities) => this.#looked?.deliver(batch, identities),
        planned: (batch, plans) => this.#planned?.deliver(batch, plans),
        examined: (batch, dead) => this.#examined?.deliver(batch, dead),
      },
    );
  }
}
