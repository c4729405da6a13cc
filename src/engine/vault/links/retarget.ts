import { isDeepStrictEqual } from 'node:util';
import { CortexError } from '../../platform/errors.ts';
import { readHeader } from '../../text/frontmatter/frontmatter.ts';
import { type Header, splitHeader } from '../../text/frontmatter/split-header.ts';
import { foldKeys, type KeyedValues } from '../headers/header-keys.ts';
import { HeaderValues } from '../headers/header-values.ts';
import { editNoteHeader } from '../headers/note-header-edit.ts';
import { isProperty, LINK_FIELDS, type LinkField } from '../note-fields.ts';
import { applyEdits, type TextEdit } from './auto-link.ts';
import type { LinkQuery } from './link-table.ts';
import { readMarkdownValue, writtenAddress } from './markdown-links.ts';
import { findPlacedLinks, type PlacedLink } from './placed-links.ts';
import { readLink } from './wikilinks.ts';

/** Returns the new target of a link; `null` to keep it. */
export type NextTarget = (link: LinkQuery) => string | null;

/** Returns the edit between the common prefix and the common suffix of two texts. */
export function findEdit(before: string, after: string): TextEdit {
  const most = Math.min(before.length, after.length);
  let from = 0;
  while (from < most && before[from] === after[from]) from += 1;
  let same = 0;
  while (same < most - from && before.at(-1 - same) === after.at(-1 - same)) same += 1;
  return { from, to: before.length - same, text: after.slice(from, after.length - same) };
}

/** Returns the new target as it must be written in the link. A Markdown link keeps its `.md`. */
export function writtenTarget(text: string, { kind, target, targetAt }: PlacedLink, next: string): string {
  if (kind !== 'markdown') return next;
  const [extension = ''] = /\.md$/i.exec(next) === null ? (/\.md$/i.exec(target) ?? []) : [];
  return writtenAddress(next + extension, text[targetAt.from - 1] === '<');
}

function inPlace(text: string, links: readonly PlacedLink[], next: NextTarget): TextEdit[] {
  return links.flatMap((link) => {
    const fresh = next(link);
    return fresh === null ? [] : [{ ...link.targetAt, text: writtenTarget(text, link, fresh) }];
  });
}

/** Replaces the target in a link's content. Label and heading stay unchanged. */
function renamed(inner: string, next: NextTarget): string {
  const { target } = readLink(inner);
  const fresh = target === '' ? null : next({ target });
  return fresh === null ? inner : inner.replace(target, () => fresh);
}

const BRACKETS = /\[\[([^[\]]*)\]\]/g;

/** Replaces the targets of all links in brackets, as `HeaderValues` finds them. */
function renamedLinks(text: string, next: NextTarget): string {
  return text.replace(BRACKETS, (_, inner: string) => `[[${renamed(inner, next)}]]`);
}

/** Replaces the targets in an item of a link list, with or without brackets. */
function renamedText(text: string, next: NextTarget): string {
  const markdown = readMarkdownValue(text);
  if (markdown !== null) {
    const fresh = markdown.target === '' ? null : next({ target: markdown.target });
    const at = text.lastIndexOf(markdown.address);
    if (fresh === null) return text;
    return text.slice(0, at) + writtenAddress(fresh, markdown.isAngled) + text.slice(at + markdown.address.length);
  }
  return text.search(BRACKETS) === -1 ? renamed(text, next) : renamedLinks(text, next);
}

/** Returns the value of a field with new targets. */
function renamedValue(value: unknown, next: NextTarget): string | string[] {
  if (!Array.isArray(value)) return renamedText(String(value ?? ''), next);
  // YAML parses unquoted brackets as lists in the list.
  const texts = value.map((element: unknown) => (Array.isArray(element) ? `[[${element.flat().join(', ')}]]` : String(element ?? '')));
  return texts.map((text) => renamedText(text, next));
}

/** Returns the values of a header; none if the header is code, which is not parsed. */
function valuesOf(header: Header | null): { readonly refused: boolean; readonly values: KeyedValues } {
  const yaml = header === null || header.language !== null ? '' : header.yaml;
  const { values, problem } = readHeader(yaml);
  return { refused: problem !== null, values: foldKeys(values).folded };
}

