import type { VaultIndex } from '../cache/vault-index.ts';
import { pathsNamed } from '../links/auto-link.ts';
import { comparable } from '../notes/comparable.ts';
import { quotedNames } from '../quoted-names.ts';

/** Limit of names to report. */
const MAX_NAMED = 5;

/** Names in texts that are not linked because several notes share them, each reported once. */
export class UnclearNames {
  /** The first text with each name. */
  readonly #first = new Map<string, { readonly name: string; readonly path: string }>();

  constructor(private readonly index: VaultIndex) {}

  /** Records a name. @param path path of the note that contains it */
  see(path: string, name: string): void {
    const key = comparable(name);
    if (!this.#first.has(key)) this.#first.set(key, { name, path });
  }

  warnings(): string[] {
    const all = [...this.#first.values()];
    const more = all.length - MAX_NAMED;
    const rest = more > 0 ? [`${more} more names are not linked, as several notes have them`] : [];
    const named = all.slice(0, MAX_NAMED).map(({ name, path }) => {
      const notes = quotedNames(pathsNamed(this.index, name), ' or ');
      return `${JSON.stringify(name)} in ${path} is not linked: it may mean ${notes}. Give the notes different names, or link by path.`;
    });
    return [...named, ...rest];
  }
}
