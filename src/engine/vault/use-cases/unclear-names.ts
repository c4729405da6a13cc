import type { UnclearName } from '../links/auto-link.ts';
import { comparable } from '../notes/comparable.ts';
import { quotedNames } from '../quoted-names.ts';

/** Limit of names to report. */
const MOST_NAMED = 5;

/** Names in texts that are not linked because several notes share them, each reported once. */
export class UnclearNames {
  readonly #messages = new Map<string, string>();

  /** Records a name. @param path path of the note that contains it */
  see(path: string, { name, paths }: UnclearName): void {
    const key = comparable(name);
    if (this.#messages.has(key)) return;
    this.#messages.set(key, `${JSON.stringify(name)} in ${path} is not linked: it may mean ${quotedNames(paths, ' or ')}`);
  }

  warnings(): string[] {
    const all = [...this.#messages.values()];
    const more = all.length - MOST_NAMED;
    const rest = more > 0 ? [`${more} more names are not linked, as several notes have them`] : [];
    return [...all.slice(0, MOST_NAMED).map((each) => `${each}. Give the notes different names, or link by path.`), ...rest];
  }
}
