import path from 'node:path';
import { shellWord } from '../../engine/text/shell-word.ts';
import { type Call, commandCalls } from './calls.ts';
import type { Effects, FileOperand, ShellEnvironment } from './effect-types.ts';
import { type Expanded, expand, literal } from './expand.ts';
import { functionCalls } from './functions.ts';
import { gitEffect } from './git.ts';
import { codeFor, interpreterNamed } from './interpreters.ts';
import { type Group, type Item, mayWriteFile, type Step, type Word } from './items.ts';
import { DEEPEST, lexCommands, TooDeep } from './lexer.ts';
import { MadeLinks } from './links.ts';
import { readsWhatItNames } from './mentions.ts';
import { EVERYTHING_HERE, MOST_PLACES, Pipeline } from './pipeline.ts';
import { isRemover, reachesBelow } from './reach.ts';
import { isReader } from './readers.ts';
import { ShellVariables } from './shell-variables.ts';
import { WorkingFolder } from './working-folder.ts';
import { commandName, hasFolder, isTrusted, unwrapCommand, withoutKeywords, withoutKeywordWords } from './wrappers.ts';
import { filesWrittenBy } from './writers.ts';

/** Maximum length of a line that is analyzed, in characters. */
const LONGEST = 100_000;
/** State to restore after an open group of commands. */
interface Opened {
  readonly folder: WorkingFolder;
  readonly group: Group;
  readonly pipeline: Pipeline;
}

const isPiped = (item: Item | undefined): boolean => item?.kind === 'step' && /^(?:\|&?|&)$/.test(item.operator);

/** Places that a redirection writes no file to. */
const NO_FILE = /^\/dev\/(?:null|stdout|stderr|tty|fd\/\d)$/;
const FOLDER_COMMANDS: ReadonlySet<string> = new Set(['cd', 'pushd', 'popd', 'set-location']);

class Walk {
  readonly effects = {
    writes: [] as FileOperand[],
    codes: [] as Effects['codes'],
    trees: [] as Effects['trees'],
    words: [] as FileOperand[],
  };
  onlyReads = true;
  /** Whether it writes a file, or starts what cannot be read. */
  mayWrite = false;
  isUnclear = false;
  /** Words of commands that only read what they name. */
  readonly readWords = new Set<FileOperand>();
  /** Whether the current command only reads what it names. */
  #isReading = true;
  #scope: WorkingFolder;
  readonly #variables: ShellVariables;
  readonly #links = new MadeLinks();
  #pipeline = new Pipeline();

  constructor(private readonly around: ShellEnvironment) {
    this.#scope = new WorkingFolder(around, around.folder);
    this.#variables = new ShellVariables(around.environment, around.folder);
  }

  run(text: string, depth: number, escapes = true): void {
    if (depth > DEEPEST || text.length > LONGEST) this.isUnclear = true;
    else this.#items(lexCommands(text, depth, escapes), depth);
  }

  #items(items: readonly Item[], depth: number): void {
    const opened: Opened[] = [];
    const calls = functionCalls(items);
    for (const [at, item] of items.entries()) {
      const folder = this.#scope.copy();
      this.#variables.given((calls.get(at) ?? []).map((words) => this.#expanded(words)));
      if (item.kind === '(') opened.push(this.#opened(item));
      else if (item.kind === ')') this.#closed(opened.pop());
      else this.#step(item, depth);
      // Each command of a pipeline is a separate process, so `cd` in it does not affect the next command.
      if (item.kind === 'step' && (isPiped(items[at + 1]) || /^\|/.test(item.operator))) this.#scope = folder;
      if (this.effects.words.length > MOST_PLACES || this.effects.writes.length > MOST_PLACES) throw new TooDeep();
    }
  }

  #opened(group: Group): Opened {
    const before = { folder: this.#scope, group, pipeline: this.#pipeline };
    this.#scope = this.#scope.copy();
    if (group.isSubstitution) this.#pipeline = new Pipeline();
    return before;
  }

