import { Composer, type Document, type ParsedNode, Parser, type Tags } from 'yaml';

/** Characters of one document; the parser takes seconds for a hostile one of this size, and minutes for a larger one. */
export const LONGEST_YAML = 65_536;

/**
 * Levels of the parser's own tokens, some three for one of the document. Its composer goes down by recursion, and does not survive what
 * is nested so deep that the stack ends.
 */
const DEEPEST = 400;

/** Brackets that are open at once; the parser takes a second for sixty thousand. Those in quotes count, too. */
function opensTooMany(text: string): boolean {
  let open = 0;
  for (let at = 0; at < text.length && open <= DEEPEST; at += 1) {
    const char = text[at];
    if (char === '[' || char === '{') open += 1;
    else if ((char === ']' || char === '}') && open > 0) open -= 1;
  }
  return open > DEEPEST;
}

/** Aliases that would unfold to more than this many nodes are refused. */
const MOST_ALIASES = 100;

function isTooDeep(tokens: readonly unknown[]): boolean {
  const open: [unknown, number][] = [[tokens, 0]];
  for (let top = open.pop(); top !== undefined; top = open.pop()) {
    const [value, depth] = top;
    if (typeof value !== 'object' || value === null) continue;
    if (depth > DEEPEST) return true;
    for (const inner of Object.values(value)) open.push([inner, depth + 1]);
  }
  return false;
}

/** What YAML makes of plain texts. */
type Scalars = (tags: Tags) => Tags;

const NUMBERS: ReadonlySet<string> = new Set(['tag:yaml.org,2002:int', 'tag:yaml.org,2002:float']);
/** Numbers stay as they are written: `3.10` is not `3.1`, and `007` is not `7`. */
export const NUMBERS_ARE_TEXT: Scalars = (tags) => tags.filter((tag) => typeof tag === 'string' || !NUMBERS.has(tag.tag));
const AS_YAML_SAYS: Scalars = (tags) => tags;

/**
 * The documents of a YAML 1.2 text, mistakes and all. Tags beyond those of JSON are not acted on, and dates stay text; keys are not
 * compared with one another, which takes minutes for a hostile text.
 * @throws Error for what is too long or too deep
 */
export function composeYaml(text: string, customTags = AS_YAML_SAYS): readonly Document.Parsed<ParsedNode>[] {
  if (text.length > LONGEST_YAML) throw new Error(`it has more than ${LONGEST_YAML} characters`);
  const tokens = opensTooMany(text) ? null : [...new Parser().parse(text)];
  if (tokens === null || isTooDeep(tokens)) throw new Error('it is nested too deeply');
  const quiet = { uniqueKeys: false, prettyErrors: false, resolveKnownTags: false, logLevel: 'error' } as const;
  const options = { ...quiet, keepSourceTokens: true, customTags };
  return [...new Composer<ParsedNode>(options).compose(tokens)];
}

/** A document as data. @throws Error for aliases that would unfold to much */
export function yamlData(document: Document.Parsed<ParsedNode>): unknown {
  return document.toJS({ maxAliasCount: MOST_ALIASES });
}

/**
 * The first document of a YAML text, as data.
 * @throws Error for what is too long, too deep or no YAML
 */
export function parseYaml(text: string): unknown {
  const [document] = composeYaml(text);
  const [mistake] = document?.errors ?? [];
  if (mistake !== undefined) throw mistake;
  return document === undefined ? undefined : yamlData(document);
}
