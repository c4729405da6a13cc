import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import type { Range } from '../../../engine/text/markdown/markdown.ts';
import { type AskedLink, type Note, type Resolution, type VaultIndex, type VaultStore, withNotes } from '../../../engine/vault/index.ts';
import type { VaultSession } from '../vault-session.ts';
import { documentText, EditorLines } from './links-places.ts';
import { rangeIn, type TypedNote, typedNote } from './typed-note.ts';

/** A place in a note that the editor asks about. */
export interface NotePlace {
  readonly vault: TypedVault;
  readonly typed: TypedNote;
  /** Of the text. */
  readonly offset: number;
}

/** The text of a note as it counts at this moment. */
export interface CurrentText {
  readonly path: string;
  readonly uri: vscode.Uri;
  readonly text: string;
  rangeOf(part: Range): vscode.Range;
}

/** Whether a note reads as the file that was read last. */
function isSaved(note: Note, saved: Note | undefined): boolean {
  return saved !== undefined && isDeepStrictEqual({ ...note, file: saved.file }, saved);
}

/** The vault as it is typed: open documents count as they are, others as they are saved. */
export class TypedVault {
  readonly #open: ReadonlyMap<string, TypedNote>;
  /** Notes that are not as they are saved. */
  readonly #unsaved: readonly Note[];

  constructor(
    private readonly vault: VaultSession,
    readonly store: VaultStore,
  ) {
    const typed = vscode.workspace.textDocuments.map((document) => typedNote(document, vault)).filter((each) => each !== null);
    this.#open = new Map(typed.map((each) => [each.note.path, each]));
    this.#unsaved = typed.map(({ note }) => note).filter((note) => !isSaved(note, store.index.get(note.path)));
  }

  /** Answers a question about all notes. @param question must not wait */
  ask<Answer>(question: (index: VaultIndex) => Answer): Answer {
    const { index } = this.store;
    return withNotes(index, this.#unsaved, () => question(index));
  }

  /** The note that a link means, if it is one. @param from the path of the note that the link is in */
  noteMeant({ target, kind }: AskedLink, from: string): Note | null {
    return this.ask((index) => {
      const resolution: Resolution = index.resolve(target, from, kind);
      return resolution.kind === 'found' ? (index.get(resolution.path) ?? null) : null;
    });
  }

  uriOf(path: string): vscode.Uri {
    return this.#open.get(path)?.document.uri ?? this.vault.uriOf(path);
  }

  /** @throws CortexError for a note that is gone, or cannot be read */
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
