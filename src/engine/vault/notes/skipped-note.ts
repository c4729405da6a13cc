import { splitHeader } from '../../text/frontmatter/split-header.ts';
import { placeholderIn } from '../headers/placeholders.ts';
import { splitProse } from '../prose/prose.ts';

/** Folders in which Obsidian and its plugins keep templates. */
const TEMPLATES_FOLDER = /(?:^|\/)_?templates\//i;
/** Placeholder of Obsidian's templates or of Templater. Other braces in a text are mostly about code. */
const IN_TEXT = /\{\{(?:title|date|time)(?::[^{}\n]*)?\}\}|<%[^\n]*?%>/;

/** Returns the first placeholder in the prose of a body, because code may be about templates. */
function placeholderInProse(text: string, from: number): string | null {
  if (!IN_TEXT.test(text.slice(from))) return null;
  const found = splitProse(text, from).prose.map((range) => IN_TEXT.exec(text.slice(range.from, range.to))?.[0]);
  return found.find((placeholder) => placeholder !== undefined) ?? null;
}

/**
 * Returns why a migration skips a note; `null` if it does not. Every note made from a template would get the template's id, and an empty
 * note has nothing to describe.
 * @param path relative to the vault's root
 */
export function skipReason(text: string, path: string): string | null {
  const { header, bodyFrom } = splitHeader(text);
  if (TEMPLATES_FOLDER.test(path)) return 'in a folder of templates';
  const inHeader = header === null ? null : placeholderIn(header.yaml);
  const placeholder = inHeader ?? placeholderInProse(text, bodyFrom);
  if (placeholder !== null) return `a template: contains ${placeholder}`;
  return header === null && text.replace('\ufeff', '').trim() === '' ? 'empty' : null;
}
