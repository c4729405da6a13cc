import type { Range } from '../../../engine/text/markdown/markdown.ts';
import { findAliases, findHeaderValue, findHeadings, type PlacedLink } from '../../../engine/vault/index.ts';
import type { TypedNote } from './typed-note.ts';

/** What a position in a note refers to: a link to a note, or a name of the note itself. */
export type LinkSubject =
  | { readonly kind: 'link'; readonly link: PlacedLink }
  | { readonly kind: 'id' | 'name'; readonly at: Range }
  | { readonly kind: 'alias'; readonly at: Range; readonly alias: string }
  | { readonly kind: 'heading'; readonly at: Range };

/** Reports whether the cursor touches a range. Its end is included, because the cursor is between characters. */
const holds = ({ from, to }: Range, offset: number) => from <= offset && offset <= to;

/** Returns the link at an offset, including its brackets. */
export function linkAt({ links }: Pick<TypedNote, 'links'>, offset: number): PlacedLink | null {
  return links.find((link) => holds(link, offset)) ?? null;
}

/** Returns the name of the note itself at an offset: in the header, or the first heading with the same text. */
function ownNameAt({ text, note }: Pick<TypedNote, 'text' | 'note'>, offset: number): LinkSubject | null {
  for (const key of ['id', 'name'] as const) {
    const at = findHeaderValue(text, key);
    if (at !== null && holds(at, offset)) return { kind: key, at };
  }
  const alias = findAliases(text).find((each) => holds(each.at, offset));
  if (alias !== undefined) return { kind: 'alias', ...alias };
  const heading = findHeadings(text).find((each) => each.text === note.name);
  return heading !== undefined && holds(heading, offset) ? { kind: 'heading', at: { from: heading.from, to: heading.to } } : null;
}

/** Returns what an offset refers to; `null` if it refers to no note. */
export function linkSubject(typed: Pick<TypedNote, 'text' | 'note' | 'links'>, offset: number): LinkSubject | null {
  const link = linkAt(typed, offset);
  return link === null ? ownNameAt(typed, offset) : { kind: 'link', link };
}
