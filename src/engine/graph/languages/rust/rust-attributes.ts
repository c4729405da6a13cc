import type { FactsDraft } from '../facts-draft.ts';
import { addLine } from '../scopes.ts';
import { asWritten } from './rust-block-names.ts';

/** A path in a string of an attribute: `#[serde(default = "default_port")]`. */
export interface AttributePath {
  readonly parts: readonly string[];
  /** Offset in the text. */
  readonly at: number;
  /** 1-based. */
  readonly line: number;
}

const PATH = /^\s*((?:::\s*)?[A-Za-z_][\w\u0080-\uffff]*(?:\s*::\s*[A-Za-z_]\w*){0,31})\s*(?:::\s*<|[<(]|$)/;
const BEFORE_KEY = /^[[(,]$/;
const BEFORE_TEXT = /^[=(,]$/;
/** Keys whose text is never a path. */
const OTHER_KEYS =
  /^(?:doc|cfg|cfg_attr|feature|target\w*|path|rename\w*|alias\w*|tag|content|note|reason|since|suggestion|link\w*|export_name|name|crate_\w+|message|help|about|long_\w+|version|author|value_name|short|long|env|default_value|error|display|expected|must_use|deprecated|ignore|should_panic|expect|allow|warn|deny)$/;
/** `#[serde(with = "module")]` uses these functions of the module. */
const FUNCTIONS_OF_WITH: readonly string[] = ['serialize', 'deserialize'];
/** Longer attributes are not searched. */
const MAX_ATTRIBUTE_LENGTH = 200;

/** Whether a token is between the brackets of an attribute. */
function isInAttribute(texts: readonly string[], at: number): boolean {
  let closed = 0;
  for (let before = at - 1; before >= 1 && before > at - MAX_ATTRIBUTE_LENGTH; before -= 1) {
    const token = texts[before];
    if (token === ';' || token === '{' || token === '}') return false;
    if (token === ']') closed += 1;
    if (token !== '[') continue;
    if (closed === 0 && (texts[before - 1] === '#' || (texts[before - 1] === '!' && texts[before - 2] === '#'))) return true;
    closed = Math.max(0, closed - 1);
  }
  return false;
}

/** A path that an attribute names, and the functions that the attribute uses if the path is a module. */
interface NamedPath {
  readonly parts: readonly string[];
  readonly functions: readonly string[];
}

/** Returns the path that a string of an attribute names; `null` for other strings. @param at index of its token */
export function pathInAttribute(texts: readonly string[], at: number): NamedPath | null {
  if (!BEFORE_TEXT.test(texts[at - 1] ?? '')) return null;
  const key = texts[at - 2] ?? '';
  const path = OTHER_KEYS.test(key) ? null : PATH.exec(texts[at]?.slice(1) ?? '');
  if (path === null || (texts[at - 1] === '=' && !BEFORE_KEY.test(texts[at - 3] ?? '')) || !isInAttribute(texts, at)) return null;
  const parts = (path[1] ?? '').replaceAll(/\s/g, '').replace(/^::/, '').split('::');
  return { parts, functions: key === 'with' ? FUNCTIONS_OF_WITH : [] };
}

/** Records the paths in attributes as uses by the symbol around, or by the file. The uses of the file must have been found. */
export function useInAttributes(draft: FactsDraft, paths: readonly AttributePath[]): void {
  const imported = new Set(paths.length === 0 ? [] : draft.imports.flatMap(({ names }) => names.map(({ local }) => local)));
  for (const { parts: named, at, line } of paths) {
    const written = named.map(asWritten);
    const parts = written[0] === 'self' ? written.slice(1) : written;
    const last = parts.at(-1) ?? '';
    const inline =
      parts.length > 1 && draft.modules?.some(({ isInline, path }) => isInline && asWritten(path).split('::').at(-1) === parts.at(-2));
    if (inline === true) draft.register(last, line);
    const used = parts.join('.');
    const around = draft.owners.find(({ node }) => node.startIndex <= at && at < node.endIndex)?.symbol;
    if (around === undefined) draft.register(used, line);
    else if (used !== around.name && (imported.has(used) || draft.symbol(used) !== undefined)) addLine(around.uses, used, line);
  }
}