  #closed(before: Opened | undefined): void {
    if (before === undefined) return;
    if (before.group.isSubstitution) {
      this.#variables.outputs.set(before.group, this.#pipeline.output(this.#scope.current, this.#isThere));
      this.#pipeline = before.pipeline;
    }
    this.#scope = before.folder;
  }

  #step({ operator, words, redirects, input }: Step, depth: number): void {
    if (operator !== '|' && operator !== '|&') this.#pipeline = new Pipeline();
    const rest = this.#assigned(withoutKeywordWords(words));
    const expanded = withoutKeywords(this.#expanded(rest));
    for (const redirect of redirects) if (mayWriteFile(redirect)) this.#writes(expand(redirect.target, this.#variables));
    this.#called(expanded, input ?? this.#pipeline.text, depth);
    this.#pipeline = this.#pipeline.with(expanded, input);
  }

  #expanded(words: readonly Word[]): Expanded[] {
    const all: Expanded[] = [];
    for (const word of words) {
      all.push(...expand(word, this.#variables));
      if (all.length > MOST_PLACES) throw new TooDeep();
    }
    return all;
  }

  /** Applies the assignments in front of a command. @returns the remaining words */
  #assigned(words: readonly Word[]): readonly Word[] {
    const { rest, mayMatter } = this.#variables.assignments(words, (list) => this.#expanded(list));
    if (mayMatter && rest.length > 0) this.mayWrite = true;
    return rest;
  }

  #writes(words: readonly Expanded[], kind: Pick<FileOperand, 'isDeep' | 'isRemoved'> = {}): void {
    for (const word of words) {
      this.mayWrite ||= word.isCut || !NO_FILE.test(word.plain);
      this.effects.writes.push({ word: this.#scope.inside(word), folder: this.#scope.current, ...kind });
      const target = word.isCut ? null : this.#links.targetOf(path.resolve(this.#scope.current, this.#scope.homely(word.plain)));
      if (target !== null) this.effects.writes.push({ word: literal(target), folder: this.#scope.current, ...kind });
    }
  }

  #called(typed: readonly Expanded[], input: string | null, depth: number): void {
    const own = typed.map((word) => ({ word, folder: this.#scope.current }));
    this.effects.words.push(...own);
    const outer = this.#isReading;
    this.#isReading = true;
    this.#command(typed, input, depth);
    if (this.#isReading) for (const each of own) this.readWords.add(each);
    this.#isReading = outer;
  }

  #command(typed: readonly Expanded[], input: string | null, depth: number): void {
    const words = withoutKeywords(unwrapCommand(typed));
    const name = commandName(words[0]);
    if (words[0]?.isCut === true || !isTrusted(typed, words)) this.#mayChange();
    if (words.length < typed.length && typed.some(({ plain }) => /^[A-Za-z_]\w*=/.test(plain))) this.mayWrite = true;
    if (name === '') return;
    const alias = this.#variables.aliasOf(words[0]?.plain ?? '');
    const rest = words.slice(1);
    if (depth > DEEPEST) this.isUnclear = true;
    else if (alias !== undefined) this.run([alias, ...rest.map(({ plain }) => shellWord(plain))].join(' '), depth + 1);
    else if (!(hasFolder(words[0]) ? this.#shell(name, rest, input, depth) : this.#builtin(name, rest, input, depth)))
      this.#program({ name, words: rest, input }, depth);
  }

  /** Notes that the current command may change what it names. */
  #mayChange(): void {
    this.onlyReads = false;
    this.#isReading = false;
  }

  /** Analyzes a shell builtin. @returns false if the command is none */
  #builtin(name: string, words: readonly Expanded[], input: string | null, depth: number): boolean {
    const operands = words.filter(({ plain }) => !plain.startsWith('-'));
    if (FOLDER_COMMANDS.has(name)) this.#enter(name, words);
    else if (name === 'set') this.#variables.applySet(words);
    else if (name === 'shift') this.#variables.shift();
    else if (name === 'alias') this.#variables.alias(operands);
    else if (name === 'for' || name === 'select') this.#variables.set(words[0]?.plain ?? '', this.#listOf(words));
    else if (/^(?:export|declare|local|readonly|typeset)$/.test(name)) this.#variables.assign(operands);
    else if (name === 'read' || name === 'mapfile' || name === 'readarray') this.#read(operands, input);
    else if (name === 'eval' || name === 'invoke-expression' || name === 'iex') this.#text(words, depth);
    else if (name === 'trap') this.#text(operands.slice(0, 1), depth);
    else if (name === 'case') return true;
    else return this.#shell(name, words, input, depth);
    return true;
  }

  /** Returns the values of a loop: `for x; do` runs over the parameters. */
  #listOf(words: readonly Expanded[]): readonly Expanded[] {
    return words[1]?.plain === 'in' ? words.slice(2) : (this.#variables.values.get('@') ?? words.slice(2));
  }

  /** Analyzes words as a line. If a part of it is unknown, it may do anything. */
  #text(words: readonly Expanded[], depth: number, escapes = true): void {
    if (words.some(({ isCut }) => isCut)) this.#mayChange();
    this.run(words.map(({ plain }) => plain).join(' '), depth + 1, escapes);
  }

  /** Handles `read`. A value read from a file may be anything. */
  #read(names: readonly Expanded[], input: string | null): void {
    const read = this.#produced(input);
    for (const { plain } of names) {
      this.#variables.set(plain, read.length > 0 ? read : [EVERYTHING_HERE]);
      this.#variables.loose.add(plain);
    }
  }

  #enter(name: string, words: readonly Expanded[]): void {
    const [to] = words.filter(({ plain }) => plain === '-' || !plain.startsWith('-'));
    if (name === 'popd') this.#scope.leave();
    else this.#scope.enter(to, name === 'pushd', !this.onlyReads);
    this.#variables.values.set('PWD', [literal(this.#scope.current)]);
  }

  /** Analyzes a shell that gets a line as an argument, or reads it. @returns false if the command is no shell */
  #shell(name: string, words: readonly Expanded[], input: string | null, depth: number): boolean {
    const isPowerShell = name === 'pwsh' || name === 'powershell' || name === 'cmd';
    if (!isPowerShell && !/^(?:sh|bash|zsh|dash|ksh|fish|ash|source|\.)$/.test(name)) return false;
    const at = words.findIndex(({ plain }) =>
      isPowerShell ? /^(?:-c(?:ommand)?|\/c)$/i.test(plain) : /^-[A-Za-z]*c[A-Za-z]*$|^--command$/.test(plain),
    );
    if (at >= 0 && isPowerShell) this.#text(words.slice(at + 1), depth, false);
    else if (at >= 0) this.#line(words.slice(at + 1), depth);
    else this.#script(words, input, depth, !isPowerShell);
    return true;
  }

  /** Analyzes the arguments of `bash -c LINE NAME ARGUMENTS`. */
  #line(words: readonly Expanded[], depth: number): void {
    const at = words.findIndex(({ plain }) => !/^[-+]/.test(plain));
    this.#variables.set('0', words.slice(at + 1, at + 2));
    this.#variables.positional(words.slice(at + 2));
    this.#text(words.slice(at, at + 1), depth);
  }

  /** Analyzes a shell that reads a script from a file or its input. */
  #script(words: readonly Expanded[], input: string | null, depth: number, escapes: boolean): void {
    const at = words.findIndex(({ plain }) => !plain.startsWith('-') || plain === '-');
    const operands = at < 0 ? [] : words.slice(at);
    const isFed =
      operands.length === 0 || /^(?:-|\/dev\/stdin)$/.test(operands[0]?.plain ?? '') || words.some(({ plain }) => plain === '-s');
    if (words.some(({ plain }) => plain === '-s')) this.#variables.positional(operands);
    // Only a part of the input may be known.
    this.#mayChange();
    if (input !== null && isFed) this.run(input, depth + 1, escapes);
  }

  #program({ name, words, input }: Call, depth: number): void {
    const isFolder = (word: Expanded) => !word.isCut && this.#look(this.#scope.current, word) === 'folder';
    this.#writes(filesWrittenBy({ name, words, input, isFolder }), { isDeep: reachesBelow(name, words), isRemoved: isRemover(name) });
    if (name === 'ln' || name === 'link') this.#links.note(words, this.#scope.current, isFolder);
    const interpreter = interpreterNamed(name);
    for (const code of interpreter === undefined ? [] : codeFor(interpreter, words, input))
      this.effects.codes.push({ code, folder: this.#scope.current });
    if (name === 'git') this.#git(words, depth);
    else if (name === 'gh' && words[0]?.plain === 'pr' && words[1]?.plain === 'checkout') this.#tree('checkout', this.#scope.current);
    else if (readsWhatItNames(name, words)) this.onlyReads = false;
    else if (!isReader(name)) this.#mayChange();
    const { calls, writes } = commandCalls({ name, words, input }, () => ({ words: this.#produced(input), text: input }));
    this.#writes(writes, { isDeep: true, isRemoved: true });
    for (const call of calls) this.#called(call, null, depth + 1);
  }

  #git(words: readonly Expanded[], depth: number): void {
    const [tree] = this.#variables.values.get('GIT_WORK_TREE') ?? [];
    const folderOf = (folder: Expanded | null) => path.resolve(this.#scope.current, (folder ?? tree)?.plain ?? '');
    const effect = gitEffect(words, (folder, word) => !word.isCut && this.#look(folderOf(folder), word) !== null);
    const folder = folderOf(effect.folder);
    const isRemoved = /^(?:rm|mv|clean)$/.test(effect.command);
    for (const word of effect.files) this.effects.writes.push({ word, folder, isDeep: true, isRemoved });
    for (const line of effect.lines) this.run(line, depth + 1);
    this.mayWrite ||= effect.files.length > 0 || effect.lines.length > 0 || effect.isConfigured || effect.mayRunHooks;
    if (effect.changesTree) this.#tree(effect.command, folder);
    // The message of a commit may name anything.
    if (!effect.isReader && effect.command !== 'commit') this.#mayChange();
  }

  #tree(command: string, folder: string): void {
    this.effects.trees.push({ command, folder });
    this.#mayChange();
  }

  #look(folder: string, { plain }: Expanded) {
    return plain === '' ? null : this.around.look(path.resolve(folder, this.#scope.homely(plain)));
  }

  readonly #isThere = (word: Expanded): boolean => this.#look(this.#scope.current, word) !== null;

  readonly #produced = (input: string | null): Expanded[] =>
    this.#pipeline.names(input, this.#isThere).map((word) => ({ ...word, isGuess: true }));
}

/** Returns the effects of a line on files. Never throws, and takes time linear in its length. */
export function analyzeEffects(text: string, around: ShellEnvironment): Effects {
  const walk = new Walk(around);
  // Shells drop null characters.
  const line = text.replaceAll('\0', '');
  try {
    walk.run(line, 0);
    if (/-(?:Content|Item|File|Object|Csv|WebRequest)\b/i.test(line)) walk.run(line, 0, false);
  } catch (error) {
    if (!(error instanceof TooDeep)) throw error;
    walk.isUnclear = true;
  }
  const { effects, onlyReads, isUnclear } = walk;
  const words = isUnclear ? effects.words : effects.words.filter((each) => !walk.readWords.has(each));
  return { ...effects, words, isUnclear, mayWrite: walk.mayWrite || !onlyReads || isUnclear };
}
