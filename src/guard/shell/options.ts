import { type Expanded, withoutStart } from './expand.ts';

/** The words after the name of a command, split into options and operands. */
export interface Arguments {
  readonly operands: readonly Expanded[];
  /** The options as written, without values: `-i`, `--in-place`. */
  readonly flags: readonly string[];
  /** Returns the values of an option, by any of its names. */
  values(...names: readonly string[]): Expanded[];
  /** Returns whether one of the letters is among the short options, or one of the long options is present. */
  has(letters: string, ...long: readonly string[]): boolean;
}

interface Option {
  readonly name: string;
  /** Offset of a value in the same word; `null` if there is none. */
  readonly attached: number | null;
  readonly takesNext: boolean;
}

/** Parses an option. In a word of several letters, the first one that takes a value ends the options. */
function optionOf(plain: string, taking: ReadonlySet<string>): Option {
  if (plain.startsWith('--')) {
    const end = plain.indexOf('=');
    if (end > 0) return { name: plain.slice(0, end), attached: end + 1, takesNext: false };
    return { name: plain, attached: null, takesNext: taking.has(plain) };
  }
  if (taking.has(plain)) return { name: plain, attached: null, takesNext: true };
  for (let at = 1; at < plain.length; at += 1) {
    if (!taking.has(`-${plain[at]}`)) continue;
    const isLast = at === plain.length - 1;
    return { name: plain.slice(0, at + 1), attached: isLast ? null : at + 1, takesNext: isLast };
  }
  return { name: plain, attached: null, takesNext: false };
}

/** Classifies the words before `--`. */
class Division {
  readonly operands: Expanded[] = [];
  readonly flags: string[] = [];
  readonly values: [string, Expanded][] = [];
  #awaited: string | null = null;

  constructor(private readonly taking: ReadonlySet<string>) {}

  take(word: Expanded): void {
    if (this.#awaited !== null) {
      this.values.push([this.#awaited, word]);
      this.#awaited = null;
    } else if (word.plain.startsWith('-') && word.plain !== '-') this.#option(word);
    else this.operands.push(word);
  }

  #option(word: Expanded): void {
    const { name, attached, takesNext } = optionOf(word.plain, this.taking);
    const key = name.startsWith('--') || this.taking.has(name) ? name : `-${name.at(-1)}`;
    this.flags.push(name);
    if (attached !== null) this.values.push([key, withoutStart(word, attached)]);
    if (takesNext) this.#awaited = key;
  }
}

/** @param valued the options that take a value, separated by blanks: `-o --output` */
export function parseArguments(words: readonly Expanded[], valued = ''): Arguments {
  const end = words.findIndex(({ plain }) => plain === '--');
  const division = new Division(new Set(valued.split(' ')));
  for (const word of end < 0 ? words : words.slice(0, end)) division.take(word);
  const { operands, flags, values } = division;
  return {
    operands: end < 0 ? operands : [...operands, ...words.slice(end + 1)],
    flags,
    values: (...names) => values.filter(([name]) => names.includes(name)).map(([, value]) => value),
    has: hasAny(flags),
  };
}

const hasAny =
  (flags: readonly string[]): Arguments['has'] =>
  (letters, ...long) =>
    flags.some((flag) => long.includes(flag) || (!flag.startsWith('--') && [...letters].some((each) => flag.slice(1).includes(each))));
