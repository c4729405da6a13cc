import { type Expanded, expand, literal, type Output, type Variables } from './expand.ts';
import { byPlace } from './functions.ts';
import type { Group, Part, Word } from './items.ts';

/** Variables that change how a command works but not what it runs. */
const HARMLESS = /^(?:LC_\w+|LANG|LANGUAGE|TZ|TERM|COLUMNS|LINES|NO_COLOR|FORCE_COLOR|CI|IFS)$/;

/** An assignment at the start of a word. */
interface Assignment {
  readonly name: string;
  readonly isAppended: boolean;
  readonly value: Word;
}

function assignmentIn([first, ...rest]: readonly Part[]): Assignment | null {
  if (first?.kind !== 'text' || first.quoted) return null;
  const [assigned, name] = /^([A-Za-z_]\w*)\+?=/.exec(first.text) ?? [];
  if (assigned === undefined || name === undefined) return null;
  return { name, isAppended: assigned.endsWith('+='), value: [{ ...first, text: first.text.slice(assigned.length) }, ...rest] };
}

/** The variables and aliases of a shell, as far as a line shows them. */
export class ShellVariables implements Variables {
  readonly values = new Map<string, readonly Expanded[]>();
  readonly loose = new Set<string>();
  readonly outputs = new Map<Group, Output>();
  readonly #aliases = new Map<string, string>();

  constructor(environment: Readonly<Record<string, string | undefined>>, folder: string) {
    for (const [name, value] of Object.entries(environment))
      if (value !== undefined && /^[A-Z_]+$/.test(name)) this.values.set(name, [literal(value)]);
    this.values.set('PWD', [literal(folder)]);
  }

  set(name: string, values: readonly Expanded[]): void {
    if (values.some(({ isCut }) => isCut)) this.values.delete(name);
    else this.values.set(name, values);
    if (values.some(({ isGuess }) => isGuess)) this.loose.add(name);
    else this.loose.delete(name);
  }

  /**
   * Applies the assignments in front of a command.
   * @returns the remaining words, and whether a command with these variables may do more than without them: `PAGER`, `LD_PRELOAD`
   */
  assignments(words: readonly Word[], expandAll: (words: readonly Word[]) => Expanded[]) {
    let mayMatter = false;
    for (const [at, word] of words.entries()) {
      const found = assignmentIn(word);
      if (found === null) return { rest: words.slice(at), mayMatter };
      const list = found.value[1]?.kind === 'list' ? found.value[1].words : null;
      const values = list === null ? expand(found.value, this) : expandAll(list);
      if (found.isAppended) this.#append(found.name, values, list !== null);
      else this.set(found.name, values);
      mayMatter ||= !HARMLESS.test(found.name);
    }
    return { rest: [], mayMatter };
  }

  /** Applies `name+=value`. */
  #append(name: string, values: readonly Expanded[], isList: boolean): void {
    const before = this.values.get(name) ?? [];
    const [[one], [other]] = [before, values];
    if (isList) this.set(name, [...before, ...values]);
    else if (before.length === 1 && values.length === 1 && one !== undefined && other?.isCut === false)
      this.set(name, [literal(one.plain + other.plain)]);
    else this.values.delete(name);
  }

  /** Sets the positional parameters `$1`, `$@`. */
  positional(words: readonly Expanded[]): void {
    for (const name of ['@', '*']) this.set(name, words);
    for (const [at, word] of words.slice(0, 9).entries()) this.set(`${at + 1}`, [word]);
  }

  /** Applies `set`, which sets the parameters to the words after the options, if there are any. */
  applySet(words: readonly Expanded[]): void {
    const end = words.findIndex(({ plain }) => plain === '--');
    const first = words.findIndex(({ plain }) => !/^[-+]/.test(plain));
    if (end >= 0) this.positional(words.slice(end + 1));
    else if (first >= 0) this.positional(words.slice(first));
  }

  /** Sets the parameters of a function to the arguments of all of its calls. */
  given(lists: readonly (readonly Expanded[])[]): void {
    if (lists.length > 0) for (const name of ['@', '*']) this.set(name, lists.flat());
    for (const [at, values] of byPlace(lists).entries()) this.set(`${at + 1}`, values);
  }

  /** Applies `shift`: any parameter may be in any place. */
  shift(): void {
    const all = this.values.get('@');
    if (all !== undefined) for (let at = 1; at <= 9; at += 1) this.set(`${at}`, all);
  }

  /** Sets variables from words such as `name=value`. */
  assign(words: readonly Expanded[]): void {
    for (const { plain, isCut } of words) {
      const end = plain.indexOf('=');
      if (end > 0 && isCut) this.values.delete(plain.slice(0, end));
      else if (end > 0) this.set(plain.slice(0, end), [literal(plain.slice(end + 1))]);
    }
  }

  /** Applies `alias`. */
  alias(words: readonly Expanded[]): void {
    for (const { plain } of words) {
      const end = plain.indexOf('=');
      if (end > 0) this.#aliases.set(plain.slice(0, end), plain.slice(end + 1));
    }
  }

  /** Returns the text of an alias; `undefined` if there is none, or it starts with its own name. */
  aliasOf(name: string): string | undefined {
    const text = this.#aliases.get(name);
    return text?.trimStart().split(/\s/, 1)[0] === name ? undefined : text;
  }
}
