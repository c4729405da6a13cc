import type { FileFacts, ImportFact, ModuleFact } from '../../../facts.ts';
import type { Project } from '../../unit.ts';

/** A macro that declares or imports names in the files that invoke it. */
export interface MacroModules {
  readonly macro: string;
  /** The file that defines the macro. */
  readonly definedIn: string;
  readonly modules: readonly ModuleFact[];
}

/** Returns the name of the macro that an import invokes, without `!`; `null` for other imports. */
function macroOf({ specifier, names }: ImportFact): string | null {
  const name = specifier.endsWith('!') ? specifier : names[0]?.name;
  return name?.endsWith('!') === true ? name.slice(0, -1) : null;
}

/** Finds the modules that macros of the project declare. Such a module belongs to the files that invoke the macro, not to its definition. */
export class RustMacroModules {
  readonly #byMacro = new Map<string, MacroModules[]>();
  /** By macro. */
  readonly #callers = new Map<string, string[]>();

  /** @param packageOf returns the folder of the Cargo package of a file */
  constructor(
    private readonly facts: Project['facts'],
    private readonly packageOf: (path: string) => string,
  ) {
    for (const [path, each] of facts) if (each.language === 'rust') this.#read(path, each);
  }

  #read(path: string, { modules = [], scopes = [], imports }: FileFacts): void {
    for (const macro of new Set([...modules, ...imports, ...scopes].flatMap((each) => each.macro ?? []))) {
      const found = { macro, definedIn: path, modules: modules.filter((each) => each.macro === macro) };
      this.#byMacro.set(macro, [...(this.#byMacro.get(macro) ?? []), found]);
    }
    for (const macro of new Set(imports.flatMap((fact) => macroOf(fact) ?? [])))
      this.#callers.set(macro, [...(this.#callers.get(macro) ?? []), path]);
  }

  /** Returns the files that invoke a macro which a file defines. */
  callersOf(macro: string, definedIn: string): readonly string[] {
    return (this.#callers.get(macro) ?? []).filter((path) => this.#meant(macro, path).some((each) => each.definedIn === definedIn));
  }

  /** Returns the macros that an import invokes. */
  invokedBy(fact: ImportFact, from: string): readonly MacroModules[] {
    const macro = macroOf(fact);
    return macro === null ? [] : this.#meant(macro, from);
  }

  /** A macro of the file itself hides others of its name, and one of the own package those of other packages. */
  #meant(macro: string, from: string): readonly MacroModules[] {
    const all = this.#byMacro.get(macro) ?? [];
    const isHere = this.facts.get(from)?.symbols.some(({ exportedAs }) => exportedAs.includes(`${macro}!`)) === true;
    if (isHere) return all.filter(({ definedIn }) => definedIn === from);
    const own = all.filter(({ definedIn }) => this.packageOf(definedIn) === this.packageOf(from));
    return own.length > 0 ? own : all;
  }
}
