import type { Names } from '../src/host/dashboards/protocol.ts';
import { count } from './format.ts';

const escaped = (character: string): string => `\\u{${character.codePointAt(0)?.toString(16)}}`;

/**
 * Makes a text safe to show on one line. Agents and people write these texts, so control characters and bidirectional marks are escaped:
 * they could reorder the text beside it, or start a new line.
 */
export function plain(value: string): string {
  return value
    .replace(/\s+/gu, ' ')
    .replace(/[\p{Cc}\p{Bidi_Control}]/gu, escaped)
    .trim();
}

/**
 * Makes a text safe to show with its line breaks. Invisible characters are escaped: a text that agents obey must not contain anything that
 * people overlook. Joiners stay, because scripts and emoji need them.
 */
export function visible(value: string): string {
  return value.replaceAll('\r\n', '\n').replace(/(?![\n\t\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, escaped);
}

/** Returns the first `most` characters, with an ellipsis if there are more. */
export function clip(value: string, most: number): string {
  // A character takes at most two UTF-16 code units, so a text of megabytes is never processed whole.
  const start = value.slice(0, 2 * most + 2);
  const characters = Array.from(start);
  return characters.length > most ? `${characters.slice(0, most).join('')}…` : start;
}

/** Returns the first names of a long list, and the number of further ones. */
export function namesText({ first, total }: Names): string {
  const others = total - first.length;
  return `${first.join(', ')}${others > 0 ? ` and ${count(others)} more` : ''}`;
}

/** Splits a path into its folder, with the final slash, and its name. */
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

/** Returns keys as labelled on a keyboard. @param keys in the format of `aria-keyshortcuts` */
export function keyText(keys: string): string {
  return keys
    .split('+')
    .map((key) => KEY_SIGNS[key] ?? key)
    .join('+');
}
