import { Composer, type Document, type ParsedNode, Parser, type Tags } from 'yaml';

/**
 * Maximum length of a document, in characters. The parser takes seconds for a hostile document of this size, and minutes for a larger one.
 */
export const MAX_YAML_LENGTH = 65_536;

/**
 * Maximum depth of the parser's tokens, about three for each level of the document. The composer is recursive, so deeper nesting would
 * overflow the stack.
 */
const MAX_DEPTH = 400;
const TOO_DEEP = 'it is nested too deeply';

/** What begins a level each in one line. */
const LEVELS_IN_LINE = ['- ', '? ', ': '].map((level) => level.repeat(MAX_DEPTH));

/** Whether too many brackets are open at once, including those in quotes. The parser takes a second for sixty thousand. */
function opensTooMany(text: string): boolean {
  if (LEVELS_IN_LINE.some((levels) => text.includes(levels))) return true;
  let open = 0;
  for (let at = 0; at < text.length && open <= MAX_DEPTH; at += 1) {
    const char = text[at];
    if (char === '[' || char === '{') open += 1;
    else if ((char === ']' || char === '}') && open > 0) open -= 1;
  }
  return open > MAX_DEPTH;
}

/** Maximum number of aliases in a document, and of nodes that they may expand to. The parser searches all preceding nodes for each. */
const MAX_ALIASES = 100;

const isAlias = (token: object) => 'type' in token && token.type === 'alias';

/** @throws Error for tokens that would overflow the composer or the expansion of aliases */
function checkTokens(tokens: readonly unknown[]): void {
  let aliases = 0;
  const open: [unknown, number][] = [[tokens, 0]];
  for (let top = open.pop(); top !== undefined; top = open.pop()) {
    const [value, depth] = top;
    if (typeof value !== 'object' || value === null) continue;
    if (depth > MAX_DEPTH) throw new Error(TOO_DEEP);
    if (isAlias(value)) aliases += 1;
    if (aliases > MAX_ALIASES) throw new Error(`it has more than ${MAX_ALIASES} aliases`);
    for (const inner of Object.values(value)) open.push([inner, depth + 1]);
  }
}

/** The parser ends what is open by recursion, before its tokens can be looked at. @throws Error */
function tokensOf(text: string) {
  try {
    return [...new Parser().parse(text)];
  } catch (error) {
    throw error instanceof RangeError ? new Error(TOO_DEEP, { cause: error }) : error;
  }
}

/**
 * Returns the depth of data; infinite for data that contains itself, as with an alias inside its own anchor.
 * @param known depths found so far
 */
function heightOf(data: unknown, known: Map<object, number>): number {
  if (typeof data !== 'object' || data === null) return 0;
  const height = known.get(data);
  if (height !== undefined) return height;
  // Found again if the data contains itself.
  known.set(data, Number.POSITIVE_INFINITY);
  let below = 0;
  for (const inner of Object.values(data)) below = Math.max(below, heightOf(inner, known));
  known.set(data, below + 1);
  return below + 1;
}

/** Selects how YAML parses plain scalars. */
type Scalars = (tags: Tags) => Tags;

const NUMBERS: ReadonlySet<string> = new Set(['tag:yaml.org,2002:int', 'tag:yaml.org,2002:float']);
/** Keeps numbers as written: `3.10` is not `3.1`, and `007` is not `7`. */
export const NUMBERS_ARE_TEXT: Scalars = (tags) => tags.filter((tag) => typeof tag === 'string' || !NUMBERS.has(tag.tag));
const AS_YAML_SAYS: Scalars = (tags) => tags;

/**
 * Parses a YAML 1.2 text into documents, which include their syntax errors. Tags beyond those of JSON are ignored, and dates stay text.
 * Keys are not checked for duplicates, which takes minutes for a hostile text.
 * @throws Error for a text that is too long or too deep, or has too many aliases
 */
export function composeYaml(text: string, customTags = AS_YAML_SAYS): readonly Document.Parsed<ParsedNode>[] {
  if (text.length > MAX_YAML_LENGTH) throw new Error(`it has more than ${MAX_YAML_LENGTH} characters`);
  if (opensTooMany(text)) throw new Error(TOO_DEEP);
  const tokens = tokensOf(text);
  checkTokens(tokens);
  const quiet = { uniqueKeys: false, prettyErrors: false, resolveKnownTags: false, logLevel: 'error' } as const;
  const options = { ...quiet, keepSourceTokens: true, customTags };
  return [...new Composer<ParsedNode>(options).compose(tokens)];
}

/** Converts a document to data of bounded depth. @throws Error for aliases that would expand to too much, or to themselves */
export function yamlData(document: Document.Parsed<ParsedNode>): unknown {
  const data: unknown = document.toJS({ maxAliasCount: MAX_ALIASES });
  if (heightOf(data, new Map()) > MAX_DEPTH) throw new Error(`${TOO_DEEP}, or contains itself`);
  return data;
}

/**
 * Parses the first document of a YAML text to data.
 * @throws Error for a text that is invalid, too long or too deep, or has too many aliases
 */
export function parseYaml(text: string): unknown {
  const [document] = composeYaml(text);
  const [mistake] = document?.errors ?? [];
  if (mistake !== undefined) throw mistake;
  return document === undefined ? undefined : yamlData(document);
}
