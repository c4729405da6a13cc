import * as vscode from 'vscode';
import { CortexError, describeError } from '../../../engine/platform/errors.ts';
import {
  checkRenaming,
  findIncomingLinks,
  findNameKind,
  type Note,
  type NoteRenaming,
  renamingEdits,
  type TextEdit,
  type VaultIndex,
} from '../../../engine/vault/index.ts';
import { requireTrust } from '../../commands/trust.ts';
import { type LinkSubject, linkSubject } from './links-subject.ts';
import type { CurrentText, NotePlace } from './links-vault.ts';
import { rangeIn } from './typed-note.ts';

const ADVICE = 'Rename the note at the id, name or alias in its header, or at a link that names it so.';

function refused(message: string, next: string): CortexError {
  return new CortexError('invalid-input', message, { next });
}

type NameSubject = Exclude<LinkSubject, { kind: 'heading' }>;

/** Returns the renameable name at a position. */
function subjectAt({ typed, offset }: NotePlace): NameSubject | null {
  const subject = linkSubject(typed, offset);
  return subject?.kind === 'heading' ? null : subject;
}

const nothingHere = () => refused('there is no name of a note to change here', ADVICE);

/**
 * Returns the range of the name at a position. Accepts every link, although `renameAt` may refuse it: VS Code would otherwise ask another
 * provider, which would rename the word in this file only.
 * @throws Error if there is no name, so that VS Code asks other providers
 */
export function prepareRenameAt(place: NotePlace): { range: vscode.Range; placeholder: string } {
  const subject = subjectAt(place);
  // VS Code shows only the message of an error.
  if (subject === null) throw new Error(describeError(nothingHere()));
  const { document, text } = place.typed;
  const at = subject.kind === 'link' ? subject.link.targetAt : subject.at;
  return { range: rangeIn(document, at), placeholder: text.slice(at.from, at.to) };
}

/** Returns the renaming for a position. @throws CortexError if it is not possible */
function renamingAt(place: NotePlace, next: string): NoteRenaming {
  const { vault, typed } = place;
  const subject = subjectAt(place);
  if (subject === null) throw nothingHere();
  if (subject.kind === 'alias') return { note: typed.note, field: 'alias', alias: subject.alias, next };
  if (subject.kind !== 'link') return { note: typed.note, field: subject.kind, next };
  const { link } = subject;
  const { path } = typed.note;
  const note: Note | null = vault.noteMeant(link, path);
  if (note === null) throw refused('this link does not mean exactly one note', 'Correct the link first.');
  const field = findNameKind(note, link, path);
  if (field === 'id' || field === 'name') return { note, field, next };
  if (field === 'alias') return { note, field, alias: link.target, next };
  throw refused('this link names the file of the note, and files are not renamed here', ADVICE);
}

/** @throws CortexError with the file that cannot be changed */
function editsIn(index: VaultIndex, renaming: NoteRenaming, current: CurrentText): TextEdit[] {
  try {
    return renamingEdits(index, renaming, current);
  } catch (error) {
    if (!(error instanceof CortexError)) throw error;
    throw new CortexError(error.code, error.message, { ...error.data, file: current.path });
  }
}

/** Renames the note at a position, in its header and in all links that use the name. @throws CortexError; nothing is changed then */
export function renameAt(place: NotePlace, request: string): vscode.WorkspaceEdit {
  requireTrust();
  const { vault } = place;
  const renaming = renamingAt(place, request.trim());
  const edit = new vscode.WorkspaceEdit();
  vault.ask((index) => {
    checkRenaming(index, renaming);
    for (const path of new Set([renaming.note.path, ...findIncomingLinks(index, renaming.note).from])) {
      const current = vault.textOf(path);
      for (const part of editsIn(index, renaming, current)) edit.replace(current.uri, current.rangeOf(part), part.text);
    }
  });
  return edit;
}
