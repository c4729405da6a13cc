import path from 'node:path';
import { AnsweringThread, type Reply } from '../../platform/answering-thread.ts';
import { CortexError } from '../../platform/errors.ts';
import { nodeFileSystem } from '../../platform/file-system.ts';
import { programFolder } from '../../platform/program-folder.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { LinkPlan } from '../links/plan-links.ts';
import type { NoteNames } from '../notes/named-note.ts';
import type { NoteReading, ReadAhead, ReadNoteFile } from '../notes/note-file.ts';
import type { ShortNote } from '../trust/said-notes.ts';
import { type ShortPair, shortPairs } from '../trust/short-notes.ts';
import type { VaultThreadData, VaultThreadEvents, VaultThreadFunctions } from './messages.ts';
import { SharedList } from './shared-list.ts';

/** The program of the thread, in the folder of the threads' programs. */
const THREAD_FILE = 'vault-worker.cjs';
/** Fewer notes are done before a thread has begun. */
const LEAST_NOTES = 10_000;

export interface VaultThreadOptions {
  /** Where the thread's program is. Default: `dist/threads` of the program that runs. */
  readonly folder?: string;
  /** With fewer notes no thread is started. Default: 10,000. */
  readonly least?: number;
}

/**
 * Another thread that does a part of what is done with all notes of a vault (docs/decisions/0014-indexing-in-two-threads.md). It only helps: what it
 * does not deliver, because it was not started, has ended or is busy, is done here.
 */
export class VaultThread {
  readonly #data: VaultThreadData;
  readonly #folder: string;
  readonly #least: number;
  #thread: AnsweringThread<VaultThreadFunctions, VaultThreadEvents> | null = null;
  #read: SharedList<string, ReadNoteFile | null> | null = null;
  #planned: SharedList<NoteNames, LinkPlan> | null = null;

  /** @param runtime that of a thread is the real one: with another one no thread is started */
  constructor(
    { fs, clock }: Pick<Runtime, 'fs' | 'clock'>,
    { root, directories, timeZone, part = 'all' }: NoteReading,
    { folder = programFolder('threads'), least = LEAST_NOTES }: VaultThreadOptions = {},
  ) {
    this.#data = { root, directories, timeZone, part };
    this.#folder = folder;
    this.#least = fs === nodeFileSystem && !clock.pinned ? least : Number.POSITIVE_INFINITY;
  }

  /** Begins to read notes. @param paths in the order in which they are taken */
  readAhead(paths: readonly string[]): ReadAhead {
    const list = new SharedList<string, ReadNoteFile | null>(paths);
    this.#read = list;
    this.#begin(paths, (functions) => functions.read(paths, list.batches.claims));
    return { take: (note) => list.take(note) ?? null };
  }

  /** Begins to plan the links of notes. @param notes all of the vault @returns takes each note in this order; `undefined` where it has to be planned here */
  planLinks(notes: readonly NoteNames[]): (note: NoteNames) => LinkPlan | undefined {
    const list = new SharedList<NoteNames, LinkPlan>(notes);
    this.#planned = list;
    this.#begin(notes, (functions) => functions.planLinks(notes, list.batches.claims));
    return (note) => list.take(note);
  }

  /** As the function of the same name. */
  async shortPairs(notes: readonly ShortNote[]): Promise<readonly ShortPair[]> {
    const rows = notes.map(({ path: file, name, project, summary }) => ({ path: file, name, project, summary }));
    try {
      const found = await this.#ask(notes, (functions) => functions.shortPairs(rows));
      return found ?? shortPairs(notes);
    } catch (error) {
      if (error instanceof CortexError) return shortPairs(notes);
      throw error;
    }
  }

  /** Ends the thread. */
  async close(): Promise<void> {
    await this.#thread?.close();
  }

  /** Has the thread do its part of a list. Why it does not is of no interest, since all of it is done here then. */
  #begin(items: readonly unknown[], question: (functions: VaultThreadFunctions) => Promise<Reply<null>>): void {
    void this.#ask(items, question).catch(() => null);
  }

  /** @returns `null` where none is started for so few items, or it has ended */
  async #ask<Answer>(
    { length }: readonly unknown[],
    question: (functions: VaultThreadFunctions) => Promise<Reply<Answer>>,
  ): Promise<Answer | null> {
    if (length < this.#least || this.#thread?.isOver === true) return null;
    this.#thread ??= this.#start();
    return this.#thread.ask(question);
  }

  #start(): AnsweringThread<VaultThreadFunctions, VaultThreadEvents> {
    const file = path.join(this.#folder, THREAD_FILE);
    return new AnsweringThread<VaultThreadFunctions, VaultThreadEvents>(
      { file, data: this.#data, subject: 'the vault', next: 'Run the command again.' },
      {
        read: (batch, notes) => this.#read?.deliver(batch, notes),
        planned: (batch, plans) => this.#planned?.deliver(batch, plans),
      },
    );
  }
}
