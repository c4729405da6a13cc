import type { Names } from '../src/host/dashboards/protocol.ts';
import { count } from './format.ts';

const escaped = (character: string): string => `\\u{${character.codePointAt(0)?.toString(16)}}`;

/** Agents and people write these texts: nothing in them may reorder what stands beside them, or start a line of its own. */
export function plain(value: string): string {
  return value
    .replace(/\s+/gu, ' ')
    .replace(/[\p{Cc}\p{Bidi_Control}]/gu, escaped)
    .trim();
}

/**
 * A text of many lines, as it is written. What cannot be seen is shown: a text that agents obey must hold nothing that people overlook.
 * Joiners stay: scripts and emoji are written with them.
 */
export function visible(value: string): string {
  return value.replaceAll('\r\n', '\n').replace(/(?![\n\t\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, escaped);
}

/** The first `most` characters, and a sign that there are more. */
export function clip(value: string, most: number): string {
  // A character takes at most two of the units that `slice` counts: a text of megabytes is never looked at whole.
  const start = value.slice(0, 2 * most + 2);
  const characters = Array.from(start);
  return characters.length > most ? `${characters.slice(0, most).join('')}…` : start;
}

/** The first names of a list that may be long, and how many there are besides. */
export function namesText({ first, total }: Names): string {
  const others = total - first.length;
  return `${first.join(', ')}${others > 0 ? ` and ${count(others)} more` : ''}`;
}

/** A path as the folder that it is in, with its last slash, and its own name. */
export function splitPath(path: string): { readonly folder: string; readonly name: string } {
  const slash = path.replace(/\/$/, '').lastIndexOf('/');
  return { folder: path.slice(0, slash + 1), name: path.slice(slash + 1) };
}

const KEY_SIGNS: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Control: 'Ctrl',
  Escape: 'Esc',
  PageUp: 'Page Up',
  PageDown: 'Page Down',
};

/** Keys as they stand on a keyboard. @param keys as in `aria-keyshortcuts` */
export function keyText(keys: string): string {
  return keys
    .split('+')
    .map((key) => KEY_SIGNS[key] ?? key)
    .join('+');
}
