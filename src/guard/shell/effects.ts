import path from 'node:path';
import { type Call, commandCalls } from './calls.ts';
import type { Effects, Place, Surroundings } from './effect-types.ts';
import { type Expanded, expand, literal } from './expand.ts';
import { gitEffect } from './git.ts';
import { codeFor, interpreterNamed } from './interpreters.ts';
import type { Item, Step } from './items.ts';
import { DEEPEST, itemsOf, TooDeep } from './lexer.ts';
import { isReader } from './readers.ts';
import { commandName, unwrapped, withoutKeywords } from './wrappers.ts';
import { writtenBy } from './writers.ts';

/** Characters of a line that is read. */
const LONGEST = 100_000;
/** Places and words of one line that are followed. */
const MOST_PLACES = 2_000;
const MOST_LOOKS = 200;
/** Commands of one pipeline that are looked back at. */
const MOST_PRODUCERS = 20;

interface Scope {
  folder: string;
}

class Walk {
  readonly effects = { writes: [] as Place[], codes: [] as Effects['codes'], trees: [] as Effects['trees'], words: [] as Place[] };
  onlyReads = true;
  isUnclear = false;
  #scope: Scope;
  readonly #variables = { values: new Map<string, readonly string[]>(), loose: new Set<string>() };
  /** The words and the input of the commands in front of a `|`. */
  #producers: { readonly words: readonly Expanded[]; readonly input: string | null }[] = [];

  constructor(private readonly around: Surroundings) {
    this.#scope = { folder: around.folder };
    for (const [name, value] of Object.entries(around.environment))
      if (value !== undefined && /^[A-Z_]+$/.test(name)) this.#variables.values.set(name, [value]);
    this.#variables.values.set('PWD', [around.folder]);
  }

  run(text: string, depth: number, escapes = true): void {
    if (depth > DEEPEST || text.length > LONGEST) this.isUnclear = true;
    else this.#items(itemsOf(text, depth, escapes), depth);
  }

  #items(items: readonly Item[], depth: number): void {
    const scopes: Scope[] = [];
    for (const item of items) {
      if (item.kind === '(') {
        scopes.push(this.#scope);
        this.#scope = { ...this.#scope };
      } else if (item.kind === ')') this.#scope = scopes.pop() ?? this.#scope;
      else this.#step(item, depth);
      if (this.effects.words.length > MOST_PLACES || this.effects.writes.length > MOST_PLACES) throw new TooDeep();
    }
  }

  #step({ operator, words, redirects, input }: Step, depth: number): void {
    if (operator !== '|' && operator !== '|&') this.#producers = [];
    const rest = this.#assigned(words);
    const expanded = withoutKeywords(this.#expanded(rest));
    for (const { operator: kind, target } of redirects) {
      const isDuplicate =
        /^[<>]&$/.test(kind) && /^(?:\d+|-)$/.test(target.map((part) => (part.kind === 'text' ? part.text : '?')).join(''));
      if (kind !== '<' && !isDuplicate) this.#writes(expand(target, this.#variables));
    }
    const fed = input ?? this.#piped();
    this.#called(expanded, fed, depth);
    this.#producers = [...this.#producers.slice(1 - MOST_PRODUCERS), { words: expanded, input }];
  }

  #expanded(words: Step['words']): Expanded[] {
    const all: Expanded[] = [];
    for (const word of words) {
      all.push(...expand(word, this.#variables));
      if (all.length > MOST_PLACES) throw new TooDeep();
    }
    return all;
  }

  /** Sets what is assigned in front of a command. @returns the words behind it */
  #assigned(words: Step['words']): Step['words'] {
    let at = 0;
    for (; at < words.length; at += 1) {
      const [first] = words[at] ?? [];
      const [assigned, name] = first?.kind === 'text' && !first.quoted ? (/^([A-Za-z_]\w*)\+?=/.exec(first.text) ?? []) : [];
      if (assigned === undefined || name === undefined || first?.kind !== 'text') break;
      const value = [{ ...first, text: first.text.slice(assigned.length) }, ...(words[at]?.slice(1) ?? [])];
      this.#set(name, expand(value, this.#variables));
    }
    return words.slice(at);
  }

