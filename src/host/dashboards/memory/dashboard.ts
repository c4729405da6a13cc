import * as vscode from 'vscode';
import type { Note } from '../../../engine/vault/index.ts';
import { problemOf } from '../../../engine/workspace/file-problems.ts';
import { openPlace } from '../../commands/open.ts';
import { runCommand } from '../../commands/run-command.ts';
import { sayError } from '../../commands/say.ts';
import { problemRows } from '../../model/pages.ts';
import { oneLine } from '../../model/text.ts';
import { UNTRUSTED } from '../../session.ts';
import { openNotes } from '../../vault/open-notes.ts';
import type { VaultSession } from '../../vault/vault-session.ts';
import type { Wish } from '../../wish.ts';
import type { Page } from '../dashboards.ts';
import { fillPanel } from '../page-panel.ts';
import { changedSnapshot } from '../snapshot-changes.ts';
import { MemoryBook } from './book.ts';
import { bodyOf, type NoteBody, requireAsRead } from './detail.ts';
import type { MemoryState, MemoryStep, MemoryView, NotesWish } from './protocol.ts';
import { memoryStepSchema, memoryViewSchema } from './protocol.ts';
import { memorySnapshot } from './state.ts';

/** A person who types or scrolls waits for the rows. */
const DRAW_MS = 40;

/** What the Memory dashboard is given. */
export interface MemoryParts {
  readonly vault: VaultSession;
  readonly wish: Wish<NotesWish>;
  readonly log: vscode.LogOutputChannel;
}

/** The Memory dashboard: the notes of the vault, searched, and why each stands where it does (seed 2, "Smart Loader"; docs/decisions/0024). */
export function memoryPage(parts: MemoryParts, extension: vscode.Uri): Page {
  return (panel) => {
    const desk = new MemoryDesk(parts);
    const content = {
      page: 'memory' as const,
      viewSchema: memoryViewSchema,
      stepSchema: memoryStepSchema,
      drawing: (draw: () => Promise<void>) => parts.vault.session.drawing(draw, DRAW_MS),
      prepare: () => parts.vault.ready(),
      stateFor: (view: MemoryView) => desk.stateFor(view),
      changesOf: changedSnapshot<MemoryState>,
      take: (step: MemoryStep) => desk.take(step),
      onDidChange: desk.onDidChange,
    };
    return vscode.Disposable.from(fillPanel(panel, content, extension, parts.log), desk);
  };
}

const COMMANDS = {
  create: 'cortex.memory.create',
  choose: 'cortex.memory.choose',
  new: 'cortex.memory.new',
  report: 'cortex.memory.report',
  pack: 'cortex.memory.pack',
  open: 'cortex.memory.open',
  accept: 'cortex.memory.accept',
  archive: 'cortex.memory.archive',
  supersede: 'cortex.memory.supersede',
} as const;

/** What the dashboard shows, and what is done from it, as long as its tab is open. */
class MemoryDesk implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  readonly #subscription: vscode.Disposable;
  #book: MemoryBook | null = null;
  /** Of the note that is chosen: its file is read again when it was written. */
  #body: { readonly note: Note; readonly body: NoteBody } | null = null;

  constructor(private readonly parts: MemoryParts) {
    const { vault, wish } = parts;
    const tell = () => this.#changed.fire();
    this.#subscription = vscode.Disposable.from(
      this.#changed,
      vault.onDidChange(tell),
      wish.onDidChange(tell),
      vscode.workspace.onDidGrantWorkspaceTrust(tell),
      // On another day notes are in other layers.
      vscode.window.onDidChangeWindowState(({ focused }) => focused && tell()),
    );
  }

  stateFor(view: MemoryView): MemoryState {
    const { vault, wish } = this.parts;
    const { state, folder } = vault;
    const readOnly = vscode.workspace.isTrusted ? null : UNTRUSTED;
    if (state.kind === 'none') return folder === null ? { kind: 'no-folder' } : { kind: 'none', readOnly };
    if (state.kind === 'broken') return { kind: 'broken', problems: problemRows([problemOf(state.error)]) };
    const book = this.#bookOf();
    const body = (note: Note) => this.#bodyOf(book, note);
    const now = vault.session.runtime.clock.now();
    return { kind: 'memory', snapshot: memorySnapshot(book, view, { body, wish: wish.wanted, now, readOnly }) };
  }

  #bookOf(): MemoryBook {
    const notes = openNotes(this.parts.vault);
    if (this.#book?.isOf(notes) !== true) this.#book = new MemoryBook(notes);
    return this.#book;
  }

  #bodyOf({ notes: { store } }: MemoryBook, note: Note): NoteBody {
    if (this.#body?.note !== note) this.#body = { note, body: bodyOf(store, note) };
    return this.#body.body;
  }

  take(step: MemoryStep): string | null {
    const refusal = this.#refusalOf(step);
    if (refusal !== null) return refusal;
    this.#do(step).catch((error: unknown) => sayError(error, 'cortex.memory.dashboard', this.parts.log));
    return null;
  }

  /** The page may ask for nothing but what it was told of. */
  #refusalOf(step: MemoryStep): string | null {
    const { state } = this.parts.vault;
    if ('note' in step && (state.kind !== 'vault' || state.store.index.get(step.note) === undefined)) return notTold(step.note);
    if (step.kind !== 'open-problem') return null;
    const errors = state.kind === 'broken' ? [state.error] : state.kind === 'vault' ? state.store.problems.map(({ error }) => error) : [];
    return errors.some((error) => problemOf(error).file === step.file) ? null : notTold(step.file);
  }

  async #do(step: MemoryStep): Promise<void> {
    switch (step.kind) {
      case 'open-problem':
        return openPlace(step.file, step.line, step.column);
      case 'open-line':
        return openPlace(this.parts.vault.uriOf(step.note).fsPath, step.line, 1);
      case 'accept':
        requireAsRead(openNotes(this.parts.vault).store, step.note, step.version);
        return this.#run(step);
      default:
        return this.#run(step);
    }
  }

  async #run(step: Extract<MemoryStep, { kind: keyof typeof COMMANDS }>): Promise<void> {
    return runCommand(COMMANDS[step.kind], 'note' in step ? { kind: 'note', path: step.note } : undefined);
  }

  dispose(): void {
    this.#subscription.dispose();
  }
}

const notTold = (value: string): string => `The dashboard asked for something that it was not told of: ${oneLine(value, 300)}`;
