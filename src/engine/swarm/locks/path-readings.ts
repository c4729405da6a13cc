import { fileURLToPath } from 'node:url';
import { CortexError } from '../../platform/errors.ts';

/** Longest text that is searched for a path, in UTF-16 code units. No real path is longer, and scanning megabytes would be slow. */
const MAX_TEXT_LENGTH = 2_048;
/** Most layers that are removed from around a path, such as quotes around a link to a line. */
const MAX_LAYERS = 6;

const PAIRS = ['``', '""', "''", '()', '<>', '“”', '‘’', '«»'];
/** A position after a path: `:12`, `:12:5`, `:L12-L20`, ` line 12`, `#L12`, `(12,5)`. No file name ends like this. Each is linear. */
const PLACES = [/:L?\d+(?:[:-]L?\d+)?$/, /,? lines? \d+(?:-\d+)?$/i, /#L\d+(?:-L?\d+)?$/, /\(\d+, ?\d+\)$/];
/** Other suffixes written after a path: `/...` (all packages below a folder in Go), `#main`, `::test_login`, `:main`, `(12)`, ` [3]`, `?raw`, punctuation. Each runs in linear time. */
const SUFFIXES = [
  ...PLACES,
  /(?<=[^/])\/(?:\.{3}|\u2026)$/,
  // What compilers and `grep -n` print, and a revision of git.
  ...[/:\d+(?::\d+)?:[ A-Za-z][^/]*$/, /(?<=\.[A-Za-z]\w{0,9})@[\w~^-]+$/],
  ...[/#[^/#]*$/, /::[^/:]*$/, /(?<=\.[A-Za-z]\w{0,9}):[A-Za-z_$][\w$.]*(?:\(\))?$/, /\(\d+\)$/, / \[\d+\]$/],
  // `?` alone is a wildcard.
  ...[/\?(?:raw|url|inline|worker|sharedworker|import)(?:&[\w=&-]*)?$/],
  ...[/(?<=[^./\\])[.,;:!"'`>\u201d\u2019\u00bb]$/, /(?<=^[^(]*)\)$/],
];
/**
 * What stands before a path: an opening mark that is never closed, `file:`, git's pathspecs and revisions
 * (`:(top)`, `HEAD:`), the alias of a source folder (`@/`), the mark of a shortened path (`…/`).
 */
const PREFIXES = [
  ...[/^\((?=[^)]*$)/, /^["'`<\u201c\u2018\u00ab]/, /^file:(?!\/)/i, /^:\([a-z]+(?:,[a-z]+)*\)/, /^:\//],
  ...[/^[A-Za-z][\w.-]*(?:~\d+|\^)?:(?=[^/\\:])/, /^@\//, /^(?:\u2026|\.{3})\//],
];
/** The mark of a file in a chat, or of a negated pattern. */
const MARK = /^[#!]/;
/** Characters without a width, which a copied text may begin or end with. */
const INVISIBLE = /^[\u200b\u2060]+|[\u200b\u2060]+$/g;
/** Shell escapes of blanks and the like. In a lock path their backslash would separate folders. */
const SHELL_ESCAPE = /\\([\s()'"&;!$`|<>])/g;
/** Alternatives as some shells write them (extglob); lock patterns use braces. */
const ONE_OF = /@\(([^()/|]*(?:\|[^()/|]*)*)\)/g;
/** Extglob patterns and character classes of shells. */
const SHELL_PATTERN = /[@!?*+]\([^()/]*\)|\[\[[:.=]/;
const LINK = /^\[[^\][]*\]\(([^()\s]+)\)$/;

/** Decodes blanks and letters as in links: `a%20b.ts`. Invalid encodings stay unchanged. */
function percentDecoded(text: string): string {
  if (!/%[\da-f]{2}/i.test(text)) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function withoutLayer(text: string): string | null {
  const trimmed = text.trim().replace(INVISIBLE, '');
  if (trimmed !== text) return trimmed;
  const [, target] = LINK.exec(text) ?? [];
  if (target !== undefined) return target;
  if (text.length > 2 && PAIRS.includes(`${text[0]}${text.at(-1)}`)) return text.slice(1, -1);
  if (/^@[^/\\]/.test(text)) return text.slice(1);
  const around = [MARK, ...SUFFIXES, ...PREFIXES].find((each) => each.test(text));
  if (around !== undefined) return text.replace(around, '');
  const decoded = percentDecoded(text);
  if (decoded !== text) return decoded;
  const plain = text.replace(SHELL_ESCAPE, '$1').replace(ONE_OF, (_all, names: string) => `{${names.replaceAll('|', ',')}}`);
  return plain === text ? null : plain;
}

/**
 * Returns the paths in a text that names a position in a file, such as `src/app.ts:12`, whether or not the file exists, the reading closest
 * to the text first. Returns none for any other text.
 */
export function pathsBeforePosition(text: string): string[] {
  return [text, ...possiblePaths(text)].flatMap((each) => {
    const place = PLACES.find((one) => one.test(each));
    return (place && each.replace(place, '')) || [];
  });
}

/** Reports whether a text has a shell pattern that lock paths do not support. */
export const isShellPattern = (text: string): boolean => text.length <= MAX_TEXT_LENGTH && SHELL_PATTERN.test(text);

/**
 * Returns the possible paths in a text that is clearly not a plain path: `src/app.ts:12:5`, `@src/app.ts`, in quotes or backticks, a link.
 * @returns the paths, the reading closest to the text first; empty for a text that reads as a path
 */
export function possiblePaths(text: string): string[] {
  const found: string[] = [];
  if (text.length > MAX_TEXT_LENGTH) return found;
  for (let inner = withoutLayer(text); inner && found.length < MAX_LAYERS; inner = withoutLayer(inner)) found.push(inner);
  return found;
}

/** URLs, paths on another machine, shell variables. */
const NO_PATHS = [/^[a-z][a-z\d+.-]*:\/\//i, /^[\w.-]+@[\w.-]+:/, /^\$[A-Za-z_{]/];
const MAX_WORDS = 20;

/** Reports whether a text is clearly not a path of this project. */
export const isClearlyNoPath = (text: string): boolean => NO_PATHS.some((each) => each.test(text));

/** Returns the words of a text that has more than one: it may be a sentence that names a path. */
export function splitSentence(text: string): string[] {
  const words = text.length > MAX_TEXT_LENGTH ? [] : text.trim().split(/[\s,;]+/, MAX_WORDS);
  return words.length > 1 ? words : [];
}

/** Prefix of editor links to a local file: `vscode://file/home/ann/app.ts:3`. */
const EDITOR_URL = /^(?:vscode|vscode-insiders|vscodium|cursor|windsurf):\/\/file(?=\/)/i;

/** Returns the absolute path that an editor URL names; `null` for any other text. */
export function editorUrlToPath(text: string): string | null {
  return EDITOR_URL.test(text) ? percentDecoded(text.replace(EDITOR_URL, '')) : null;
}

/** Returns the suffixes of a URL's path, the longest first: one may be a path of this project. */
export function urlPathSuffixes(text: string): string[] {
  const [path = ''] = text
    .slice(0, MAX_TEXT_LENGTH)
    .replace(/^[a-z][a-z\d+.-]*:\/\//i, '')
    .split(/[?#]/, 1);
  const names = path.split('/');
  return names.map((_, n) => percentDecoded(names.slice(n + 1).join('/'))).filter((end) => end !== '');
}

/**
 * Returns the path that a `file:` URL names; any other text is returned unchanged.
 * @throws CortexError `invalid-input` for a URL of another machine, or one with an invalid encoding
 */
export function fileUrlToPath(text: string): string {
  if (!/^file:\//i.test(text)) return text;
  try {
    return fileURLToPath(text);
  } catch (cause) {
    const next = 'Name a file or folder of the project, such as src/app.ts.';
    throw new CortexError('invalid-input', 'the file URL is not a path on this machine', { value: text, next }, { cause });
  }
}
