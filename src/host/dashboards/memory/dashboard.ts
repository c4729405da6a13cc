import * as vscode from 'vscode';
import { toProblem } from '../../../engine/platform/file-problem.ts';
import type { Note } from '../../../engine/vault/index.ts';
import { openPlace } from '../../commands/open.ts';
import { runCommand } from '../../commands/run-command.ts';
import { problemRows } from '../../model/pages.ts';
import { UNTRUSTED } from '../../session.ts';
import { openNotes } from '../../vault/open-notes.ts';
import type { VaultSession } from '../../vault/vault-session.ts';
import type { ViewRequest } from '../../view-request.ts';
import { NotShownError, PageContent, type PageStep } from '../page-content.ts';
import { STEP_COMMANDS } from '../step-commands.ts';
import { type NoteBody, readBody, requireAsRead } from './detail.ts';
import { NoteIndex } from './note-index.ts';
import type { MemoryState, MemoryStep, MemoryView, NotesRequest } from './protocol.ts';
import { memoryStepSchema, memoryViewSchema } from './protocol.ts';
import { memorySnapshot } from './state.ts';

/** Delay between two updates, in milliseconds. Short, because the user waits for rows while typing or scrolling. */
const DRAW_MS = 40;

/** Inputs of the Memory dashboard. */
export interface MemoryParts {
  readonly vault: VaultSession;
  readonly request: ViewRequest<NotesRequest>;
}

/** The Memory dashboard: searches the notes of the vault and explains their rank (seed 2, "Smart Loader"; docs/decisions/0024). */
export class MemoryDashboard extends PageContent<MemoryState, MemoryView, PageStep<MemoryStep>> {
  #book: NoteIndex | null = null;
  /** Text of the selected note. It is read again after the note's file was written. */
  #body: { readonly note: Note; readonly body: NoteBody } | null = null;

  constructor(private readonly parts: MemoryParts) {
    const { vault, request } = parts;
    const schemas = { viewSchema: memoryViewSchema, stepSchema: memoryStepSchema };
    // The layers of notes depend on the date, so returning to the window updates the page.
    const changes = [
      vault.onDidChange,
      request.onDidChange,
      vscode.workspace.onDidGrantWorkspaceTrust,
      vscode.window.onDidChangeWindowState,
    ];
    super({ page: 'memory', ...schemas, session: vault.session, drawMs: DRAW_MS }, changes);
  }

  override prepare(): Promise<void> {
    return this.parts.vault.ready();
  }

  override stateFor(view: MemoryView): MemoryState {
    const { vault, request } = this.parts;
    const { state, folder } = vault;
    const readOnly = vscode.workspace.isTrusted ? null : UNTRUSTED;
    if (state.kind === 'none') return folder === null ? { kind: 'no-folder' } : { kind: 'none', readOnly };
    if (state.kind === 'broken') return { kind: 'broken', problems: problemRows([toProblem(state.error)]) };
    const book = this.#bookOf();
    const body = (note: Note) => this.#bodyOf(book, note);
    const now = vault.session.runtime.clock.now();
    return { kind: 'memory', snapshot: memorySnapshot(book, view, { body, request: request.wanted, now, readOnly }) };
  }

  #bookOf(): NoteIndex {
    const notes = openNotes(this.parts.vault);
    if (this.#book?.isOf(notes) !== true) this.#book = new NoteIndex(notes);
    return this.#book;
  }

  #bodyOf({ notes: { store } }: NoteIndex, note: Note): NoteBody {
    if (this.#body?.note !== note) this.#body = { note, body: readBody(store, note) };
    return this.#body.body;
  }

  override async take(step: PageStep<MemoryStep>): Promise<void> {
    if (!('note' in step)) return runCommand(STEP_COMMANDS.memory[step.kind]);
    const { vault } = this.parts;
    const { state } = vault;
    if (state.kind !== 'vault' || state.store.index.get(step.note) === undefined) throw new NotShownError(step.note);
    if (step.kind === 'open-line') return openPlace(vault.uriOf(step.note).fsPath, step.line, 1);
    if (step.kind === 'accept') requireAsRead(openNotes(vault).store, step.note, step.version);
    return runCommand(STEP_COMMANDS.memory[step.kind], { kind: 'note', path: step.note });
  }
}