  #set(name: string, values: readonly Expanded[]): void {
    const known = values.map(({ plain }) => plain);
    if (values.some(({ isCut }) => isCut)) this.#variables.values.delete(name);
    else this.#variables.values.set(name, known);
  }

  /** What is piped in: here-documents, and what `echo` and its like write. */
  #piped(): string | null {
    const texts = this.#producers.flatMap(({ words, input }) => [
      ...(input === null ? [] : [input]),
      ...(/^(?:echo|printf)$/.test(commandName(words[0]))
        ? [
            words
              .slice(1)
              .map(({ plain }) => plain)
              .join(' '),
          ]
        : []),
    ]);
    return texts.length > 0 ? texts.join('\n') : null;
  }

  #writes(words: readonly Expanded[]): void {
    for (const word of words) this.effects.writes.push({ word, folder: this.#scope.folder });
  }

  #called(typed: readonly Expanded[], input: string | null, depth: number): void {
    for (const word of typed) this.effects.words.push({ word, folder: this.#scope.folder });
    const words = unwrapped(typed);
    const name = commandName(words[0]);
    if (name === '') return;
    if (depth > DEEPEST) this.isUnclear = true;
    else if (!this.#builtin(name, words.slice(1), input, depth)) this.#program({ name, words: words.slice(1), input }, depth);
  }

  /** What the shell itself does. @returns whether it was that */
  #builtin(name: string, words: readonly Expanded[], input: string | null, depth: number): boolean {
    const operands = words.filter(({ plain }) => !plain.startsWith('-'));
    if (name === 'cd' || name === 'pushd' || name === 'set-location') this.#enter(operands[0]);
    else if (name === 'for' || name === 'select') this.#set(words[0]?.plain ?? '', words.slice(2));
    else if (/^(?:export|declare|local|readonly|typeset)$/.test(name)) this.#export(operands);
    else if (name === 'read' || name === 'mapfile') this.#read(operands);
    else if (name === 'eval' || name === 'invoke-expression' || name === 'iex')
      this.run(words.map(({ plain }) => plain).join(' '), depth + 1);
    else if (name === 'trap') this.run(operands[0]?.plain ?? '', depth + 1);
    else if (name === 'case') return true;
    else return this.#shell(name, words, input, depth);
    return true;
  }

  #export(words: readonly Expanded[]): void {
    for (const { plain, isCut } of words) {
      const end = plain.indexOf('=');
      if (end > 0 && !isCut) this.#variables.values.set(plain.slice(0, end), [plain.slice(end + 1)]);
    }
  }

  #read(names: readonly Expanded[]): void {
    for (const { plain } of names) {
      this.#set(plain, this.#produced());
      this.#variables.loose.add(plain);
    }
  }

  #enter(word: Expanded | undefined): void {
    if (word === undefined || word.isCut || word.isPattern || word.plain === '') return;
    this.#scope.folder = path.resolve(this.#scope.folder, this.#home(word.plain));
    this.#variables.values.set('PWD', [this.#scope.folder]);
  }

  #home(text: string): string {
    const { HOME } = this.around.environment;
    return HOME !== undefined && /^~(?:\/|$)/.test(text) ? HOME + text.slice(1) : text;
  }

  /** A shell that is given a line, or reads it. */
  #shell(name: string, words: readonly Expanded[], input: string | null, depth: number): boolean {
    const isPowerShell = name === 'pwsh' || name === 'powershell' || name === 'cmd';
    if (!isPowerShell && !/^(?:sh|bash|zsh|dash|ksh|fish|ash)$/.test(name)) return false;
    const at = words.findIndex(({ plain }) =>
      isPowerShell ? /^(?:-c(?:ommand)?|\/c)$/i.test(plain) : /^-[A-Za-z]*c[A-Za-z]*$|^--command$/.test(plain),
    );
    if (at >= 0 && isPowerShell)
      this.run(
        words
          .slice(at + 1)
          .map(({ plain }) => plain)
          .join(' '),
        depth + 1,
        false,
      );
    else if (at >= 0) this.run(words.slice(at + 1).find(({ plain }) => !plain.startsWith('-'))?.plain ?? '', depth + 1);
    else if (input !== null && words.every(({ plain }) => plain.startsWith('-'))) this.run(input, depth + 1, !isPowerShell);
    else this.onlyReads = false;
    return true;
  }

  #program({ name, words, input }: Call, depth: number): void {
    const isFolder = (word: Expanded) => !word.isCut && this.#look(this.#scope.folder, word) === 'folder';
    this.#writes(writtenBy({ name, words, input, isFolder }));
    const interpreter = interpreterNamed(name);
    const codes = interpreter === undefined ? [] : codeFor(interpreter, words, input);
    for (const code of codes) this.effects.codes.push({ code, folder: this.#scope.folder });
    if (name === 'git') this.#git(words);
    else if (name === 'gh' && words[0]?.plain === 'pr' && words[1]?.plain === 'checkout') this.#tree('checkout', this.#scope.folder);
    else if (!isReader(name)) this.onlyReads = false;
    const { calls, writes } = commandCalls({ name, words, input }, () => this.#produced());
    this.#writes(writes);
    for (const call of calls) this.#called([literal(call.name), ...call.words], null, depth + 1);
  }

  #git(words: readonly Expanded[]): void {
    const folderOf = (folder: Expanded | null) => (folder === null ? this.#scope.folder : path.resolve(this.#scope.folder, folder.plain));
    const effect = gitEffect(words, (folder, word) => !word.isCut && this.#look(folderOf(folder), word) !== null);
    const folder = folderOf(effect.folder);
    for (const word of effect.files) this.effects.writes.push({ word, folder });
    if (effect.changesTree) this.#tree(effect.command, folder);
    if (!effect.isReader) this.onlyReads = false;
    // A message may name anything.
    if (effect.command === 'commit') {
      const before = this.effects.words.length - words.length;
      this.effects.words.splice(Math.max(0, before));
      for (const word of effect.named) this.effects.words.push({ word, folder });
    }
  }

  #tree(command: string, folder: string): void {
    this.effects.trees.push({ command, folder });
    this.onlyReads = false;
  }

  #look(folder: string, { plain }: Expanded) {
    return plain === '' ? null : this.around.look(path.resolve(folder, this.#home(plain)));
  }

  /** What the commands in front of a `|` may name; where they name nothing that is there, everything. */
  #produced(): Expanded[] {
    const words = this.#producers.flatMap((each) => [...unwrapped(each.words).slice(1), ...(each.input ?? '').split(/\s+/).map(literal)]);
    const piped = (this.#piped() ?? '').split(/\s+/).map(literal);
    const named = [...words, ...piped].filter((word) => word.plain !== '' && !word.plain.startsWith('-')).slice(0, MOST_PLACES + 1);
    const isThere = named.slice(0, MOST_LOOKS).some((word) => word.isPattern || this.#look(this.#scope.folder, word) !== null);
    return isThere || this.#producers.length === 0 ? named : [...named, { plain: '.', pattern: '**', isPattern: true, isCut: false }];
  }
}

/** What a line does to files. Throws nothing, and takes time in proportion to the line. */
export function effectsOf(text: string, around: Surroundings): Effects {
  const walk = new Walk(around);
  try {
    walk.run(text, 0);
    if (/-(?:Content|Item|File)\b/i.test(text)) walk.run(text, 0, false);
  } catch (error) {
    if (!(error instanceof TooDeep)) throw error;
    walk.isUnclear = true;
  }
  return { ...walk.effects, onlyReads: walk.onlyReads, isUnclear: walk.isUnclear };
}
