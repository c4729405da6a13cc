import { posix } from 'node:path';
import { KEEP_BOTH_SIDES } from '../../../engine/text/conflicts/conflict-words.ts';
import {
  findNearNotes,
  isLinkTargetOf,
  linkTarget,
  NOTE_STATUSES,
  NOTE_TYPES,
  type Note,
  newIdFor,
  type PlacedLink,
  planWantedNote,
  sortByNearness,
  type TextEdit,
  type TextFinding,
  type VaultIndex,
  writtenTarget,
} from '../../../engine/vault/index.ts';
import { oneLine } from '../../model/text.ts';

/** A way to fix a finding. */
export type NoteFix = { readonly title: string } & (
  | { readonly kind: 'edit'; readonly edit: TextEdit; readonly isBest: boolean }
  /** Opens another note. */
  | { readonly kind: 'open'; readonly path: string }
  | { readonly kind: 'create'; readonly path: string; readonly text: string }
);

/** Text with a finding, and its context. */
export interface FixContext {
  readonly text: string;
  /** `null` for a map of content, which is not a note. */
  readonly note: Note | null;
  readonly index: VaultIndex;
  /** `YYYY-MM-DD`. */
  readonly today: string;
}

type MendedNote = FixContext & { readonly note: Note };

/** Maximum number of similar notes to offer. */
const MAX_NEAR = 3;
const MAX_CANDIDATES = 20;

const shown = (text: string) => oneLine(text, 60);

/** Titles of the repairs that the text alone determines, by the code of the finding. */
const REPAIRS: Readonly<Record<string, { readonly title: string; readonly isBest: boolean }>> = {
  yaml: { title: 'Put the value in quotes', isBest: true },
  'unclosed-list': { title: 'Close the list', isBest: true },
  'unopened-header': { title: 'Begin the header', isBest: false },
  'unclosed-header': { title: 'End the header', isBest: false },
  'merge-conflict': { title: KEEP_BOTH_SIDES, isBest: true },
  'second-header': { title: 'Join this header to the one above', isBest: false },
};

/** Returns the fixes of a finding, most likely first. Edits change only the range of the finding. */
export function listFixes(finding: TextFinding, context: FixContext): NoteFix[] {
  const { code, repair, link } = finding;
  const { text, note } = context;
  const known = REPAIRS[code];
  if (known !== undefined && repair !== null) return [edit(known.title, repair, known.isBest)];
  if (code === 'unknown-type') return knownValues(finding, text, NOTE_TYPES);
  if (code === 'unknown-status') return knownValues(finding, text, NOTE_STATUSES);
  if (code === 'unclosed-marker') return markerFixes(finding);
  if (note === null) return [];
  if (code === 'duplicate-id') return idFixes(finding, note, context);
  return link === null ? [] : linkFixes(finding, link, { ...context, note });
}

function edit(title: string, change: TextEdit, isBest: boolean): NoteFix {
  return { kind: 'edit', title, edit: change, isBest };
}

function knownValues({ at }: TextFinding, text: string, known: readonly string[]): NoteFix[] {
  const written = text.slice(at.from, at.to).replace(/^["']|["']$/g, '');
  return sortByNearness(written, known).map(({ value, isNear }, place) =>
    edit(`Change to “${value}”`, { ...at, text: value }, place === 0 && isNear),
  );
}

function idFixes({ at, others }: TextFinding, note: Note, { index, today }: FixContext): NoteFix[] {
  const id = newIdFor(index, note, note.created ?? today);
  const going = others.slice(0, MAX_CANDIDATES).map((path): NoteFix => ({ kind: 'open', title: `Go to ${shown(path)}`, path }));
  return [edit(`Give this note the id ${shown(id)}`, { ...at, text: id }, false), ...going];
}

function markerFixes({ at, repair }: TextFinding): NoteFix[] {
  const close = repair === null ? [] : [edit('Close the section here', repair, false)];
  return [...close, edit('Remove this marker', { ...at, text: '' }, false)];
}

function linkFixes(finding: TextFinding, link: PlacedLink, context: MendedNote): NoteFix[] {
  const { text } = context;
  const changed = (target: string, isBest: boolean) =>
    edit(`Link to ${shown(target)}`, { ...link.targetAt, text: writtenTarget(text, link, target) }, isBest);
  if (finding.others.length > 0) {
    const targets = finding.others.slice(0, MAX_CANDIDATES).map((path) => targetFor(link, context, path));
    return targets.flatMap((target) => (target === null ? [] : changed(target, false)));
  }
  const near = findNearNotes(context.index, link.target, MAX_NEAR).map(({ path, target }) =>
    link.kind !== 'markdown' && fits(link, target) ? target : targetFor(link, context, path),
  );
  return [...near.flatMap((target, place) => (target === null ? [] : changed(target, place === 0))), ...creation(link, context)];
}

/** Reports whether a target can be written in a link without quoting. Header values may need quotes. */
function fits({ kind }: PlacedLink, target: string): boolean {
  return kind === 'field' || kind === 'property' ? /^[A-Za-z0-9_][\w ./-]*$/.test(target) : kind !== 'file';
}

/** Returns the target by which this link can refer to a note: its id, else its path. `null` if neither is possible. */
function targetFor(link: PlacedLink, { index, note }: MendedNote, path: string): string | null {
  if (link.kind === 'file') return path;
  // Markdown links are relative to the file.
  if (link.kind === 'markdown') return posix.relative(posix.dirname(note.path), path);
  const id = index.get(path)?.id ?? '';
  const target = isLinkTargetOf(index, path, id) ? id : linkTarget(index, { path, id });
  return target !== null && fits(link, target) ? target : null;
}

function creation({ target }: PlacedLink, { note, index, today }: MendedNote): NoteFix[] {
  const wanted = planWantedNote(index, { target, from: note.path, day: today, project: note.project });
  return wanted === null ? [] : [{ kind: 'create', title: `Create the note ${shown(wanted.path)}`, ...wanted }];
}
