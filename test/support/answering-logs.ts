import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { leaderFolder } from '../../src/engine/log/leader/leader-election.ts';
import { PublishedLog } from '../../src/engine/log/publishing/published-log.ts';
import { LogReader } from '../../src/engine/log/segments/reader.ts';
import { nodeRuntime, type Runtime } from '../../src/engine/platform/runtime.ts';
import { type Note, type Notes, type NotesFile, notesMachine, notesProjection, parseNotes } from './notes.ts';

export type NotesLog = PublishedLog<Note, Notes, number, NotesFile>;

/** A folder with a log that several stores of one process have open, as separate processes would. */
export class AnsweringLogs {
  readonly root = fs.mkdtempSync(path.join(os.tmpdir(), 'cortex-answers-'));
  readonly directory = path.join(this.root, '.cortex/.local/notes');
  readonly published = path.join(this.root, '.cortex/notes.crtx');
  /** The file that names the leader's socket. */
  readonly leaderFile = path.join(leaderFolder(this.directory), 'leader.json');
  /** Number of times that a store reported answering others. */
  answered = 0;
  readonly #open = new Set<NotesLog>();

  constructor(private readonly segmentBytes = 4_000_000) {
    fs.mkdirSync(this.directory, { recursive: true });
  }

  open(runtime: Runtime = nodeRuntime({})): NotesLog {
    const log: NotesLog = new PublishedLog(runtime, {
      directory: this.directory,
      root: this.root,
      machine: notesMachine,
      projection: notesProjection(this.published),
      segmentBytes: this.segmentBytes,
      answers: {
        isAnswer: (value) => typeof value === 'number',
        answered: () => {
          this.answered += 1;
        },
      },
    });
    this.#open.add(log);
    return log;
  }

  /** Opens a store as leader, and writes two notes. */
  async leader(): Promise<NotesLog> {
    const log = this.open();
    await log.transact({ op: 'note', text: 'first' });
    await log.transact({ op: 'note', text: 'second' });
    return log;
  }

  /** Opens a store as follower. */
  async follower(): Promise<NotesLog> {
    const log = this.open();
    await log.join();
    return log;
  }

  /** Returns all notes in the order of the log, by record id. */
  history(): Map<string, string> {
    const notes = new Map<string, string>();
    const reader = new LogReader(nodeRuntime({}), {
      directory: this.directory,
      machine: notesMachine,
      from: 'oldest',
      observe: ({ id }, _place, operation) => {
        if (operation?.op === 'note') notes.set(id, operation.text);
      },
    });
    reader.refresh();
    reader.close();
    return notes;
  }

  /** Returns the notes in the published file. */
  shown(): readonly string[] {
    return parseNotes(fs.readFileSync(this.published, 'utf8')).seen;
  }

  async close(log: NotesLog): Promise<void> {
    this.#open.delete(log);
    await log.close();
  }

  async end(): Promise<void> {
    await Promise.all([...this.#open].map((log) => log.close()));
    fs.rmSync(this.root, { recursive: true, force: true });
  }
}
