import { Composer, Parser } from 'yaml';

/** Characters of one document; the parser takes seconds for a hostile one of this size, and minutes for a larger one. */
const LONGEST = 65_536;

/**
 * Levels of the parser's own tokens, some three for one of the document. Its composer goes down by recursion, and does not survive what
 * is nested so deep that the stack ends.
 */
const DEEPEST = 400;

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

/**
 * The first document of a YAML text, as data. Aliases that would unfold to much are refused; keys are not compared with one another,
 * which takes minutes for a hostile text.
 * @throws Error for what is too long, too deep or no YAML
 */
export function parseYaml(text: string): unknown {
  if (text.length > LONGEST) throw new Error(`it has more than ${LONGEST} characters`);
  const tokens = [...new Parser().parse(text)];
  if (isTooDeep(tokens)) throw new Error('it is nested too deeply');
  const [document] = new Composer({ uniqueKeys: false, prettyErrors: false, logLevel: 'error' }).compose(tokens);
  const [mistake] = document?.errors ?? [];
  if (mistake !== undefined) throw mistake;
  return document?.toJS({ maxAliasCount: 100 });
}
