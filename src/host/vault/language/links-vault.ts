import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import type { Range } from '../../../engine/text/markdown/markdown.ts';
import { askWithNotes, type LinkQuery, type Note, type Resolution, type VaultIndex, type VaultStore } from '../../../engine/vault/index.ts';
import type { VaultSession } from '../vault-session.ts';
import { documentText, EditorLines } from './links-places.ts';
import { rangeIn, type TypedNote, typedNote } from './typed-note.ts';

/** A position in a note for a language feature. */
export interface NotePlace {
  readonly vault: TypedVault;
  readonly typed: TypedNote;
  /** Offset in the text. */
  readonly offset: number;
}

/** Current text of a note: unsaved if it is open, else from its file. */
export interface CurrentText {
  readonly path: string;
  readonly uri: vscode.Uri;
  readonly text: string;
  rangeOf(part: Range): vscode.Range;
}

/** Reports whether a note is equal to its saved version. */
function isSaved(note: Note, saved: Note | undefined): boolean {
  return saved !== undefined && isDeepStrictEqual({ ...note, file: saved.file }, saved);
}

/** The vault with unsaved changes: open documents replace their files. */
export class TypedVault {
  readonly #open: ReadonlyMap<string, TypedNote>;
  /** Notes with unsaved changes. */
  readonly #unsaved: readonly Note[];

  constructor(
    private readonly vault: VaultSession,
    readonly store: VaultStore,
  ) {
    const typed = vscode.workspace.textDocuments.map((document) => typedNote(document, vault)).filter((each) => each !== null);
    this.#open = new Map(typed.map((each) => [each.note.path, each]));
    this.#unsaved = typed.map(({ note }) => note).filter((note) => !isSaved(note, store.index.get(note.path)));
  }

  /** Runs a query on all notes, including unsaved changes. @param question must be synchronous */
  ask<Answer>(question: (index: VaultIndex) => Answer): Answer {
    const { index } = this.store;
    return askWithNotes(index, this.#unsaved, () => question(index));
  }

  /** Returns the note that a link refers to, or `null`. @param from path of the note that contains the link */
  noteMeant({ target, kind }: LinkQuery, from: string): Note | null {
    return this.ask((index) => {
      const resolution: Resolution = index.resolve(target, from, kind);
      return resolution.kind === 'found' ? (index.get(resolution.path) ?? null) : null;
    });
  }

  uriOf(path: string): vscode.Uri {
    return this.#open.get(path)?.document.uri ?? this.vault.uriOf(path);
  }

  /** @throws CortexError if the note no longer exists, or cannot be read */
  textOf(path: string): CurrentText {
    const open = this.#open.get(path);
    if (open !== undefined) {
      const { document, text } = open;
      return { path, uri: document.uri, text, rangeOf: (part) => rangeIn(document, part) };
    }
    const text = documentText(this.store.text(path));
    const lines = new EditorLines(text);
    const positionAt = (offset: number) => {
      const { line, character } = lines.at(offset);
      return new vscode.Position(line, character);
    };
    const rangeOf = ({ from, to }: Range) => new vscode.Range(positionAt(from), positionAt(to));
    return { path, uri: this.vault.uriOf(path), text, rangeOf };
  }
}
