import { fileURLToPath } from 'node:url';
import { CortexError } from '../../platform/errors.ts';

/** No path is longer, and nobody looks through megabytes for one. */
const LONGEST_TEXT = 2_048;
/** Quotes around a link to a line, and the like: nobody writes more around a path. */
const MOST_LAYERS = 6;

const PAIRS = ['``', '""', "''", '()', '<>'];
/** What is written behind a path: `:12`, `:12:5`, `:12-20`, `#L12`, `#main`, `::test_login`, `(12,5)`, ` line 12`, punctuation. Each is linear. */
const SUFFIXES = [/:\d+(?:[:-]\d+)?$/, /,? lines? \d+(?:-\d+)?$/i, /#[^/#]*$/, /::[^/:]*$/, /\(\d+(?:, ?\d+)?\)$/, /(?<=[^./\\])[.,;:]$/];
const LINK = /^\[[^\][]*\]\(([^()\s]+)\)$/;

function withoutLayer(text: string): string | null {
  const trimmed = text.trim();
  if (trimmed !== text) return trimmed;
  const [, target] = LINK.exec(text) ?? [];
  if (target !== undefined) return target;
  if (text.length > 2 && PAIRS.includes(`${text[0]}${text.at(-1)}`)) return text.slice(1, -1);
  if (/^@[^/\\]/.test(text)) return text.slice(1);
  const suffix = SUFFIXES.find((each) => each.test(text));
  return suffix === undefined ? null : text.replace(suffix, '');
}

/**
 * What a text may be meant for that is plainly no path of a file: `src/app.ts:12:5`, `@src/app.ts`, in quotes or backticks, a link.
 * @returns the paths in it, the nearest to the text first; none for what reads as a path
 */
export function pathReadings(text: string): string[] {
  const found: string[] = [];
  if (text.length > LONGEST_TEXT) return found;
  for (let inner = withoutLayer(text); inner && found.length < MOST_LAYERS; inner = withoutLayer(inner)) found.push(inner);
  return found;
}

/** A URL, a place on another machine, a variable of a shell. */
const NO_PATHS = [/^[a-z][a-z\d+.-]*:\/\//i, /^[\w.-]+@[\w.-]+:/, /^\$[A-Za-z_{]/];
const MOST_WORDS = 20;

/** Whether a text is plainly no path of this project. */
export const isNoPath = (text: string): boolean => NO_PATHS.some((each) => each.test(text));

/** The words of a text that has several: it may be a sentence that names a path. */
export function wordsOf(text: string): string[] {
  const words = text.length > LONGEST_TEXT ? [] : text.trim().split(/[\s,;]+/, MOST_WORDS);
  return words.length > 1 ? words : [];
}

/**
 * The path that a `file:` URL names, any other text as it is.
 * @throws CortexError `invalid-input` for a URL of another machine, or one that is badly encoded
 */
export function pathOfUrl(text: string): string {
  if (!/^file:\/\//i.test(text)) return text;
  try {
    return fileURLToPath(text);
  } catch (cause) {
    const next = 'Name a file or folder of the project, such as src/app.ts.';
    throw new CortexError('invalid-input', 'the file URL names no path of this machine', { value: text, next }, { cause });
  }
}
