/** What one source file says, read from its syntax alone: it does not depend on any other file. */
export interface FileFacts {
  /** The language's name, as in `languages.ts`. */
  readonly language: string;
  /** Of the package clause (Go, Java); empty where a language has none. */
  readonly packageName: string;
  readonly imports: readonly ImportFact[];
  /** What is declared at the top of the file, in its order. */
  readonly symbols: readonly SymbolFact[];
  /**
   * The symbols of the file, and members of imported wholes (`a.b`), that it uses outside of all symbols: in a table, in what runs when it
   * is loaded. A file of tests does not tell.
   */
  readonly usedAtTop: readonly string[];
  /** 1-based, of the first use of each of them there. Left out where there are none. */
  readonly linesAtTop?: readonly number[];
  readonly apis: readonly ApiFact[];
  /** What its names stand for, and which it uses (Go, whose files see each other's names and methods without an import). */
  readonly types?: TypeFacts;
  /** Names that its tests use which may come from a file of which it takes everything (Rust). Others leave it out: their tests are symbols. */
  readonly usedInTests?: readonly string[];
  /**
   * Variables that others may take from the file: in Python all names that it binds at its top beside its symbols and imports, `*` where it
   * may have any; in TypeScript and JavaScript the names by which it exports them; in Rust constants. Left out where there are none.
   */
  readonly topNames?: readonly string[];
  /** Nothing in it runs: it has comments and documentation alone (Python). Left out where something does. */
  readonly isIdle?: boolean;
  /** The modules that the file declares (Rust); a language that has none leaves it out. */
  readonly modules?: readonly ModuleFact[];
  /** It is started by itself: `#!/…`, a `main` of Java, `if __name__ == "__main__"`. Left out where nothing in it says so. */
  readonly isProgram?: boolean;
  /** Whether it holds tests, as far as its syntax says so (`#[cfg(test)]`, `func TestX`). */
  readonly hasTests: boolean;
  /** It is no file of tests, and tests itself within its own text (`#[cfg(test)]`, `import.meta.vitest`). Left out where it does not. */
  readonly testsItself?: boolean;
  /** Whether parts of it could not be parsed; the rest counts. */
  readonly isBroken: boolean;
  /** The first line, 1-based, in which it may take something from another file that could not be read; left out where there is none. */
  readonly doubtAt?: number;
}

/** Longer expressions of computed imports are cut. */
export const LONGEST_EXPRESSION = 80;

/** How something is taken from another file. */
export interface ImportFact {
  /**
   * As it is written, without the names that are taken from it: `./login.ts`, `react`, `..models`, `app.models`, `example.com/x/y`,
   * `crate::login` (of `use crate::login::Session`, and of `mod login;` `self::login`), `java.util` (of `import java.util.List`).
   * Of a computed import the expression, its white space put together, cut to `LONGEST_EXPRESSION` characters.
   */
  readonly specifier: string;
  /** 1-based. */
  readonly line: number;
  /**
   * `computed`: what is imported is only known when the program runs (`import(name)`), so it is never resolved. `glob`: all files that a
   * pattern matches, the specifier being the pattern and, each behind a space, what is taken out of it (`./pages/*.ts !./pages/a.ts`).
   * `url`: the address of a file, which need not be there (`new URL('./a.wasm', import.meta.url)`).
   */
  readonly kind: 'import' | 're-export' | 'dynamic' | 'computed' | 'glob' | 'url';
  /** Nothing of it is there when the program runs. */
  readonly isTypeOnly: boolean;
  /** It is taken as CommonJS takes it: `require('…')`, `import x = require('…')`. Left out where it is not. */
  readonly isRequired?: true;
  /** `*` is everything, `default` the default; none where it is only loaded. */
  readonly names: readonly ImportedName[];
}

export interface ImportedName {
  /** In the other file. */
  readonly name: string;
  /** In this file; a re-export's is the name that others see. */
  readonly local: string;
}

/** A function or a type; a class's methods belong to the class. */
export interface SymbolFact {
  readonly name: string;
  readonly kind: 'function' | 'type';
  /** 1-based. */
  readonly line: number;
  readonly endLine: number;
  /** The names by which other files may take it, `default` among them; none where only its own file sees it. */
  readonly exportedAs: readonly string[];
  /**
   * Local names that are used in it, each once: of other symbols and of imports; `a.b` for a member of an imported whole. Where the files
   * of a package see each other without an import (Go, Java) also names that the file itself does not know, types and what is called.
   */
  readonly uses: readonly string[];
  /** 1-based, of the first use of each of them in it. */
  readonly useLines?: readonly number[];
  /** Names as they are written. */
  readonly extends: readonly string[];
  readonly implements: readonly string[];
}

/** What the names and members of a file stand for, written as `src/engine/graph/languages/go/go-types.ts` says. */
export interface TypeFacts {
  /** By name (`New`) or member (`Command.Run`), what each is that the file declares; of two the first counts. `Command<` is what is embedded in it. */
  readonly declared: readonly (readonly [string, string])[];
  /** Names and members that it uses, each once. */
  readonly used: readonly UsedMember[];
}

export interface UsedMember {
  readonly is: string;
  /** 1-based, of the first use. */
  readonly line: number;
}

/** `mod login;` or `mod login { … }` of Rust. */
export interface ModuleFact {
  /** With the modules of the file that it is declared in: `net::tcp`. */
  readonly path: string;
  /** It is written within the file. */
  readonly isInline: boolean;
  /** Below where the file's modules lie, the folder of the one that is declared; where it begins with `./`, below the file's own folder. */
  readonly folder: string;
  /** Files that `#[path = "…"]` names: each, where more than one is named under conditions. */
  readonly named: readonly string[];
  /** Its file may also lie where that of a module of its name does. */
  readonly isByName: boolean;
}

/** What the file offers to other programs: a route of a server. */
export interface ApiFact {
  /** Upper case; `ANY` where it answers all. */
  readonly method: string;
  /** As it is written. */
  readonly route: string;
  /** 1-based. */
  readonly line: number;
  /** The symbol that answers; `null` where it has no name at the top of the file. */
  readonly handler: string | null;
}
