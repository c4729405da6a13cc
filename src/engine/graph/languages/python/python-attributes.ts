import type { AttributeFacts } from '../../facts.ts';
import type { FactsDraft } from '../facts-draft.ts';
import type { SourceSyntax } from '../syntax.ts';

/** `.rate = 1`, `.rate: int = 1`, `.rate += 1`. Its start is looked at separately: a pattern that begins with a fixed letter is far faster. */
const SET = /\.(\w+)[ \t]*(?::[^=\n]{1,100})?((?:[-+*/|&^%@]|\/\/|\*\*|>>|<<)?=)(?!=)/g;
/** What is before it: the begin of a statement, also after `if x:` and after another `=`, and the object. */
const BEFORE_SET = /(?:^[ \t]*(?:(?:if|elif|else|try|for|while|with|except|finally)\b.*:[ \t]*)?|[;=][ \t]*)(\w+(?:\.\w+)*)$/;
/** `sys.modules["shop"].rate = 1`. */
const RESULT = /[\])]/;
const MAX_LINE_LENGTH = 1_000;
/** `shop.a, shop.b = 1, 2`. */
const SET_TOGETHER = /(?:^|\n)[ \t]*(\w+(?:\.\w+)+(?:[ \t]*,[ \t]*\w+(?:\.\w+)*)+)[ \t]*=(?!=)/g;
/** `setattr(shop, "rate", 1)`. The method of pytest requires that the name exists, unless it is told otherwise. */
const SETATTR = /(\.?)\bsetattr\s*\(\s*([\w.]+)\s*,\s*(?:[rRuU]?["'](\w+)["']\s*,)?/g;
const SETATTR_OF_PATH = /\.setattr\s*\(\s*["'][\w.]+\.(\w+)["']/g;
const NEED_NOT_EXIST = /\braising\b/;
const MAX_CALL_LENGTH = 300;
/** The table of the names of an object. */
const TABLE = /\b(\w+)\.__dict__\b|\bvars\s*\(\s*(\w+)\s*\)/g;
const MAY_BE_TABLE = /__dict__|\bvars\b/;
/** The object of a method, which is no module. */
const OWN = /^(?:self|cls)$/;

/** Names that are asked for as text: `hasattr(shop, "rate")`, `"rate" in dir(shop)`. */
const ASKED = [/(?:has|get|del)attr\s*\(\s*[^,()]{1,100},\s*["'](\w+)["']/g, /["'](\w+)["']\s+(?:not\s+)?in\s/g];
/** Errors of a missing name. */
const ERRORS = /^\s*except\s*(?::|\($)|\b(?:AttributeError|NameError|ImportError|ModuleNotFoundError|Exception|BaseException)\b/;
/** Calls that expect an error in a block. */
const EXPECTS = /\b(?:raises|assertRaises\w*|suppress|ignored)\b/g;
/** The arguments of such a call, and simple names behind them. */
const EXPECTED = /^\s*\(([\w.,()\s]*)/;
/** Errors of Python that a missing name does not raise. Others may be anything. */
const OTHER_ERROR =
  /^(?:(?:Assertion|Arithmetic|Buffer|EOF|FileExists|FileNotFound|FloatingPoint|Index|IO|IsADirectory|Key|Lookup|Memory|NotADirectory|NotImplemented|OS|Overflow|Permission|Recursion|Runtime|Syntax|Timeout|Type|UnicodeDecode|UnicodeEncode|Unicode|Value|ZeroDivision)Error|SystemExit|KeyboardInterrupt|StopIteration|StopAsyncIteration)$/;
/** Comments that tell a checker that a name is not found. */
const IGNORED =
  /#[ \t]*(?:(?:type|pyright):[ \t]*ignore(?:\[([^\]\n]*)\])?|pylint:[ \t]*disable=\S*(?:no-member|no-name-in-module|E1101|E0611))/g;
/** The codes of such errors, among those that a comment names: `attr-defined`, `import-not-found`, `reportAttributeAccessIssue` … */
const OF_MISSING = /-defined|import|Import|Attribute|Undefined|General/;
/** A line of an import over several lines: `a,`, `b as c`. */
const IMPORTED_LINE = /^[ \t]*\w+(?:[ \t]+as[ \t]+\w+)?[ \t]*,?[ \t]*$/;
const OPENS = /(?:^|\n)([ \t]*)(try|except)\b/g;
const WITH = /^([ \t]*)(?:async[ \t]+)?with\b/;
/** The start of a line with code. */
const NEXT = /\n([ \t]*)(?=\S)/g;
const WORDS = /\w+/g;
/** What may fail by a missing name: a member, and an import. An imported name is there when it is used. */
const MAY_FAIL = /(?<=\.\s{0,99})\w+|\bimport\s*(?:\([^()]*\)|[^\n]*)/g;

/** Returns the object of an assignment, from the text before its last name; `null` for another expression. */
function objectBefore(code: string, at: number): string | null {
  const from = Math.max(0, at - MAX_LINE_LENGTH);
  const before = code.slice(from, at);
  return BEFORE_SET.exec(before.slice(before.lastIndexOf('\n') + 1))?.[1] ?? null;
}

/** Returns the names of attributes that assignments set. */
function assignedIn(code: string): Set<string> {
  const found = new Set<string>();
  for (const { 0: all, 1: name = '', 2: sign, index } of code.matchAll(SET)) {
    if (found.has(name)) continue;
    const isOfResult = sign === '=' && !all.includes(':') && RESULT.test(code[index - 1] ?? '');
    const object = isOfResult ? '' : objectBefore(code, index);
    if (object !== null && !OWN.test(object)) found.add(name);
  }
  for (const [, all = ''] of code.matchAll(SET_TOGETHER)) for (const each of all.split(',')) found.add(/\w+$/.exec(each.trim())?.[0] ?? '');
  return found;
}

/** Returns the names of attributes that a file sets; `shop.*` if any may be set. */
function setIn({ code }: SourceSyntax): Set<string> {
  const found = assignedIn(code);
  if (code.includes('setattr')) addSetByCalls(code, found);
  for (const [, one, other] of MAY_BE_TABLE.test(code) ? code.matchAll(TABLE) : []) {
    const object = one ?? other ?? '';
    if (!OWN.test(object)) found.add(`${object}.*`);
  }
  return found;
}

function addSetByCalls(code: string, found: Set<string>): void {
  const mayBeNew = (at: number): boolean => NEED_NOT_EXIST.test(code.slice(at, at + MAX_CALL_LENGTH));
  for (const { 1: dot, 2: object = '', 3: name, index } of code.matchAll(SETATTR)) {
    if (OWN.test(object) || (dot === '.' && !mayBeNew(index))) continue;
    found.add(name ?? `${object}.*`);
  }
  for (const { 1: name = '', index } of code.matchAll(SETATTR_OF_PATH)) if (mayBeNew(index)) found.add(name);
}

/** Returns the line around a place. */
function lineAround(text: string, at: number): string {
  const end = text.indexOf('\n', at);
  return text.slice(text.lastIndexOf('\n', at - 1) + 1, end < 0 ? text.length : end);
}

/** Returns the block that starts at the line around a place. */
function blockAround(code: string, at: number, indent: string): string {
  const start = code.lastIndexOf('\n', at - 1) + 1;
  NEXT.lastIndex = at;
  for (let next = NEXT.exec(code); next !== null; next = NEXT.exec(code)) {
    if ((next[1] ?? '').length <= indent.length) return code.slice(start, next.index);
  }
  return code.slice(start);
}

/** Whether a call expects an error that a missing name does not raise. @param after the code behind the name of the call */
function expectsOther(after: string): boolean {
  const given = EXPECTED.exec(after)?.[1] ?? '';
  return OTHER_ERROR.test(/\w+/.exec(given)?.[0] ?? '') && !ERRORS.test(given);
}

/** Yields the code in which an error of a missing name is expected. */
function* codeTried(code: string): Iterable<string> {
  const tries = new Map<string, number>();
  for (const { 0: all, 1: indent = '', 2: word, index } of code.matchAll(OPENS)) {
    if (word === 'try') tries.set(indent, index);
    else if (ERRORS.test(lineAround(code, index + all.length))) yield code.slice(tries.get(indent) ?? index, index);
  }
  for (const { 0: call, index } of code.matchAll(EXPECTS)) {
    if (expectsOther(code.slice(index + call.length, index + call.length + MAX_CALL_LENGTH))) continue;
    const line = lineAround(code, index);
    const [, indent] = WITH.exec(line) ?? [];
    yield indent === undefined ? line : blockAround(code, index, indent);
  }
}

/** Yields the lines with a comment that tells a checker to ignore a missing name. */
function* codeIgnored({ code, text }: Pick<SourceSyntax, 'code' | 'text'>): Iterable<string> {
  for (const { 1: codes, index } of text.matchAll(IGNORED)) {
    if (codes !== undefined && !OF_MISSING.test(codes)) continue;
    const line = lineAround(code, index);
    yield IMPORTED_LINE.test(line) ? `import ${line}` : line;
  }
}

/** Returns those of some names whose absence a file expects. */
function triedOf(names: ReadonlySet<string>, { code, text }: SourceSyntax): Set<string> {
  const asked = ASKED.flatMap((pattern) => [...code.matchAll(pattern)].flatMap(([, name]) => name ?? []));
  const found = new Set(asked.filter((name) => names.has(name)));
  const tried = [...codeTried(code), ...codeIgnored({ code, text })].flatMap((each) => each.match(MAY_FAIL) ?? []);
  for (const each of tried) {
    for (const [word] of each.matchAll(WORDS)) if (names.has(word)) found.add(word);
  }
  return found;
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