/** Reports whether two texts are equal except for the targets of one header field. */
function differsOnlyInTargets(text: string, before: string, { field, targets }: { field: LinkField; targets: readonly string[] }): boolean {
  const [now, old] = [splitHeader(text), splitHeader(before)];
  if (text.slice(now.bodyFrom) !== before.slice(old.bodyFrom)) return false;
  const others = (header: Header | null) => {
    const { refused, values } = valuesOf(header);
    return { refused, values: [...values].filter(([key]) => key !== field) };
  };
  if (!isDeepStrictEqual(others(now.header), others(old.header))) return false;
  return isDeepStrictEqual(new HeaderValues(text, now.header).targets(field), [...new Set(targets)]);
}

function refused(which: string): CortexError {
  const why = `cannot change the form of the links in ${which}`;
  return new CortexError('invalid-input', why, { next: 'Change them manually first; nothing was changed.' });
}

/**
 * Returns the edits for one of our fields: only the targets, or the whole values if they need quotes.
 * @throws CortexError if neither works
 */
function inField(text: string, field: LinkField, links: readonly PlacedLink[], next: NextTarget): TextEdit[] {
  const { header } = splitHeader(text);
  const old = new HeaderValues(text, header).targets(field);
  const targets = old.map((target) => next({ target, kind: 'field' }) ?? target);
  if (header === null || isDeepStrictEqual(targets, old)) return [];
  const edits = inPlace(text, links, next);
  if (differsOnlyInTargets(applyEdits(text, edits), text, { field, targets })) return edits;
  const anew = editNoteHeader(text, { [field]: renamedValue(valuesOf(header).values.get(field), next) });
  if (differsOnlyInTargets(anew, text, { field, targets })) return [findEdit(text, anew)];
  throw refused(field);
}

const IN_DOUBLE_QUOTES = (text: string) => text.replaceAll('"', '\\"');
const IN_SINGLE_QUOTES = (text: string) => text.replaceAll("'", "''");
const AS_IT_IS = (text: string) => text;

/** Replaces the targets of all links in brackets in a value, also in nested lists and maps. */
function renamedProperty(value: unknown, next: NextTarget): unknown {
  if (typeof value === 'string') return renamedLinks(value, next);
  if (Array.isArray(value)) {
    return value.map((part: unknown) => {
      const isBare = Array.isArray(part) && part.length === 1 && typeof part[0] === 'string';
      return isBare ? [renamed(String(part[0]), next)] : renamedProperty(part, next);
    });
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]: [string, unknown]) => [key, renamedProperty(part, next)]));
}

/**
 * Returns the edits for links in fields that are not ours: only their targets.
 * @throws CortexError if the edits would change the header's meaning otherwise
 */
function inProperties(text: string, links: readonly PlacedLink[], next: NextTarget): TextEdit[] {
  const plain = inPlace(text, links, next);
  if (plain.length === 0) return [];
  const old = valuesOf(splitHeader(text).header);
  const wanted = [...old.values].map(([key, value]) => [key, isProperty(key) ? renamedProperty(value, next) : value]);
  for (const quoted of [AS_IT_IS, IN_DOUBLE_QUOTES, IN_SINGLE_QUOTES]) {
    const edits = plain.map((edit) => ({ ...edit, text: quoted(edit.text) }));
    const now = valuesOf(splitHeader(applyEdits(text, edits)).header);
    if (isDeepStrictEqual(now, { ...old, values: new Map(wanted.map(([key, value]) => [String(key), value])) })) return edits;
  }
  throw refused('the header');
}

/**
 * Replaces the targets of links in a text: wikilinks, Markdown links, and links in header fields. Labels, headings, titles and all other
 * bytes stay unchanged. References in backticks name files and are not changed.
 * @param path path of the note
 * @param next must return only targets that are valid in a link
 * @returns edits for this text, in order
 * @throws CortexError `invalid-input` if the header cannot be edited this way
 */
export function retarget(text: string, path: string, next: NextTarget): TextEdit[] {
  const links = findPlacedLinks(text, path);
  const inHeader = LINK_FIELDS.flatMap((field) => {
    const own = links.filter((link) => link.field === field);
    return inField(text, field, own, next);
  });
  const properties = links.filter(({ kind }) => kind === 'property');
  const inProse = links.filter(({ kind, field }) => field === null && (kind === 'wikilink' || kind === 'embed' || kind === 'markdown'));
  const edits = [...inHeader, ...inProperties(text, properties, next), ...inPlace(text, inProse, next)];
  return edits.sort((one, other) => one.from - other.from);
}
