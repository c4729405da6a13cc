import type { FactsDraft } from './facts-draft.ts';

/** Names known to the file: plain names (symbols and imports), and `wholes` (namespaces whose members are used), by their first part. */
export class KnownNames {
  readonly #wholes = new Map<string, Set<string>>();
  readonly #plain: Set<string>;
  /** Whether the file has a wildcard import. */
  readonly hasAll: boolean;

  constructor(draft: FactsDraft, takesModules: boolean) {
    this.#plain = new Set(draft.names());
    const names = draft.imports.filter(({ kind }) => kind !== 're-export').flatMap((each) => each.names);
    this.hasAll = names.some(({ local }) => local === '*');
    for (const { name, local } of names) {
      const first = local.split('.', 1)[0] ?? '';
      if (name !== '*') this.#plain.add(local);
      if (name === '*' || takesModules || first !== local) this.#wholes.set(first, (this.#wholes.get(first) ?? new Set()).add(local));
    }
  }

  isPlain(name: string): boolean {
    return this.#plain.has(name);
  }

  wholesOf(name: string): ReadonlySet<string> | undefined {
    return this.#wholes.get(name);
  }
}
