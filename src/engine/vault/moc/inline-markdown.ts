import path from 'node:path';
import { withoutControl } from '../../text/one-line.ts';
import type { Note } from '../notes/note.ts';

/**
 * Escapes a note's text for one line or cell of generated Markdown. The result contains no markup, tag, wikilink or comment, so no marker
 * either.
 */
export function inlineText(text: string): string {
  return withoutControl(text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' '))
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
 * Returns a Markdown link to a note, which editors and Obsidian follow. It is not a wikilink: if a list of orphans linked to them, they
 * would not be orphans the next time.
 * @param from path of the file that contains the link
 */
export function noteLink({ name, path: target }: Pick<Note, 'name' | 'path'>, from: string): string {
  return `[${inlineText(name) || inlineText(target)}](${hrefTo(target, from)})`;
}

/** Returns a table with numbers in all columns but the first. @param head column names without markup */
export function countTable(head: readonly string[], rows: readonly (readonly [string, ...number[]])[]): string {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
  const rule = line(head.map((_, column) => (column === 0 ? '---' : '---:')));
  return [line(head), rule, ...rows.map(([name, ...counts]) => line([inlineText(name), ...counts]))].join('\n');
}
