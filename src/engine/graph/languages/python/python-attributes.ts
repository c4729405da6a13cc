import type { AttributeFacts } from '../../facts.ts';
import type { FactsDraft } from '../facts-draft.ts';
import type { SourceSyntax } from '../syntax.ts';

/** The begin of a statement, also after `if x:` and after another `=`. */
const START = String.raw`(?:^[ \t]*(?:(?:if|elif|else|try|for|while|with|except|finally)\b[^\n]*:[ \t]*)?|[;=][ \t]*)`;
const END = String.raw`[ \t]*(?::[^=\n]{1,100})?(?:[-+*/|&^%@]|\/\/|\*\*|>>|<<)?=(?!=)`;
/** `shop.rate = 1`, `shop.rate: int = 1`, `sys.modules["shop"].rate = 1`, `shop.a, shop.b = 1, 2`. */
const SET = new RegExp(String.raw`${START}(\w+(?:\.\w+)*)\.(\w+)${END}`, 'gm');
const SET_OF_RESULT = /[\])]\.(\w+)[ \t]*=(?!=)/g;
const SET_TOGETHER = /^[ \t]*(\w+(?:\.\w+)+(?:[ \t]*,[ \t]*\w+(?:\.\w+)*)+)[ \t]*=(?!=)/gm;
/** `setattr(shop, "rate", 1)`. The method of pytest requires that the name exists, unless it is told otherwise. */
const SETATTR = /(\.?)\bsetattr\s*\(\s*([\w.]+)\s*,\s*(?:[rRuU]?["'](\w+)["']\s*,)?/g;
const SETATTR_OF_PATH = /\.setattr\s*\(\s*["'][\w.]+\.(\w+)["']/g;
const NEED_NOT_EXIST = /\braising\b/;
const LONGEST_CALL = 300;
/** The table of the names of an object. */
const TABLE = /\b(\w+)\.__dict__\b|\bvars\s*\(\s*(\w+)\s*\)/g;
const MAY_BE_TABLE = /__dict__|\bvars\b/;
/** The object of a method, which is no module. */
const OWN = /^(?:self|cls)$/;

/** Names that are asked for as text: `hasattr(shop, "rate")`, `"rate" in dir(shop)`. */
const ASKED = /\b(?:hasattr|getattr|delattr)\s*\(\s*[^,()]{1,100},\s*["'](\w+)["']|["'](\w+)["']\s+(?:not\s+)?in\s/g;
/** Errors of a missing name. */
const ERRORS = /^\s*except\s*(?::|\($)|\b(?:AttributeError|NameError|ImportError|ModuleNotFoundError|Exception|BaseException)\b/;
/** Calls that expect an error in a block. */
const EXPECTS = /\b(?:raises|assertRaises\w*|suppress|ignored)\b/;
/** Comments that tell a checker that a name is not found. */
const IGNORED = /#\s*type:\s*ignore|#\s*pyright:\s*ignore|#\s*pylint:\s*disable=\S*(?:no-member|no-name-in-module|E1101|E0611)/;
const MAY_TRY = /\bexcept\b|\braises\b|\bassertRaises|\bsuppress\b|\bignored\b|ignore|pylint/;
const OPENS = /^([ \t]*)(try|except|(?:async[ \t]+)?with)\b/;
const WORDS = /\w+/g;

/** Returns the names of attributes that a file sets; `shop.*` if any may be set. */
function setIn({ code }: SourceSyntax): Set<string> {
  const found = new Set<string>();
  for (const [, object = '', name = ''] of code.matchAll(SET)) if (!OWN.test(object)) found.add(name);
  for (const [, name = ''] of code.matchAll(SET_OF_RESULT)) found.add(name);
  for (const [, all = ''] of code.matchAll(SET_TOGETHER)) for (const each of all.split(',')) found.add(/\w+$/.exec(each.trim())?.[0] ?? '');
  if (code.includes('setattr')) addSetByCalls(code, found);
  for (const [, one, other] of MAY_BE_TABLE.test(code) ? code.matchAll(TABLE) : []) {
    const object = one ?? other ?? '';
    if (!OWN.test(object)) found.add(`${object}.*`);
  }
  return found;
}

function addSetByCalls(code: string, found: Set<string>): void {
  const mayBeNew = (at: number): boolean => NEED_NOT_EXIST.test(code.slice(at, at + LONGEST_CALL));
  for (const { 1: dot, 2: object = '', 3: name, index } of code.matchAll(SETATTR)) {
    if (OWN.test(object) || (dot === '.' && !mayBeNew(index))) continue;
    found.add(name ?? `${object}.*`);
  }
  for (const { 1: name = '', index } of code.matchAll(SETATTR_OF_PATH)) if (mayBeNew(index)) found.add(name);
}

/** Returns the lines of the block that starts at a line. */
function blockAt(lines: readonly string[], start: number, indent: string): readonly string[] {
  const isEnd = (line: string, at: number): boolean =>
    at > start && line.trim() !== '' && (/^[ \t]*/.exec(line)?.[0].length ?? 0) <= indent.length;
  const end = lines.findIndex(isEnd);
  return lines.slice(start, end < 0 ? lines.length : end);
}

/** Yields the lines in which an error of a missing name is expected. */
function* linesTried(code: string): Iterable<string> {
  const lines = code.split('\n');
  const tries = new Map<string, number>();
  for (const [at, line] of lines.entries()) {
    const [, indent = '', word = ''] = OPENS.exec(line) ?? [];
    if (word === 'try') tries.set(indent, at);
    else if (word === 'except') yield* ERRORS.test(line) ? lines.slice(tries.get(indent) ?? at, at) : [];
    else if (EXPECTS.test(line)) yield* word === '' ? [line] : blockAt(lines, at, indent);
  }
}

/** Returns those of some names whose absence a file expects. */
function triedOf(names: ReadonlySet<string>, syntax: SourceSyntax): Set<string> {
  const found = new Set<string>();
  for (const [, one, other] of syntax.code.matchAll(ASKED)) found.add(one ?? other ?? '');
  if (MAY_TRY.test(syntax.text)) {
    const ignored = syntax.text.split('\n').filter((line) => IGNORED.test(line));
    for (const line of [...linesTried(syntax.code), ...ignored]) for (const [word] of line.matchAll(WORDS)) found.add(word);
  }
  return new Set([...found].filter((name) => names.has(name)));
}

/** Reads which attributes of other objects a file sets, and which names it takes from modules that may lack them. */
export function readAttributes(syntax: SourceSyntax, draft: FactsDraft): void {
  const taken = new Set(draft.imports.flatMap(({ names }) => names.map(({ name }) => name)));
  for (const uses of [draft.usedAtTop, ...draft.owners.map(({ symbol }) => symbol.uses)]) {
    for (const used of uses.keys()) if (used.includes('.')) taken.add(used.slice(used.lastIndexOf('.') + 1));
  }
  const facts: AttributeFacts = { set: [...setIn(syntax)], tried: taken.size === 0 ? [] : [...triedOf(taken, syntax)] };
  if (facts.set.length + facts.tried.length > 0) draft.attributes = facts;
}
