import { fileURLToPath } from 'node:url';
import { CortexError } from '../../platform/errors.ts';

/** No path is longer, and nobody looks through megabytes for one. */
const LONGEST_TEXT = 2_048;
/** Quotes around a link to a line, and the like: nobody writes more around a path. */
const MOST_LAYERS = 6;

const PAIRS = ['``', '""', "''", '()', '<>'];
/** A place in a file, written behind its path: `:12`, `:12:5`, `:12-20`, ` line 12`, `#L12`, `(12,5)`. Nobody calls a file so. Each is linear. */
const PLACES = [/:\d+(?:[:-]\d+)?$/, /,? lines? \d+(?:-\d+)?$/i, /#L\d+(?:-L?\d+)?$/, /\(\d+, ?\d+\)$/];
/** What else is written behind a path: `#main`, `::test_login`, `:main`, `(12)`, punctuation. Each is linear. */
const SUFFIXES = [
  ...PLACES,
  ...[/#[^/#]*$/, /::[^/:]*$/, /(?<=\.[A-Za-z]\w{0,9}):[A-Za-z_$][\w$.]*(?:\(\))?$/, /\(\d+\)$/],
  ...[/(?<=[^./\\])[.,;:"'`>]$/, /(?<=^[^(]*)\)$/],
];
/** What is written before a path and has no end: `(src/app.ts`. */
const PREFIX = /^(?:\((?=[^)]*$)|["'`<])/;
/** As a shell escapes blanks and the like, which a lock path would take for the end of a folder's name. */
const SHELL_ESCAPE = /\\([\s()'"&;!$`|<>])/g;
/** One of several names, as some shells write it; lock patterns have braces for that. */
const ONE_OF = /@\(([^()/|]*(?:\|[^()/|]*)*)\)/g;
/** The patterns of these shells. */
const SHELL_PATTERN = /[@!?*+]\([^()/]*\)/;
const LINK = /^\[[^\][]*\]\(([^()\s]+)\)$/;

/** As links write blanks and letters: `a%20b.ts`. What is badly encoded stays. */
function percentDecoded(text: string): string {
  if (!/%[\da-f]{2}/i.test(text)) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function withoutLayer(text: string): string | null {
  const trimmed = text.trim();
  if (trimmed !== text) return trimmed;
  const [, target] = LINK.exec(text) ?? [];
  if (target !== undefined) return target;
  if (text.length > 2 && PAIRS.includes(`${text[0]}${text.at(-1)}`)) return text.slice(1, -1);
  if (/^@[^/\\]/.test(text)) return text.slice(1);
  const suffix = [...SUFFIXES, PREFIX].find((each) => each.test(text));
  if (suffix !== undefined) return text.replace(suffix, '');
  const decoded = percentDecoded(text);
  if (decoded !== text) return decoded;
  const plain = text.replace(SHELL_ESCAPE, '$1').replace(ONE_OF, (_all, names: string) => `{${names.replaceAll('|', ',')}}`);
  return plain === text ? null : plain;
}

/**
 * The paths in a text that names a place in a file, such as `src/app.ts:12`, whether or not there is such a file, the nearest to the text
 * first; none for any other text.
 */
export function pathsWithPlace(text: string): string[] {
  return [text, ...pathReadings(text)].flatMap((each) => {
    const place = PLACES.find((one) => one.test(each));
    return (place && each.replace(place, '')) || [];
  });
}

/** Whether a text is a pattern of shells that is none of ours. */
export const isShellPattern = (text: string): boolean => text.length <= LONGEST_TEXT && SHELL_PATTERN.test(text);

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

/** How editors link to a file of this machine: `vscode://file/home/ann/app.ts:3`. */
const EDITOR_URL = /^(?:vscode|vscode-insiders|vscodium|cursor|windsurf):\/\/file(?=\/)/i;

/** The absolute path that the URL of an editor names; `null` for any other text. */
export function pathOfEditorUrl(text: string): string | null {
  return EDITOR_URL.test(text) ? percentDecoded(text.replace(EDITOR_URL, '')) : null;
}

/** The ends of the path of a URL, the longest first: one may be a path of this project. */
export function endsOfUrl(text: string): string[] {
  const [path = ''] = text
    .slice(0, LONGEST_TEXT)
    .replace(/^[a-z][a-z\d+.-]*:\/\//i, '')
    .split(/[?#]/, 1);
  const names = path.split('/');
  return names.map((_, n) => percentDecoded(names.slice(n + 1).join('/'))).filter((end) => end !== '');
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
