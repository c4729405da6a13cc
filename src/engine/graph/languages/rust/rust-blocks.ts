import { pathInAttribute } from './rust-attributes.ts';
import { nameInBlock } from './rust-block-names.ts';
import { QUOTES } from './rust-known-names.ts';
import { isMemberAt } from './rust-places.ts';
import type { RustTokens } from './rust-tokens.ts';
import { isName } from './rust-types.ts';

const FIRST_NAME = /[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*/;
/** Longer heads of functions are not read. */
const MAX_HEAD_LENGTH = 200;

/** Text between brackets. */
interface Frame {
  /** Index of its opening bracket; -1 for the file. */
  readonly open: number;
  /** Index of the bracket of the innermost block around its text; -1 if it is that of a module. */
  readonly block: number;
  readonly isModule: boolean;
  /** Its brackets are those of a macro, whose content may be items. */
  readonly isMacro: boolean;
}

const FILE: Frame = { open: -1, block: -1, isModule: true, isMacro: false };

/** A module in a block, whose bracket has an index. */
interface InBlock {
  readonly block: number;
  readonly name: string;
}

/** Walks through the brackets of a text. */
class Walk {
  readonly #frames: Frame[] = [];

  constructor(private readonly texts: readonly string[]) {}

  get frame(): Frame {
    return this.#frames.at(-1) ?? FILE;
  }

  /** Opens or closes a bracket. @returns the closed frame */
  pass(at: number): Frame | undefined {
    const token = this.texts[at] ?? '';
    if (/^[)\]}]$/.test(token)) return this.#frames.pop();
    if (/^[([{]$/.test(token)) this.#frames.push(this.#frameAt(at, token));
    return undefined;
  }

  #frameAt(open: number, token: string): Frame {
    const [second = '', before = ''] = this.texts.slice(Math.max(open - 2, 0), open);
    const { block, isMacro } = this.frame;
    if (before === '!' && QUOTES.has(second)) return { open, block: open, isModule: false, isMacro: true };
    if (before === '!' || second === '!') return { open, block, isModule: false, isMacro: true };
    if (token !== '{') return { open, block, isModule: false, isMacro };
    if (second === 'mod') return { open, block: -1, isModule: true, isMacro: false };
    const isBlock = !isMacro || before === '=' || this.#isOfFunction(open);
    return { open, block: isBlock ? open : block, isModule: false, isMacro: !isBlock };
  }

  #isOfFunction(open: number): boolean {
    for (let at = open - 1; at >= 0 && at > open - MAX_HEAD_LENGTH; at -= 1) {
      if (this.texts[at] === 'fn') return true;
      if (/^[;{}]$/.test(this.texts[at] ?? '')) return false;
    }
    return false;
  }
}

/** Returns the names of the modules that each block declares, by the index of its bracket. */
function modulesOfBlocks(texts: readonly string[]): Map<number, Set<string>> {
  const walk = new Walk(texts);
  const found = new Map<number, Set<string>>();
  texts.forEach((token, at) => {
    walk.pass(at);
    const [name = '', after = ''] = token === 'mod' ? texts.slice(at + 1, at + 3) : [];
    const { block } = walk.frame;
    if (isName(name) && /^[;{]$/.test(after) && block >= 0) found.set(block, (found.get(block) ?? new Set()).add(name));
  });
  return found;
}

class BlockNames {
  readonly #walk: Walk;
  readonly #texts: readonly string[];
  /** The open blocks that declare a module, by its name; the innermost last. */
  readonly #seen = new Map<string, InBlock[]>();
  /** Indexes of the brackets of open modules. */
  readonly #modules: number[] = [];

  constructor(
    texts: readonly string[],
    private readonly blocks: ReadonlyMap<number, ReadonlySet<string>>,
  ) {
    this.#texts = texts;
    this.#walk = new Walk(texts);
  }

  read(): string[] {
    return this.#texts.map((token, at) => {
      this.#move(at);
      return this.#named(token, at);
    });
  }

  #move(at: number): void {
    const closed = this.#walk.pass(at);
    if (closed?.isModule === true) this.#modules.pop();
    for (const name of (closed && this.blocks.get(closed.open)) ?? []) this.#seen.get(name)?.pop();
    const { open, isModule } = this.#walk.frame;
    if (open !== at) return;
    if (isModule) this.#modules.push(at);
    for (const name of this.blocks.get(at) ?? []) {
      const seen = this.#seen.get(name) ?? [];
      seen.push({ block: at, name: nameInBlock(name, at) });
      this.#seen.set(name, seen);
    }
  }

  #named(token: string, at: number): string {
    const name = token.startsWith('"') ? FIRST_NAME.exec(token)?.[0] : token;
    const seen = this.#seen.get(name ?? '')?.at(-1);
    // A module does not see the names of the block around it.
    if (seen === undefined || name === undefined || seen.block < (this.#modules.at(-1) ?? -1)) return token;
    if (name !== token) return pathInAttribute(this.#texts, at) === null ? token : token.replace(name, seen.name);
    return this.#isStart(at) ? seen.name : token;
  }

  /** Whether a name is that of a module's declaration, or begins a path. */
  #isStart(at: number): boolean {
    const before = this.#texts[at - 1] ?? '';
    if (before === 'mod') return true;
    const around = this.#texts[this.#walk.frame.open - 1];
    if (/^(?:::|\$|#|as)$/.test(before) || around === '::' || isMemberAt(this.#texts, at)) return false;
    return this.#texts[at + 1] === '::' || before === 'use' || around === 'use';
  }
}

/** Gives the modules that are declared in blocks names of their own, where they are declared and where the block names them. */
export function withBlockNames(tokens: RustTokens): RustTokens {
  const blocks = tokens.texts.includes('mod') ? modulesOfBlocks(tokens.texts) : new Map<number, Set<string>>();
  return blocks.size === 0 ? tokens : { texts: new BlockNames(tokens.texts, blocks).read(), starts: tokens.starts };
}
