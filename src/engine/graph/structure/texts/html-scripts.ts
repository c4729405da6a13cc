/** A file that a text names. */
export interface NamedSource {
  /** As written; a script of a page below the `<base>` of the page. */
  readonly name: string;
  /** 1-based. */
  readonly line: number;
  /** A module in the page imports it by a name that is no path: a package, or a name of an import map. Omitted otherwise. */
  readonly isPackage?: true;
}

/** Longer tags and scripts in a page are not read. */
const MAX_TAG_LENGTH = 2_000;
const MAX_SCRIPT_LENGTH = 100_000;
const COMMENT = '<!--';
const SOURCE = /\ssrc\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i;
const IS_MODULE = /\stype\s*=\s*["']?module\b/i;
const IMPORT = /(?<![.\w$])(?:import\s*\(?|from)\s*["']([^"'\n]{1,300})["']/g;
const BASE = /<base\s[^<>]{0,300}?\bhref\s{0,9}=\s{0,9}["']?([^\s"'<>]{1,300})/i;
/** Elements whose content is text. */
const TEXT = /^<(textarea|title)/i;
const RELATIVE = /^(?![/]|[a-z][a-z+.-]*:)/i;
/** A name that is no path and no URL. */
const PACKAGE = /^[\w@#~$](?![a-z+.-]*:)/i;
/** The beginning of a line in a comment. */
const IN_COMMENT = /^\s*\*|(?:^|[^:])\/[/*]/;
const URL_START = /^(?:[a-z][a-z+.-]*:|\/\/)/i;
/** Parts of a template language, whose value is only known later. */
const TEMPLATE = /[{}<>%$]/;

/** A name with its offset in the text. */
interface Place extends Pick<NamedSource, 'name' | 'isPackage'> {
  readonly at: number;
}

/** Returns the names with their lines. @param places in text order */
function withLines(text: string, places: readonly Place[]): NamedSource[] {
  let [line, from] = [1, 0];
  return places.map(({ at, ...named }) => {
    for (let next = text.indexOf('\n', from); next >= 0 && next < at; next = text.indexOf('\n', from)) {
      line += 1;
      from = next + 1;
    }
    return { ...named, line };
  });
}

/** Returns what a `<script>` tag loads, and what the script in it imports if it is a module. */
function loadedBy(tag: string, script: string, at: number): Place[] {
  const [source, double, single, bare] = SOURCE.exec(tag) ?? [];
  if (source !== undefined) return [{ name: (double ?? single ?? bare ?? '').trim(), at }];
  if (!IS_MODULE.test(tag)) return [];
  return Array.from(script.matchAll(IMPORT)).flatMap(({ 1: name = '', index }): Place[] => {
    const place = { name, at: at + tag.length + index };
    if (!PACKAGE.test(name)) return [place];
    return IN_COMMENT.test(script.slice(script.lastIndexOf('\n', index) + 1, index)) ? [] : [{ ...place, isPackage: true }];
  });
}

/** Returns a name below the base of the page; `null` if it leads out of the project. @param base empty if there is none */
function belowBase(base: string, name: string): string | null {
  if (base === '' || !RELATIVE.test(name)) return name;
  return URL_START.test(base) ? null : `${base.slice(0, base.lastIndexOf('/') + 1)}${name}`;
}

/** Returns the base of relative addresses in a page; empty if there is none, or if only a template knows it. */
function baseOf(text: string): string {
  const base = BASE.exec(text)?.[1] ?? '';
  return TEMPLATE.test(base) ? '' : base;
}

/** Returns where a comment or an element that begins with a mark ends. */
function endOf(text: string, mark: string, from: number): number {
  const closing = mark === COMMENT ? /-->/g : TEXT.test(mark) ? new RegExp(`</${mark.slice(1)}`, 'gi') : /<\//g;
  closing.lastIndex = from;
  return closing.exec(text)?.index ?? text.length;
}

/** Returns the scripts that an HTML page loads: `<script src="/src/main.ts">`, and what a module in the page imports. */
export function htmlScripts(text: string): NamedSource[] {
  const found: Place[] = [];
  const mark = /<!--|<(?:script|textarea|title)(?=[\s>])/gi;
  for (let match = mark.exec(text); match !== null; match = mark.exec(text)) {
    const at = match.index;
    const next = endOf(text, match[0], mark.lastIndex);
    mark.lastIndex = next;
    if (match[0] === COMMENT || TEXT.test(match[0])) continue;
    const close = text.slice(at, at + MAX_TAG_LENGTH).indexOf('>');
    if (close < 0) continue;
    found.push(...loadedBy(text.slice(at, at + close), text.slice(at + close, Math.min(next, at + close + MAX_SCRIPT_LENGTH)), at));
  }
  const base = baseOf(text);
  const constant = found.flatMap((each): Place[] => {
    const { name, isPackage } = each;
    const place = name === '' || TEMPLATE.test(name) ? null : isPackage ? name : belowBase(base, name);
    return place === null ? [] : [{ ...each, name: place }];
  });
  return withLines(text, constant);
}
