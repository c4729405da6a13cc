/** A file that a text names. */
export interface NamedSource {
  /** As written. */
  readonly name: string;
  /** 1-based. */
  readonly line: number;
}

/** Longer tags and scripts in a page are not read. */
const LONGEST_TAG = 2_000;
const LONGEST_SCRIPT = 100_000;
const COMMENT = '<!--';
const SOURCE = /\ssrc\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i;
const IS_MODULE = /\stype\s*=\s*["']?module\b/i;
const IMPORT = /\b(?:import|from)\s*\(?\s*["']([^"'\n]{1,300})["']/g;
/** Parts of a template language, whose value is only known later. */
const TEMPLATE = /[{}<>%$]/;

/** A name with its offset in the text. */
interface Place {
  readonly name: string;
  readonly at: number;
}

/** Returns the names with their lines. @param places in text order */
function withLines(text: string, places: readonly Place[]): NamedSource[] {
  let [line, from] = [1, 0];
  return places.map(({ name, at }) => {
    for (let next = text.indexOf('\n', from); next >= 0 && next < at; next = text.indexOf('\n', from)) {
      line += 1;
      from = next + 1;
    }
    return { name, line };
  });
}

/** Returns what a `<script>` tag loads, and what the script in it imports if it is a module. */
function loadedBy(tag: string, script: string, at: number): Place[] {
  const [source, double, single, bare] = SOURCE.exec(tag) ?? [];
  if (source !== undefined) return [{ name: (double ?? single ?? bare ?? '').trim(), at }];
  if (!IS_MODULE.test(tag)) return [];
  return Array.from(script.matchAll(IMPORT), ({ 1: name = '', index }) => ({ name, at: at + tag.length + index }));
}

/** Returns the scripts that an HTML page loads: `<script src="/src/main.ts">`, and what a module in the page imports. */
export function htmlScripts(text: string): NamedSource[] {
  const found: Place[] = [];
  const mark = /<!--|<script(?=[\s>])/gi;
  for (let match = mark.exec(text); match !== null; match = mark.exec(text)) {
    const at = match.index;
    const end = text.indexOf(match[0] === COMMENT ? '-->' : '</', mark.lastIndex);
    const next = end < 0 ? text.length : end;
    mark.lastIndex = next;
    if (match[0] === COMMENT) continue;
    const close = text.slice(at, at + LONGEST_TAG).indexOf('>');
    if (close < 0) continue;
    found.push(...loadedBy(text.slice(at, at + close), text.slice(at + close, Math.min(next, at + close + LONGEST_SCRIPT)), at));
  }
  const constant = found.filter(({ name }) => name !== '' && !TEMPLATE.test(name));
  return withLines(text, constant);
}
