import path from 'node:path';
import { shellWord } from '../../engine/text/shell-word.ts';
import { type Call, commandCalls } from './calls.ts';
import { EffectLog } from './effect-log.ts';
import type { Effects, ShellEnvironment } from './effect-types.ts';
import { type Expanded, expand, literal } from './expand.ts';
import { functionCalls } from './functions.ts';
import { gitEffect } from './git.ts';
import { codeFor, interpreterNamed } from './interpreters.ts';
import { type Group, type Item, mayWriteFile, type Step, type Word } from './items.ts';
import { lexCommands, MAX_DEPTH, TooDeep } from './lexer.ts';
import { readsWhatItNames } from './mentions.ts';
import { EVERYTHING_HERE, MAX_PLACES, Pipeline } from './pipeline.ts';
import { isReader, isRemover, reachesBelow } from './reach.ts';
import { shellCall } from './shell-call.ts';
import { ShellVariables } from './shell-variables.ts';
import { WorkingFolder } from './working-folder.ts';
import { commandName, hasFolder, isTrusted, unwrapCommand, withoutKeywords, withoutKeywordWords } from './wrappers.ts';
import { filesWrittenBy } from './writers.ts';

/** Maximum length of a line that is analyzed, in characters. */
const MAX_LENGTH = 100_000;
/** State to restore after an open group of commands. */
interface Opened {
  readonly folder: WorkingFolder;
  readonly group: Group;
  readonly pipeline: Pipeline;
}

const isPiped = (item: Item | undefined): boolean => item?.kind === 'step' && /^(?:\|&?|&)$/.test(item.operator);

const FOLDER_COMMANDS: ReadonlySet<string> = new Set(['cd', 'pushd', 'popd', 'set-location']);

class Walk {
  readonly log = new EffectLog();
  #scope: WorkingFolder;
  readonly #variables: ShellVariables;
  #pipeline = new Pipeline();

  constructor(private readonly around: ShellEnvironment) {
    this.#scope = new WorkingFolder(around, around.folder);
    this.#variables = new ShellVariables(around.environment, around.folder);
  }

