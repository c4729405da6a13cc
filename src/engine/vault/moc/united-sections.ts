import { findMarkers, type Marker, markersOf } from './markers.ts';

/** Returns the end of a section that begins before a text; `null` if none does. */
function endOfOpenSection(text: string): Marker | null {
  const [first] = markersOf(text);
  return first?.closes === true ? first : null;
}

/** Returns the offset after the line break at an offset, if there is one. */
const nextLine = (text: string, offset: number): number => offset + (/^\r?\n/.exec(text.slice(offset, offset + 2))?.[0].length ?? 0);

/**
 * Returns what the second side of a merge conflict has besides the first one, without the content of sections that both sides have: it is
 * generated, and twice the same section would never be filled again.
 */
export function withoutSecondSections(theirs: string, ours: string): string {
  const [end, own] = [endOfOpenSection(theirs), endOfOpenSection(ours)];
  const rest = end !== null && end.name === own?.name ? theirs.slice(nextLine(theirs, end.to)) : theirs;
  const known = new Set(findMarkers(ours).sections.map(({ name }) => name));
  const doubled = findMarkers(rest).sections.filter(({ name }) => known.has(name));
  return doubled.reduceRight((text, { open, close }) => text.slice(0, open.from) + text.slice(nextLine(text, close.to)), rest);
}
