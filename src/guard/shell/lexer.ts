// Own code, because a bash grammar takes longer to load than the guard may take in total: docs/decisions/0049-custom-code.md
/** Parses the commands in a shell command line: words, redirections, here-documents, and the content of substitutions. */

import {
  afterExtendedPattern,
  bracedPart,
  type Group,
  type Heredoc,
  type Item,
  isAssignment,
  isComparison,
  newStep,
  type Part,
  type Step,
  type Word,
  wordText,
} from './items.ts';
import { ansiText, arithmeticEnd, braceEnd, heredocBody, indexOr, operatorAt, quoteEnd, redirectAt } from './scan.ts';

/** Maximum depth of nesting. */
export const MAX_DEPTH = 5;

/** The line is nested too deeply. */
export class TooDeep extends Error {}

const BLANK = /[^\S\n]/;
/** Characters that end a word. */
const END = /[\s;&|()<>]/;
const NAME = /[A-Za-z_]\w*|[0-9@*]/y;
const SPECIAL = /[#?$!-]/;

class Lexer {
  readonly items: Item[] = [];
  readonly #heredocs: Heredoc[] = [];
  #at = 0;

  /** @param escapes whether a backslash escapes, as in every shell except those of Windows */
  constructor(
    private readonly text: string,
    private readonly depth: number,
    private readonly escapes = true,
  ) {
    if (depth > MAX_DEPTH) throw new TooDeep();
  }

  /** Reads commands to the end, or past the `)` that ends a substitution. */
  commands(isInner: boolean, depth = this.depth): void {
    if (depth > MAX_DEPTH) throw new TooDeep();
    let step = newStep('');
    let open = 0;
    while (this.#at < this.text.length) {
      this.#blanks();
      const operator = this.#operator();
      if (operator === null) this.#part(step, depth);
      if (operator === null) continue;
      step = this.#finished(step, operator);
      if (operator === ')' && isInner && open === 0) return;
      open = Math.max(0, open + this.#grouped(operator));
    }
    this.#finished(step, '');
    this.#bodies();
  }

  #grouped(operator: string): number {
    if (operator === '\n') this.#bodies();
    if (operator !== '(' && operator !== ')') return 0;
    this.items.push(operator === '(' ? { kind: '(', isSubstitution: false } : { kind: ')' });
    return operator === '(' ? 1 : -1;
  }

  /** Adds a finished command. @returns the command after the operator */
  #finished(step: Step, operator: string): Step {
    if (step.words.length > 0 || step.redirects.length > 0) this.items.push(step);
    return newStep(operator);
  }

  /** Reads only the substitutions in a text, as in double quotes. */
  substitutions(): void {
    while (this.#at < this.text.length) this.#quotedPart([], this.depth);
  }

  #blanks(): void {
    while (this.#at < this.text.length) {
      if (BLANK.test(this.#char())) this.#at += 1;
      else if (this.escapes && this.text.startsWith('\\\n', this.#at)) this.#at += 2;
      else if (this.#char() === '#') this.#at = indexOr(this.text.indexOf('\n', this.#at), this.text.length);
      else return;
    }
  }

  #char(): string {
    return this.text[this.#at] ?? '';
  }

  #operator(): string | null {
    const found = operatorAt(this.text, this.#at);
    this.#at += found?.length ?? 0;
    return found;
  }

  #part(step: Step, depth: number): void {
    if (this.#at >= this.text.length) return;
    const operator = redirectAt(this.text, this.#at);
    const isProcess = /[<>]\($/.test(this.text.slice(this.#at, this.#at + 2));
    if (operator === undefined || isProcess) step.words.push(this.#word(depth, step.words.length === 0));
    else if (isComparison(step, operator)) this.#at += 1;
    else {
      this.#at += operator.length;
      this.#redirect(step, operator.replace(/^\d+/, ''), depth);
    }
  }

  #redirect(step: Step, operator: string, depth: number): void {
    this.#blanks();
    const target = this.#word(depth);
    if (operator === '<<<') step.input = wordText(target);
    else if (operator === '<<' || operator === '<<-') {
      const isLiteral = target.some((part) => part.kind === 'text' && part.quoted);
      this.#heredocs.push({ end: wordText(target), isLiteral, isIndented: operator === '<<-', step });
    } else step.redirects.push({ operator, target });
  }

  /** Reads the bodies of the here-documents that were started in the previous line. */
  #bodies(): void {
    for (const { end, isLiteral, isIndented, step } of this.#heredocs.splice(0)) {
      const { body, at } = heredocBody(this.text, this.#at, end, isIndented);
      this.#at = at;
      step.input = (step.input ?? '') + body;
      if (!isLiteral) this.#onlySubstituted(body);
    }
  }

  #word(depth: number, isFirst = false): Word {
    const parts: Part[] = [];
    while (this.#at < this.text.length) {
      const isProcess = /[<>]/.test(this.#char()) && this.text[this.#at + 1] === '(';
      // Where a command may be, `!(` negates a group.
      const end = isFirst ? this.#at : afterExtendedPattern(parts, this.text, this.#at);
      if (end > this.#at) this.#at = end;
      else if (isProcess) this.#process(parts, depth, false);
      else if (this.#char() === '(' && isAssignment(parts)) this.#list(parts, depth);
      else if (END.test(this.#char())) break;
      else this.#wordPart(parts, depth);
    }
    return parts;
  }

  #wordPart(parts: Part[], depth: number): void {
    const char = this.#char();
    if (char === "'") this.#single(parts);
    else if (char === '"') this.#double(parts, depth);
    else if (char === '\\' && this.escapes) this.#escaped(parts);
    else if (char === '$' || char === '`') this.#dollar(parts, false, depth);
    else this.#plain(parts);
  }

  #plain(parts: Part[]): void {
    const from = this.#at;
    while (this.#at < this.text.length && !/[\s;&|()<>'"$`]/.test(this.#char()) && !(this.escapes && this.#char() === '\\')) this.#at += 1;
    parts.push({ kind: 'text', text: this.text.slice(from, this.#at), quoted: false });
  }

  #process(parts: Part[], depth: number, isOutput: boolean): void {
    this.#at += 2;
    const group = this.#substitution(depth);
    parts.push(isOutput ? { kind: 'output', group } : { kind: 'unknown' });
  }

  #list(parts: Part[], depth: number): void {
    const words: Word[] = [];
    for (this.#at += 1; this.#at < this.text.length && this.#char() !== ')'; ) {
      const from = this.#at;
      const word = this.#word(depth);
      if (word.length > 0) words.push(word);
      if (this.#at === from) this.#at += 1;
    }
    this.#at += 1;
    parts.push({ kind: 'list', words });
  }

  #escaped(parts: Part[]): void {
    const next = this.text[this.#at + 1] ?? '';
    if (next !== '\n') parts.push({ kind: 'text', text: next, quoted: true });
    this.#at += 2;
  }

  #single(parts: Part[]): void {
    const end = indexOr(this.text.indexOf("'", this.#at + 1), this.text.length);
    parts.push({ kind: 'text', text: this.text.slice(this.#at + 1, end), quoted: true });
    this.#at = end + 1;
  }

  #double(parts: Part[], depth: number): void {
    this.#at += 1;
    parts.push({ kind: 'text', text: '', quoted: true });
    while (this.#at < this.text.length && this.#char() !== '"') this.#quotedPart(parts, depth);
    this.#at += 1;
  }

  #quotedPart(parts: Part[], depth: number): void {
    const char = this.#char();
    const isEscape = char === '\\' && this.escapes && /[$`"\\\n]/.test(this.text[this.#at + 1] ?? '');
    if (char === '$' || char === '`') this.#dollar(parts, true, depth);
    else if (isEscape) this.#escaped(parts);
    else this.#quotedText(parts);
  }

  #quotedText(parts: Part[]): void {
    const from = this.#at;
    this.#at += 1;
    while (this.#at < this.text.length && !/["$`\\]/.test(this.#char())) this.#at += 1;
    parts.push({ kind: 'text', text: this.text.slice(from, this.#at), quoted: true });
  }

  #dollar(parts: Part[], quoted: boolean, depth: number): void {
    const rest = this.text.slice(this.#at, this.#at + 3);
    if (rest.startsWith('`')) this.#backticks(parts);
    else if (rest === '$((' && this.#arithmetic()) parts.push({ kind: 'unknown' });
    else if (rest.startsWith('$(')) this.#process(parts, depth, true);
    else if (rest.startsWith('${')) this.#braces(parts, quoted);
    else if (rest.startsWith("$'") && !quoted) this.#ansi(parts);
    else if (rest.startsWith('$"') && !quoted) this.#at += 1;
    else this.#variable(parts, quoted);
  }

  #variable(parts: Part[], quoted: boolean): void {
    NAME.lastIndex = this.#at + 1;
    const [name] = NAME.exec(this.text) ?? [];
    if (name !== undefined) parts.push({ kind: 'variable', name, quoted });
    else if (SPECIAL.test(this.text[this.#at + 1] ?? '')) parts.push({ kind: 'unknown' });
    else parts.push({ kind: 'text', text: '$', quoted: true });
    this.#at += 1 + (name?.length ?? (parts.at(-1)?.kind === 'unknown' ? 1 : 0));
  }

  /** Skips `$((1 + 2))`, which contains no commands. @returns false for a substitution that begins with a group */
  #arithmetic(): boolean {
    const end = arithmeticEnd(this.text, this.#at + 1);
    if (end === null) return false;
    this.#onlySubstituted(this.text.slice(this.#at + 3, end - 2));
    this.#at = end;
    return true;
  }

  #braces(parts: Part[], quoted: boolean): void {
    const end = braceEnd(this.text, this.#at + 1);
    const inner = this.text.slice(this.#at + 2, end);
    this.#at = end + 1;
    this.#onlySubstituted(inner);
    parts.push(bracedPart(inner, quoted));
  }

  #onlySubstituted(text: string): void {
    if (/\$[({]|`/.test(text)) this.#inner(text, (lexer) => lexer.substitutions());
  }

  #ansi(parts: Part[]): void {
    const end = quoteEnd(this.text, this.#at + 2, "'");
    parts.push({ kind: 'text', text: ansiText(this.text.slice(this.#at + 2, end)), quoted: true });
    this.#at = end + 1;
  }

  #backticks(parts: Part[]): void {
    const end = quoteEnd(this.text, this.#at + 1, '`');
    const code = this.text.slice(this.#at + 1, end).replace(/\\([`$\\])/g, '$1');
    this.#at = end + 1;
    // In PowerShell a backtick is the escape character.
    const group = this.escapes ? this.#inner(code, (lexer) => lexer.commands(false)) : null;
    parts.push(group === null ? { kind: 'unknown' } : { kind: 'output', group });
  }

  #substitution(depth: number): Group {
    const group: Group = { kind: '(', isSubstitution: true };
    this.items.push(group);
    this.commands(true, depth + 1);
    this.items.push({ kind: ')' });
    return group;
  }

  #inner(text: string, read: (lexer: Lexer) => void): Group {
    const lexer = new Lexer(text, this.depth + 1, this.escapes);
    read(lexer);
    const group: Group = { kind: '(', isSubstitution: true };
    this.items.push(group);
    for (const item of lexer.items) this.items.push(item);
    this.items.push({ kind: ')' });
    return group;
  }
}

/**
 * Returns the commands in a line, in order. The content of a substitution comes before the command that uses it. Takes time linear in the
 * length of the text, and accepts any text.
 * @param depth nesting depth of the line itself @param escapes whether a backslash escapes
 * @throws TooDeep
 */
export function lexCommands(text: string, depth = 0, escapes = true): Item[] {
  const lexer = new Lexer(text, depth, escapes);
  lexer.commands(false);
  return lexer.items;
}