  run(text: string, depth: number, escapes = true): void {
    if (depth > MAX_DEPTH || text.length > MAX_LENGTH) this.log.isUnclear = true;
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
      if (this.log.words.length > MAX_PLACES || this.log.writes.length > MAX_PLACES) throw new TooDeep();
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
    for (const redirect of redirects) if (mayWriteFile(redirect)) this.log.addWrites(expand(redirect.target, this.#variables), this.#scope);
    this.#called(expanded, input ?? this.#pipeline.text, depth);
    this.#pipeline = this.#pipeline.with(expanded, input);
  }

  #expanded(words: readonly Word[]): Expanded[] {
    const all: Expanded[] = [];
    for (const word of words) {
      all.push(...expand(word, this.#variables));
      if (all.length > MAX_PLACES) throw new TooDeep();
    }
    return all;
  }

  /** Applies the assignments in front of a command. @returns the remaining words */
  #assigned(words: readonly Word[]): readonly Word[] {
    const { rest, mayMatter } = this.#variables.assignments(words, (list) => this.#expanded(list));
    if (mayMatter && rest.length > 0) this.log.mayWrite = true;
    return rest;
  }

  #called(typed: readonly Expanded[], input: string | null, depth: number): void {
    this.log.addCommand(typed, this.#scope.current, () => this.#command(typed, input, depth));
  }

  #command(typed: readonly Expanded[], input: string | null, depth: number): void {
    const words = withoutKeywords(unwrapCommand(typed));
    const name = commandName(words[0]);
    if (words[0]?.isCut === true || !isTrusted(typed, words)) this.log.mayChange();
    if (words.length < typed.length && typed.some(({ plain }) => /^[A-Za-z_]\w*=/.test(plain))) this.log.mayWrite = true;
    if (name === '') return;
    const alias = this.#variables.aliasOf(words[0]?.plain ?? '');
    const rest = words.slice(1);
    if (depth > MAX_DEPTH) this.log.isUnclear = true;
    else if (alias !== undefined) this.run([alias, ...rest.map(({ plain }) => shellWord(plain))].join(' '), depth + 1);
    else if (!(hasFolder(words[0]) ? this.#shell(name, rest, input, depth) : this.#builtin(name, rest, input, depth)))
      this.#program({ name, words: rest, input }, depth);
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
    if (words.some(({ isCut }) => isCut)) this.log.mayChange();
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
    else this.#scope.enter(to, name === 'pushd', !this.log.onlyReads);
    this.#variables.values.set('PWD', [literal(this.#scope.current)]);
  }

  /** Analyzes a shell that gets a line as an argument, or reads it. @returns false if the command is no shell */
  #shell(name: string, words: readonly Expanded[], input: string | null, depth: number): boolean {
    const call = shellCall(name, words);
    if (call?.kind === 'text') this.#text(call.words, depth, call.escapes);
    else if (call?.kind === 'line') {
      this.#variables.set('0', call.name);
      this.#variables.positional(call.parameters);
      this.#text(call.line, depth);
    } else if (call?.kind === 'script') {
      if (call.parameters !== null) this.#variables.positional(call.parameters);
      // Only a part of the input may be known.
      this.log.mayChange();
      if (input !== null && call.isFed) this.run(input, depth + 1, call.escapes);
    }
    return call !== null;
  }

  #program({ name, words, input }: Call, depth: number): void {
    const isFolder = (word: Expanded) => !word.isCut && this.#look(this.#scope.current, word) === 'folder';
    const kind = { isDeep: reachesBelow(name, words), isRemoved: isRemover(name) };
    this.log.addWrites(filesWrittenBy({ name, words, input, isFolder }), this.#scope, kind);
    if (name === 'ln' || name === 'link') this.log.links.note(words, this.#scope.current, isFolder);
    const interpreter = interpreterNamed(name);
    for (const code of interpreter === undefined ? [] : codeFor(interpreter, words, input))
      this.log.codes.push({ code, folder: this.#scope.current });
    if (name === 'git') this.#git(words, depth);
    else if (name === 'gh' && words[0]?.plain === 'pr' && words[1]?.plain === 'checkout') this.log.addTree('checkout', this.#scope.current);
    else if (readsWhatItNames(name, words)) this.log.onlyReads = false;
    else if (!isReader(name)) this.log.mayChange();
    const { calls, writes } = commandCalls({ name, words, input }, () => ({ words: this.#produced(input), text: input }));
    this.log.addWrites(writes, this.#scope, { isDeep: true, isRemoved: true });
    for (const call of calls) this.#called(call, null, depth + 1);
  }

  #git(words: readonly Expanded[], depth: number): void {
    const [tree] = this.#variables.values.get('GIT_WORK_TREE') ?? [];
    const folderOf = (folder: Expanded | null) => path.resolve(this.#scope.current, (folder ?? tree)?.plain ?? '');
    const effect = gitEffect(words, (folder, word) => !word.isCut && this.#look(folderOf(folder), word) !== null);
    const folder = folderOf(effect.folder);
    const isRemoved = /^(?:rm|mv|clean)$/.test(effect.command);
    for (const word of effect.files) this.log.writes.push({ word, folder, isDeep: true, isRemoved });
    for (const line of effect.lines) this.run(line, depth + 1);
    this.log.mayWrite ||= effect.files.length > 0 || effect.lines.length > 0 || effect.isConfigured || effect.mayRunHooks;
    if (effect.changesTree) this.log.addTree(effect.command, folder);
    // The message of a commit may name anything.
    if (!effect.isReader && effect.command !== 'commit') this.log.mayChange();
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
    walk.log.isUnclear = true;
  }
  return walk.log.effects;
}
