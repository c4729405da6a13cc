import { isDeepStrictEqual } from 'node:util';
import { CortexError } from '../kernel/errors.ts';
import { type Header, readHeader, splitHeader } from '../kernel/frontmatter.ts';
import { editHeader } from '../kernel/frontmatter-edit.ts';
import { applyEdits, type TextEdit } from './auto-link.ts';
import { HeaderValues } from './header-values.ts';
import { LINK_FIELDS, type LinkField, type PlacedLink, placedLinks } from './placed-links.ts';
import { readLink } from './wikilinks.ts';

/** What a target becomes; `null` for one that stays. */
export type NextTarget = (target: string) => string | null;

/** The one part in which two texts differ. */
export function differenceOf(before: string, after: string): TextEdit {
  const most = Math.min(before.length, after.length);
  let from = 0;
  while (from < most && before[from] === after[from]) from += 1;
  let same = 0;
  while (same < most - from && before.at(-1 - same) === after.at(-1 - same)) same += 1;
  return { from, to: before.length - same, text: after.slice(from, after.length - same) };
}

function inPlace(links: readonly PlacedLink[], next: NextTarget): TextEdit[] {
  return links.flatMap(({ target, targetAt }) => {
    const text = next(target);
    return text === null ? [] : [{ ...targetAt, text }];
  });
}

/** What stands between brackets, or without any, with its new target; label and heading stay. */
function renamed(inner: string, next: NextTarget): string {
  const { target } = readLink(inner);
  const fresh = target === '' ? null : next(target);
  return fresh === null ? inner : inner.replace(target, () => fresh);
}

const BRACKETS = /\[\[([^[\]]*)\]\]/g;

/** A text of a list of links, as `HeaderValues.targets` takes it apart. */
function renamedText(text: string, next: NextTarget): string {
  const anew = text.replace(BRACKETS, (_, inner: string) => `[[${renamed(inner, next)}]]`);
  return text.search(BRACKETS) === -1 ? renamed(text, next) : anew;
}

/** The value of a field with its new targets. */
function renamedValue(value: unknown, next: NextTarget): string | string[] {
  if (!Array.isArray(value)) return renamedText(String(value ?? ''), next);
  // Brackets without quotes are lists in the list.
  const texts = value.map((element: unknown) => (Array.isArray(element) ? `[[${element.flat().join(', ')}]]` : String(element ?? '')));
  return texts.map((text) => renamedText(text, next));
}

interface Wanted {
  readonly field: LinkField;
  readonly targets: readonly string[];
}

/** Whether the header of a text says what it should, and nothing else has changed. */
function says(text: string, before: string, { field, targets }: Wanted): boolean {
  const [now, old] = [splitHeader(text), splitHeader(before)];
  if (now.header === null || old.header === null || text.slice(now.bodyFrom) !== before.slice(old.bodyFrom)) return false;
  const others = ({ yaml }: Header) => {
    const { values, problem } = readHeader(yaml);
    return { refused: problem !== null, values: [...values].filter(([key]) => key !== field) };
  };
  if (!isDeepStrictEqual(others(now.header), others(old.header))) return false;
  return isDeepStrictEqual(new HeaderValues(text, now.header).targets(field), [...new Set(targets)]);
}

/** The edits for one field of a header: the targets alone, or, where quotes are needed then, the values. @throws CortexError where neither can be done */
function inField(text: string, field: LinkField, links: readonly PlacedLink[], next: NextTarget): TextEdit[] {
  const { header } = splitHeader(text);
  const old = new HeaderValues(text, header).targets(field);
  const targets = old.map((target) => next(target) ?? target);
  if (header === null || isDeepStrictEqual(targets, old)) return [];
  const edits = inPlace(links, next);
  if (says(applyEdits(text, edits), text, { field, targets })) return edits;
  const anew = editHeader(text, { [field]: renamedValue(readHeader(header.yaml).values.get(field), next) });
  if (says(anew, text, { field, targets })) return [differenceOf(text, anew)];
  const why = `the links of ${field} are written in a way that cannot be changed`;
  throw new CortexError('invalid-input', why, { next: 'Change them by hand first; nothing was changed.' });
}

/**
 * Lets links of a text mean something else: in brackets, and in the fields of the header. Only their targets change; labels, headings
 * and every other byte stay. References to files in backticks name files, and are left alone.
 * @param next must give nothing that cannot stand in a link
 * @returns edits for this text, in its order
 * @throws CortexError `invalid-input` for a header that cannot be changed so
 */
export function retarget(text: string, next: NextTarget): TextEdit[] {
  const links = placedLinks(text);
  const inHeader = LINK_FIELDS.flatMap((field) => {
    const own = links.filter((link) => link.field === field);
    return inField(text, field, own, next);
  });
  const inProse = links.filter(({ field, kind }) => field === null && kind !== 'file');
  return [...inHeader, ...inPlace(inProse, next)].sort((one, other) => one.from - other.from);
}
