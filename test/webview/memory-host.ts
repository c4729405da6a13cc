import { CortexError } from '../../src/engine/platform/errors.ts';
import type { VaultProblem } from '../../src/engine/vault/cache/vault-tree.ts';
import type { Note } from '../../src/engine/vault/notes/note.ts';
import { readBody } from '../../src/host/dashboards/memory/detail.ts';
import { type IndexedNotes, NoteIndex } from '../../src/host/dashboards/memory/note-index.ts';
import type { MemoryState, MemoryStep, MemoryView, NotesRequest } from '../../src/host/dashboards/memory/protocol.ts';
import { memoryStepSchema, memoryViewSchema } from '../../src/host/dashboards/memory/protocol.ts';
import { memorySnapshot } from '../../src/host/dashboards/memory/state.ts';
import { changedSnapshot } from '../../src/host/dashboards/page-state.ts';
import { vaultConfig } from '../support/vault-config.ts';
import { makeVault, PRESENT } from '../unit/engine/vault/make-vault.ts';
import { NOW } from '../unit/host/view-models.ts';
import type { PageHost } from './dashboard-page.ts';

/** All notes that there are; the dashboard gets the part of them that it looks at, as the editor's host makes it. */
export interface Remembered {
  readonly notes: readonly Note[];
  /** What stands in their files, by path; others cannot be read. */
  readonly bodies: Readonly<Record<string, string>>;
  readonly request: NotesRequest | null;
  readonly problems?: readonly VaultProblem[];
  readonly readOnly?: string;
}

/** What a stand-in has to show. */
export type MemoryContent = Remembered | Exclude<MemoryState, { kind: 'memory' }>;

/** The notes as the editor has them open. */
export function bookOf({ notes, bodies, problems = [] }: Pick<Remembered, 'notes' | 'bodies' | 'problems'>): NoteIndex {
  const { index, words } = makeVault(notes);
  const body = (path: string): string => {
    const text = bodies[path];
    if (text === undefined) throw new CortexError('io', 'the file cannot be read', { file: path });
    return text;
  };
  const store: IndexedNotes['store'] = { index, config: vaultConfig(), problems, body };
  return new NoteIndex({ store, words: () => words, root: '/shop/vault', today: PRESENT.today });
}

/** Answers the Memory dashboard as the contract says, from notes that a test makes up. */
export class MemoryHost implements PageHost<MemoryState, MemoryView, MemoryStep> {
  readonly page = 'memory';
  readonly views: MemoryView[] = [];
  readonly steps: MemoryStep[] = [];
  readonly pushes: MemoryState[] = [];
  #book: NoteIndex | null = null;
  #shown: MemoryState | null = null;
  #show: (state: MemoryState) => void = () => undefined;

  constructor(private content: MemoryContent) {}

  connect(show: (state: MemoryState) => void): void {
    this.#show = show;
  }

  look(view: MemoryView): void {
    this.views.push(memoryViewSchema.parse(view));
    this.#shown = null;
    this.#push();
  }

  take(step: MemoryStep): void {
    this.steps.push(memoryStepSchema.parse(step));
  }

  /** Changes what there is, and tells the dashboard. */
  change(content: MemoryContent): void {
    this.content = content;
    this.#book = null;
    this.#push();
  }

  #push(): void {
    const view = this.views.at(-1);
    if (view === undefined) return;
    const [before, now] = [this.#shown, this.#stateFor(view)];
    this.#shown = now;
    const push = before === null ? now : changedSnapshot(before, now);
    if (push === null) return;
    this.pushes.push(push);
    this.#show(push);
  }

  #stateFor(view: MemoryView): MemoryState {
    if ('kind' in this.content) return this.content;
    const { request, readOnly = null } = this.content;
    this.#book ??= bookOf(this.content);
    const book = this.#book;
    return {
      kind: 'memory',
      snapshot: memorySnapshot(book, view, { body: (note) => readBody(book.notes.store, note), request, now: NOW, readOnly }),
    };
  }
}
