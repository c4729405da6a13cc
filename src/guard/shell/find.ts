import { type Expanded, literal, patternWord } from './expand.ts';

const EXECUTES = new Set(['-exec', '-execdir', '-ok', '-okdir']);
const isAction = ({ plain }: Expanded): boolean => EXECUTES.has(plain) || plain === '-delete' || isOutput(plain);
const isOutput = (plain: string): boolean => /^-f(?:print|ls)/.test(plain);

/** Returns a pattern that also matches the other case of each letter. Lock patterns have no other way to say this. */
const inAnyCase = (name: string): string =>
  name.replace(/\p{L}/gu, (letter) => {
    const [lower, upper] = [letter.toLowerCase(), letter.toUpperCase()];
    return lower === upper || lower.length + upper.length > 2 ? letter : `[${lower}${upper}]`;
  });

/** Returns the first name that a part of an expression requires; `null` if it may match any name. */
function nameIn(test: readonly Expanded[]): string | null {
  for (const [at, { plain }] of test.entries()) {
    const isNegated = /^(?:!|-not)$/.test(test[at - 1]?.plain ?? '');
    const name = test[at + 1]?.plain;
    if (isNegated || name === undefined) continue;
    if (plain === '-name') return name;
    if (plain === '-iname') return inAnyCase(name);
  }
  return null;
}

/** Splits an expression at `-o`. Without parentheses, an action belongs only to the part that it stands in. */
function partsOf(expression: readonly Expanded[]): Expanded[][] {
  const parts: Expanded[][] = [[]];
  for (const word of expression) {
    if (/^(?:-o|-or|,)$/.test(word.plain)) parts.push([]);
    else parts.at(-1)?.push(word);
  }
  const hasGroups = expression.some(({ plain }) => plain === '(');
  return hasGroups ? parts : parts.filter((part) => part.some(isAction));
}

/** Returns the names that `find` searches for; `null` if it finds any. Other tests are ignored: they only find less. */
function namesFoundBy(expression: readonly Expanded[]): string[] | null {
  const negatesGroup = expression.some(({ plain }, at) => plain === '(' && /^(?:!|-not)$/.test(expression[at - 1]?.plain ?? ''));
  const names = negatesGroup ? [null] : partsOf(expression).map(nameIn);
  const known = names.filter((name) => name !== null);
  return known.length < names.length || known.length === 0 ? null : known;
}

/** Returns the files that `find` finds, as patterns: its folders, with the names that it searches for. */
export function filesFoundBy(words: readonly Expanded[]): Expanded[] {
  const end = words.findIndex(({ plain }) => /^[-(!]/.test(plain));
  const roots = end < 0 ? words : words.slice(0, end);
  const names = namesFoundBy(end < 0 ? [] : words.slice(end));
  return (roots.length > 0 ? roots : [literal('.')]).flatMap((root) => {
    const folder = root.pattern.replace(/\/+$/, '');
    if (names !== null) return names.map((name) => patternWord(`${folder}/**/${name}`));
    return [patternWord(root.isPattern ? `${folder}/**` : folder)];
  });
}

/** Returns the commands that `find` starts, with `{}` for what it finds. */
export function commandsOfFind(words: readonly Expanded[]): Expanded[][] {
  const commands: Expanded[][] = [];
  for (let at = 0; at < words.length; at += 1) {
    if (!EXECUTES.has(words[at]?.plain ?? '')) continue;
    const length = words.slice(at + 1).findIndex(({ plain }) => plain === ';' || plain === '+');
    const end = length < 0 ? words.length : at + 1 + length;
    commands.push(words.slice(at + 1, end));
    at = end;
  }
  return commands;
}

/** Returns the files that `find` writes its results to. */
export const outputsOfFind = (words: readonly Expanded[]): Expanded[] =>
  words.flatMap(({ plain }, at) => (isOutput(plain) ? (words[at + 1] ?? []) : []));
