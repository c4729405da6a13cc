import path from 'node:path';
import type { Note } from '../notes/note.ts';

/**
 * Text of a note as it can stand in a line or a cell of generated Markdown: it begins no markup, no tag, no wikilink, no comment and
 * so no marker, whatever it holds.
 */
export function inlineText(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/[\\`*_[\]#|~$%=^]/g, '\\$&');
}

function hrefTo(target: string, from: string): string {
  const relative = path.posix.relative(path.posix.dirname(from), target).replace(/\p{Surrogate}/gu, '\ufffd');
  return relative.split('/').map(encodeURIComponent).join('/').replaceAll('(', '%28').replaceAll(')', '%29');
}

/**
 * A link to a note in the form that editors and Obsidian follow. It is no wikilink on purpose: a list of orphans that linked to them
 * would leave none to list the next time.
 * @param from the path of the file that it stands in
 */
export function noteLink({ name, path: target }: Pick<Note, 'name' | 'path'>, from: string): string {
  return `[${inlineText(name) || inlineText(target)}](${hrefTo(target, from)})`;
}

/** A table with numbers in all columns but the first. @param head names without markup */
export function countTable(head: readonly string[], rows: readonly (readonly [string, ...number[]])[]): string {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
  const rule = line(head.map((_, column) => (column === 0 ? '---' : '---:')));
  return [line(head), rule, ...rows.map(([name, ...counts]) => line([inlineText(name), ...counts]))].join('\n');
}
