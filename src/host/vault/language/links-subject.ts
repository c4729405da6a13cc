import type { Range } from '../../../engine/text/markdown/markdown.ts';
import { findHeadings, headerValuePlace, type PlacedLink, placedAliases } from '../../../engine/vault/index.ts';
import type { TypedNote } from './typed-note.ts';

/** What a place in a note is about: a link to a note, or the name of the note itself. */
export type LinkSubject =
  | { readonly kind: 'link'; readonly link: PlacedLink }
  | { readonly kind: 'id' | 'name'; readonly at: Range }
  | { readonly kind: 'alias'; readonly at: Range; readonly alias: string }
  | { readonly kind: 'heading'; readonly at: Range };

/** The cursor stands between letters: behind the last one it still is at the word. */
const holds = ({ from, to }: Range, offset: number) => from <= offset && offset <= to;

/** The link at a place of a note; brackets are part of it. */
export function linkAt({ links }: Pick<TypedNote, 'links'>, offset: number): PlacedLink | null {
  return links.find((link) => holds(link, offset)) ?? null;
}

/** Where a note says its own name: in the header, or in the first heading that reads like it. */
function ownNameAt({ text, note }: Pick<TypedNote, 'text' | 'note'>, offset: number): LinkSubject | null {
  for (const key of ['id', 'name'] as const) {
    const at = headerValuePlace(text, key);
    if (at !== null && holds(at, offset)) return { kind: key, at };
  }
  const alias = placedAliases(text).find((each) => holds(each.at, offset));
  if (alias !== undefined) return { kind: 'alias', ...alias };
  const heading = findHeadings(text).find((each) => each.text === note.name);
  return heading !== undefined && holds(heading, offset) ? { kind: 'heading', at: { from: heading.from, to: heading.to } } : null;
}

/** What a place of a note is about; `null` where it is about no note. */
export function linkSubject(typed: Pick<TypedNote, 'text' | 'note' | 'links'>, offset: number): LinkSubject | null {
  const link = linkAt(typed, offset);
  return link === null ? ownNameAt(typed, offset) : { kind: 'link', link };
}
