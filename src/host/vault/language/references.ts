import { setImmediate as nextTurn } from 'node:timers/promises';
import * as vscode from 'vscode';
import { CortexError } from '../../../engine/platform/errors.ts';
import { findHeaderValue, findHeading, findIncomingLinks, findLinksTo, type Note, type PlacedLink } from '../../../engine/vault/index.ts';
import { linkAt, linkSubject } from './links-subject.ts';
import type { CurrentText, NotePlace, TypedVault } from './links-vault.ts';
import { rangeIn } from './typed-note.ts';

const START = new vscode.Range(0, 0, 0, 0);
/** Number of files to read before yielding to other work. */
const FILES_AT_ONCE = 32;

/** Returns the text of a note; `null` if it cannot be read. Diagnostics report that. */
function readable(vault: TypedVault, path: string): CurrentText | null {
  try {
    return vault.textOf(path);
  } catch (error) {
    if (error instanceof CortexError) return null;
    throw error;
  }
}

function headingIn(vault: TypedVault, path: string, heading: string): vscode.Range {
  const current = readable(vault, path);
  const found = current === null ? null : findHeading(current.text, heading);
  return current === null || found === null ? START : current.rangeOf(found);
}

/** Returns the targets of the link at a position: a note or its heading, or all candidates of an ambiguous link. */
export function definitionsAt({ vault, typed, offset }: NotePlace): vscode.LocationLink[] {
  const link = linkAt(typed, offset);
  if (link === null) return [];
  const { target, kind, heading } = link;
  const resolution = vault.ask((index) => index.resolve(target, typed.note.path, kind));
  if (resolution.kind === 'dead') return [];
  const paths = resolution.kind === 'found' ? [resolution.path] : resolution.paths;
  return paths.map((path) => ({
    originSelectionRange: rangeIn(typed.document, link),
    targetUri: vault.uriOf(path),
    targetRange: heading === null ? START : headingIn(vault, path, heading),
  }));
}

/** Returns the note at a position: the target of its link, or the note itself if the position is on its name. */
function noteAt({ vault, typed, offset }: NotePlace): Note | null {
  const subject = linkSubject(typed, offset);
  if (subject?.kind === 'link') return vault.noteMeant(subject.link, typed.note.path);
  return subject === null ? null : typed.note;
}

/** Returns the location of a note's id, else of its name, else its start. */
function declarationOf(vault: TypedVault, note: Note): vscode.Location {
  const current = readable(vault, note.path);
  const at = current === null ? null : (findHeaderValue(current.text, 'id') ?? findHeaderValue(current.text, 'name'));
  return new vscode.Location(vault.uriOf(note.path), current === null || at === null ? START : current.rangeOf(at));
}

function placesOf(links: readonly PlacedLink[], { uri, rangeOf }: CurrentText): vscode.Location[] {
  return links.map(({ targetAt }) => new vscode.Location(uri, rangeOf(targetAt)));
}

/** Returns all links in the vault to the note at a position. */
export async function referencesAt(place: NotePlace, withNote: boolean, token: vscode.CancellationToken): Promise<vscode.Location[]> {
  const { vault } = place;
  const note = noteAt(place);
  if (note === null) return [];
  const { from } = vault.ask((index) => findIncomingLinks(index, note));
  const found = withNote ? [declarationOf(vault, note)] : [];
  for (let at = 0; at < from.length; at += FILES_AT_ONCE) {
    await nextTurn();
    if (token.isCancellationRequested) return [];
    const texts = from.slice(at, at + FILES_AT_ONCE).flatMap((path) => readable(vault, path) ?? []);
    found.push(...vault.ask((index) => texts.flatMap((current) => placesOf(findLinksTo(index, note, current), current))));
  }
  return found;
}
