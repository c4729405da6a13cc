import * as vscode from 'vscode';
import { formatList, formatScalar } from '../../../engine/text/frontmatter/frontmatter-scalars.ts';
import type { Range } from '../../../engine/text/markdown/markdown.ts';
import { type HeaderChoice, headerChoices, type LinkCandidate, linkCandidates } from '../../../engine/vault/index.ts';
import { counted, oneLine, pickText } from '../../model/text.ts';
import { noteLabel } from '../model/note-text.ts';
import { type TypedTarget, type TypedValue, typedAt } from './completion-places.ts';
import type { NotePlace } from './links-vault.ts';
import { rangeIn, type TypedNote } from './typed-note.ts';

const MAX = 200;
const OUTDATED: ReadonlySet<string> = new Set(['archived', 'superseded']);

/** Sort key that keeps the order of the candidates. */
const inOrder = (at: number) => String(at).padStart(4, '0');

function rangesOf({ document }: TypedNote, { before, whole }: { readonly before: Range; readonly whole: Range }) {
  return { inserting: rangeIn(document, before), replacing: rangeIn(document, whole) };
}

function noteItem({ note, by, alias, target }: LinkCandidate, at: number, typed: string, closing: string): vscode.CompletionItem {
  const label = by === 'id' ? oneLine(note.id) : alias === undefined ? noteLabel(note) : oneLine(alias);
  const item = new vscode.CompletionItem(
    { label: pickText(label), description: oneLine(by === 'name' ? target : note.name) },
    vscode.CompletionItemKind.Reference,
  );
  item.detail = `${oneLine(note.type, 30)} · ${oneLine(note.project, 40)}`;
  // A plain string is shown unformatted; only a MarkdownString would be rendered.
  item.documentation = oneLine(note.summary, 300);
  item.insertText = `${target}${closing}`;
  item.sortText = inOrder(at);
  // Starts with the typed text, so that VS Code does not filter the candidates again.
  item.filterText = `${typed} ${label}`;
  if (OUTDATED.has(note.status)) item.tags = [vscode.CompletionItemTag.Deprecated];
  return item;
}

function noteItems({ vault, typed }: NotePlace, target: TypedTarget): vscode.CompletionList {
  const written = typed.text.slice(target.before.from, target.before.to);
  const range = rangesOf(typed, target);
  const found = vault.ask((index) => linkCandidates(index, written, MAX));
  const others = found.filter(({ note }) => note.path !== typed.note.path);
  const items = others.map((candidate, at) => Object.assign(noteItem(candidate, at, written, target.closing), { range }));
  // Incomplete: every keystroke searches again, because there may be more candidates.
  return new vscode.CompletionList(items, true);
}

/** Formats a value for insertion; `null` if it cannot be written in these quotes. */
function asWritten(value: string, { key, quote, space }: TypedValue): string | null {
  if (quote !== '') return /["'\\]/.test(value) ? null : value;
  return space + (key === 'tags' ? formatList([value]).slice(1, -1) : formatScalar(value));
}

function choiceItem({ value, isKnown, notes }: HeaderChoice, at: number): vscode.CompletionItem {
  const { EnumMember, Value } = vscode.CompletionItemKind;
  const item = new vscode.CompletionItem(pickText(value), isKnown ? EnumMember : Value);
  item.detail = notes === 0 ? 'no note yet' : counted(notes, 'note');
  item.sortText = inOrder(at);
  item.filterText = value;
  return item;
}

function choiceItems({ vault, typed }: NotePlace, place: TypedValue): vscode.CompletionList {
  const range = rangesOf(typed, place);
  const written = typed.text.slice(place.before.from, place.before.to).toLowerCase();
  const word = typed.text.slice(place.whole.from, place.whole.to).toLowerCase();
  const present = new Set(place.key === 'tags' ? typed.note.tags.filter((tag) => tag !== word) : []);
  // The store's index has only saved notes, so it does not contain the text that is being typed.
  const { index, config } = vault.store;
  const all = headerChoices(index, config, place.key).filter(({ value }) => !present.has(value) && value.toLowerCase().includes(written));
  const items = all.slice(0, MAX).flatMap((choice, at) => {
    const insertText = asWritten(choice.value, place);
    return insertText === null ? [] : [Object.assign(choiceItem(choice, at), { range, insertText })];
  });
  return new vscode.CompletionList(items, all.length > MAX);
}

/** Returns the completions at a position: link targets or header values. */
export function completionsAt(place: NotePlace): vscode.CompletionList | null {
  const written = typedAt(place.typed.text, place.offset);
  if (written === null) return null;
  return written.kind === 'link' ? noteItems(place, written) : choiceItems(place, written);
}
