import * as vscode from 'vscode';
import { CortexError, describeError } from '../../../engine/platform/errors.ts';
import {
  calledBy,
  checkRenaming,
  incomingLinks,
  type Note,
  type Renaming,
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

/** The name at a place that may be one to change. */
function subjectAt({ typed, offset }: NotePlace): NameSubject | null {
  const subject = linkSubject(typed, offset);
  return subject?.kind === 'heading' ? null : subject;
}

const nothingHere = () => refused('no name of a note is here that can be changed', ADVICE);

/**
 * Where the name at a place stands. Every link is ours to answer for, be it to say no: what else the editor knows to rename there, it
 * would rename in this file alone.
 * @throws Error where no name is: then another may know what to do
 */
export function prepareRenameAt(place: NotePlace): { range: vscode.Range; placeholder: string } {
  const subject = subjectAt(place);
  // The editor shows the message of an error, and nothing else of it.
  if (subject === null) throw new Error(describeError(nothingHere()));
  const { document, text } = place.typed;
  const at = subject.kind === 'link' ? subject.link.targetAt : subject.at;
  return { range: rangeIn(document, at), placeholder: text.slice(at.from, at.to) };
}

/** What is to be renamed, and how. @throws CortexError where it cannot be */
function renamingAt(place: NotePlace, next: string): Renaming {
  const { vault, typed } = place;
  const subject = subjectAt(place);
  if (subject === null) throw nothingHere();
  if (subject.kind === 'alias') return { note: typed.note, field: 'alias', alias: subject.alias, next };
  if (subject.kind !== 'link') return { note: typed.note, field: subject.kind, next };
  const { link } = subject;
  const { path } = typed.note;
  const note: Note | null = vault.noteMeant(link, path);
  if (note === null) throw refused('this link means no one note', 'Correct the link first.');
  const field = calledBy(note, link, path);
  if (field === 'id' || field === 'name') return { note, field, next };
  if (field === 'alias') return { note, field, alias: link.target, next };
  throw refused('this link names the file of the note, and files are not renamed here', ADVICE);
}

/** @throws CortexError with the file that cannot be changed */
function editsIn(index: VaultIndex, renaming: Renaming, current: CurrentText): TextEdit[] {
  try {
    return renamingEdits(index, renaming, current);
  } catch (error) {
    if (!(error instanceof CortexError)) throw error;
    throw new CortexError(error.code, error.message, { ...error.data, file: current.path });
  }
}

/** Calls the note at a place otherwise, in its header and wherever links call it so. @throws CortexError where that cannot be done; nothing is changed */
export function renameAt(place: NotePlace, request: string): vscode.WorkspaceEdit {
  requireTrust();
  const { vault } = place;
  const renaming = renamingAt(place, request.trim());
  const edit = new vscode.WorkspaceEdit();
  vault.ask((index) => {
    checkRenaming(index, renaming);
    for (const path of new Set([renaming.note.path, ...incomingLinks(index, renaming.note).from])) {
      const current = vault.textOf(path);
      for (const part of editsIn(index, renaming, current)) edit.replace(current.uri, current.rangeOf(part), part.text);
    }
  });
  return edit;
}
