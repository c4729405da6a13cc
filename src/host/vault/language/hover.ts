import * as vscode from 'vscode';
import { calendarDay, determineLayer, findIncomingLinks } from '../../../engine/vault/index.ts';
import { hoverText } from './hover-text.ts';
import { linkAt } from './links-subject.ts';
import type { NotePlace } from './links-vault.ts';
import { rangeIn } from './typed-note.ts';

/** Returns the summary of the note that a link refers to. Problems of the link are diagnostics. @param now milliseconds since 1970 */
export function hoverAt({ vault, typed, offset }: NotePlace, now: number): vscode.Hover | null {
  const link = linkAt(typed, offset);
  const note = link === null ? null : vault.noteMeant(link, typed.note.path);
  if (link === null || note === null) return null;
  const { config } = vault.store;
  const layer = determineLayer(note, calendarDay(now, config.timeZone), config);
  const shown = vault.ask((index) => {
    const { from, replacements } = findIncomingLinks(index, note);
    return {
      linkedFrom: from.filter((path) => path !== note.path).length,
      replacements: replacements.map((path) => index.get(path)).filter((other) => other !== undefined),
    };
  });
  // A MarkdownString is by default untrusted and without HTML.
  const text = new vscode.MarkdownString(hoverText({ note, layer, ...shown }));
  return new vscode.Hover(text, rangeIn(typed.document, link));
}
