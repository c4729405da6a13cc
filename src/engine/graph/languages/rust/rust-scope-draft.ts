import type { ScopeFact, UsedPathFact } from '../../facts.ts';
import type { Openness } from './rust-openness.ts';
import { isName } from './rust-types.ts';

/** A module whose names are being read. */
export class RustScopeDraft {
  /** Items, and modules with a file of their own. */
  readonly items = new Set<string>();
  readonly modules = new Set<string>();
  readonly inner = new Set<string>();
  readonly #enums = new Map<string, readonly string[] | null>();
  readonly #paths = new Map<string, UsedPathFact>();
  #isOpen: Openness = 'none';

  constructor(
    private readonly module: string,
    private readonly macro: string | undefined,
  ) {}

  /** Notes that the module may have more names than it shows. */
  open(openness: Openness): void {
    if (openness === 'all' || this.#isOpen === 'none') this.#isOpen = openness;
  }

  /** Notes an enum; several of one name if `#[cfg]` selects one. @param variants `null` if they are not known */
  addEnum(name: string, variants: readonly string[] | null): void {
    const before = this.#enums.get(name);
    this.#enums.set(name, before === null || variants === null ? null : [...(before ?? []), ...variants]);
  }

  /** Notes a path; one in code only the first time. */
  addPath(path: UsedPathFact): void {
    const key = path.local === undefined ? path.path : `${path.path} ${path.local} ${path.line}`;
    if (!this.#paths.has(key)) this.#paths.set(key, path);
  }

  finish(): ScopeFact {
    const { module, macro, items, modules, inner } = this;
    return {
      module,
      ...(macro === undefined ? {} : { macro }),
      items: [...items],
      ...(modules.size > 0 ? { modules: [...modules] } : {}),
      ...(inner.size > 0 ? { inner: [...inner] } : {}),
      ...(this.#enums.size > 0 ? { enums: [...this.#enums] } : {}),
      ...(this.#isOpen === 'none' ? {} : { isOpen: this.#isOpen }),
      paths: [...this.#paths.values()],
    };
  }
}

/**
 * Returns the variants of an enum; `null` if a macro makes some of them.
 * @param open index of the bracket before the variants @param pairs the index of the other bracket of each bracket
 */
export function variantsOf(texts: readonly string[], open: number, pairs: ReadonlyMap<number, number>): readonly string[] | null {
  const end = pairs.get(open) ?? texts.length;
  const found: string[] = [];
  for (let at = open + 1; at < end; at += 1) {
    const token = texts[at] ?? '';
    if (token === '$' || texts[at + 1] === '!') return null;
    if (isName(token) && /^[{,\]]$/.test(texts[at - 1] ?? '')) found.push(token);
    if (/^[([{]$/.test(token)) at = pairs.get(at) ?? end;
  }
  return found;
}
