/** What one source file declares and uses, read from its syntax alone, without any other file. */
export interface FileFacts {
  /** Name of the language, as in `languages.ts`. */
  readonly language: string;
  /** From the package clause (Go, Java); empty in other languages. */
  readonly packageName: string;
  readonly imports: readonly ImportFact[];
  /** Declarations at the top of the file, in text order. */
  readonly symbols: readonly SymbolFact[];
  /**
   * Symbols of the file, and members of namespace imports (`a.b`), that are used outside of all symbols: in a table, in code that runs on
   * load, by a decorator, attribute or annotation that registers them, or in `__all__`. Of a file with tests only members.
   */
  readonly usedAtTop: readonly string[];
  /** 1-based line of the first use of each entry of `usedAtTop`. Omitted if there are none. */
  readonly linesAtTop?: readonly number[];
  /** Members of namespace imports that the file uses on several lines, with all these 1-based lines (Python). Omitted if there are none. */
  readonly memberLines?: readonly (readonly [used: string, lines: readonly number[]])[];
  readonly apis: readonly ApiFact[];
  /**
   * Types of its names, and the members that it uses (Go and Rust, where methods are used without an import); in Java members that other
   * files can import.
   */
  readonly types?: TypeFacts;
  /** Names used in tests that are no symbols (Rust). Other languages omit it. */
  readonly usedInTests?: readonly string[];
  /**
   * Variables that other files may import: in Python all names bound at the top besides symbols and imports, `*` if the program may add
   * others when it runs, and `__path__` if the package may have modules in other folders; in TypeScript and JavaScript their exported names, `*` if the file may export others; in Rust constants, foreign functions and what only tests see. Omitted if there are none.
   */
  readonly topNames?: readonly string[];
  /** What `__all__` of a module lists (Python). Omitted if it has none. */
  readonly offered?: OfferedNames;
  /** What the file does to attributes of other objects (Python). Omitted if it does nothing. */
  readonly attributes?: AttributeFacts;
  /**
   * Folders that the file adds to the search path of modules (`sys.path`): from `./` on relative to its folder, otherwise to the working
   * directory, `*` if only the running program knows it (Python). Omitted if there are none.
   */
  readonly searchPaths?: readonly string[];
  /** The file contains no code that runs, only comments and documentation (Python). Omitted otherwise. */
  readonly isIdle?: boolean;
  /**
   * Names of ambient modules that the file declares, with at most one `*`: `declare module '*.svg'` in a file that is not itself a module
   * (TypeScript). Omitted if there are none.
   */
  readonly declaredModules?: readonly string[];
  /** Aliases of modules that the file may configure (TypeScript, JavaScript). Only those of configuration files count. */
  readonly aliases?: readonly AliasFact[];
  /** Modules that the file declares (Rust only). */
  readonly modules?: readonly ModuleFact[];
  /** What the file, and each inline module of it, declares and names (Rust only). */
  readonly scopes?: readonly ScopeFact[];
  /** The file can be run directly: `#!/…`, a Java `main`, `if __name__ == "__main__"`. Omitted otherwise. */
  readonly isProgram?: boolean;
  /** Whether it contains tests, as far as the syntax shows (`#[cfg(test)]`, `func TestX`). */
  readonly hasTests: boolean;
  /**
   * In a folder of tests, the file is a test. In TypeScript and JavaScript it imports the functions of a test framework that declare tests and
   * exports nothing, so that a helper may declare its tests, or it calls functions of its own that are named like those (`test('x', …)`). In
   * Python its functions or classes are named as pytest expects. Omitted otherwise.
   */
  readonly declaresTests?: boolean;
  /**
   * Exported names that declare tests when another file calls them: functions that call a test framework, and extended test functions
   * (`export const test = base.extend(…)`). Omitted if there are none, and in files with tests (TypeScript, JavaScript).
   */
  readonly testMakers?: readonly string[];
  /** The file contains tests of its own code beside that code (`#[cfg(test)]`, `import.meta.vitest`). Omitted otherwise. */
  readonly testsItself?: boolean;
  /** Whether it has syntax errors. The facts of the other parts are valid. */
  readonly isBroken: boolean;
  /** A tool wrote the file. Other files depend on it, but its functions and types are no nodes. Omitted otherwise. */
  readonly isGenerated?: boolean;
  /** The path is a symbolic link to this file, whose facts these are. Omitted otherwise. */
  readonly linkTo?: string;
  /** Why neither its imports nor its names were read, although the file exists. Omitted if they were. */
  readonly unread?: string;
  /** The first line, 1-based, that may contain an import which could not be parsed. Omitted if there is none. */
  readonly doubtAt?: number;
}

/** Maximum length of the expression of a computed import, in UTF-16 code units; the rest is cut. */
export const MAX_EXPRESSION_LENGTH = 80;

/** An import, or another reference to a file. */
export interface ImportFact {
  /**
   * The specifier as written, without the imported names: `./login.ts`, `react`, `..models`, `app.models`, `example.com/x/y`,
   * `crate::login` (from `use crate::login::Session`), `self::login` (from `mod login;`), `java.util` (from `import java.util.List`). For a
   * computed import the expression, with collapsed white space, cut to `MAX_EXPRESSION_LENGTH`.
   */
  readonly specifier: string;
  /** 1-based. */
  readonly line: number;
  /**
   * `computed`: the target is only known at run time (`import(name)`), so it is never resolved. `glob`: all files that match a pattern; the
   * specifier is the pattern, then all exclusions, separated by spaces (`./pages/*.ts !./pages/a.ts`). `url`: the address of a file, which
   * need not exist if it is no source (`new URL('./a.wasm', import.meta.url)`, `require.resolve('./a')`). `text`: only the text of the file is taken (`include_str!`, `./a.ts?raw`), so
   * its code does not run.
   */
  readonly kind: 'import' | 're-export' | 'dynamic' | 'computed' | 'glob' | 'url' | 'text';
  /** Only types are imported; at run time the import does not exist. */
  readonly isTypeOnly: boolean;
  /** Imported in the CommonJS way: `require('…')`, `import x = require('…')`. Omitted otherwise. */
  readonly isRequired?: true;
  /** A module of AMD (`define(['a'], …)`), whose name may be relative to a base folder that no source names. Omitted otherwise. */
  readonly isAmd?: true;
  /** The path may be relative to another place than the file: a web page (`new Worker('a.js')`), the root of a test runner. Omitted otherwise. */
  readonly isFromElsewhere?: true;
  /** The file should exist, although it may be no source: it is read, or a bundler copies it (`url`). Omitted otherwise. */
  readonly mustExist?: true;
  /** The names that `declare module './a' { … }` adds to the module, `*` for any (TypeScript). Omitted if it is none. */
  readonly augmented?: readonly string[];
  /** A test expects that it fails: `with pytest.raises(ImportError)` (Python). Omitted otherwise. */
  readonly isToFail?: true;
  /** `import static` (Java), which takes inherited members, too. Omitted otherwise. */
  readonly isStatic?: true;
  /** The local name is written, although it is the one that the path suggests (Go). Omitted otherwise. */
  readonly isNamed?: true;
  /** Written in this macro, so it counts where the macro is invoked (Rust). Omitted otherwise. */
  readonly macro?: string;
  /** An invoked macro that stands for items, and so may declare modules (Rust). Omitted otherwise. */
  readonly isItem?: true;
  /** The imported names. `*` is the whole namespace, `default` the default export. Empty if the file is only loaded. */
  readonly names: readonly ImportedName[];
}

/** The names that `import *` brings from a module of Python, as far as its text shows. */
export interface OfferedNames {
  /** 1-based line of the first `__all__`. */
  readonly line: number;
  readonly names: readonly string[];
  /** Lists of other modules that are part of it, as written: `base.__all__`, or the local name of an imported list. */
  readonly lists: readonly string[];
  /** It may have more names when the program runs. Omitted otherwise. */
  readonly isOpen?: true;
}

/** Attributes of other objects, which may be modules. */
export interface AttributeFacts {
  /** Names that the file sets: `shop.rate = 1`; `shop.*` if it may set any. */
  readonly set: readonly string[];
  /** Names that the file uses and whose absence it expects: `hasattr(shop, "rate")`, in a `try` with `except AttributeError`. */
  readonly tried: readonly string[];
}

export interface ImportedName {
  /** Name in the other file. */
  readonly name: string;
  /** Name in this file; for a re-export, the exported name. */
  readonly local: string;
  /** 1-based line of the name, if the import is written on several lines. Omitted if it is the line of the import. */
  readonly line?: number;
}

/** A function or a type. Methods belong to their class. */
export interface SymbolFact {
  readonly name: string;
  readonly kind: 'function' | 'type';
  /** 1-based. */
  readonly line: number;
  readonly endLine: number;
  /** Names by which other files can import it, including `default`. Empty if only its own file sees it. */
  readonly exportedAs: readonly string[];
  /**
   * Names that it uses, each once: other symbols of the file, imported names, and members of namespace imports: `a.b`, and `a.*` if any
   * member may be used, because the namespace is used as a value (`a[key]`, `f(a)`; TypeScript, JavaScript). In languages where
   * files of a package see each other without an import (Go, Java) also unknown names of types and of functions that are called.
   */
  readonly uses: readonly string[];
  /** 1-based line of the first use of each entry of `uses`. */
  readonly useLines?: readonly number[];
  /** Other projects can use it, as far as its declaration shows (`pub` in Rust, `public` in Java). Omitted in other languages. */
  readonly isPublic?: true;
  /** Names as written. */
  readonly extends: readonly string[];
  readonly implements: readonly string[];
}

/** An alias for modules in the configuration of a bundler or a test runner, as far as it is literal. */
export interface AliasFact {
  /**
   * `alias`: of `alias` (`{ '@': './src' }`). `mapper`: of `moduleNameMapper`. `root`: a folder in which modules are looked up
   * (`resolve.modules`). `extension`: an ending that may be omitted (`.web.tsx`).
   */
  readonly kind: 'alias' | 'mapper' | 'root' | 'extension';
  /** The replaced name; a regular expression if `kind` is `mapper` or `isPattern`; empty for a root and an extension. */
  readonly find: string;
  readonly isPattern?: true;
  /** What it is replaced by, the first first. With a leading `./` it is relative to the folder of the file, otherwise as written. */
  readonly to: readonly string[];
}

/**
 * Types of a file's names and members. In Go in the notation of `src/engine/graph/languages/go/go-types.ts`. In Java the supertypes of
 * types, `User.Inner<`, their members, and the names that may come from `import a.User.*`: `name`, or `name?` if a type of the file may inherit it. In Rust:
 * - declared: `Order.total` for a member of an `impl`, `+Order.total` of a trait or of its `impl`, `Order:lines` for a field, `open()` for a
 *   function, each with the type of its value or result: `shop.Order`, `!Order` for `Option<Order>` and `Result<Order, E>`, or empty;
 * - used: `Order::total`, or the same of what an expression is: `open()?:order::total`, `?::total` if that is unknown, `=order()::len` if the name
 *   alone says nothing.
 */
export interface TypeFacts {
  /**
   * Pairs of a declared name (`New`) or member (`Command.Run`), and its type. Of two with the same name the first counts. `Command<` lists
   * the types embedded in `Command`.
   */
  readonly declared: readonly (readonly [string, string])[];
  /** Names and members that the file uses, each once. */
  readonly used: readonly UsedMember[];
}

export interface UsedMember {
  readonly is: string;
  /** 1-based line of the first use. */
  readonly line: number;
}

/** `mod login;` or `mod login { … }` of Rust, or `automod::dir!("tests/a")`, which declares all files of a folder. */
export interface ModuleFact {
  /**
   * Includes the enclosing modules of the file: `net::tcp`. The last part is `*` for all files of a folder. A module in a block of code has
   * the number of the block in its name: `tcp¶12`, also in the paths that lead to it.
   */
  readonly path: string;
  /** Its body is written inside the file. */
  readonly isInline: boolean;
  /** Other crates see it (`pub mod`). Omitted otherwise. */
  readonly isPublic?: true;
  /**
   * Folder that contains the module's file, relative to the folder of the file's modules. With a leading `./`, relative to the folder of
   * the file itself. For all files of a folder that folder, relative to the Cargo package.
   */
  readonly folder: string;
  /** Files from `#[path = "…"]`. There may be several, each under a condition. */
  readonly named: readonly string[];
  /** Its file may also be at the default location for its name. */
  readonly isByName: boolean;
  /** Declared in this macro, so it is a module of the files that invoke the macro. Omitted otherwise. */
  readonly macro?: string;
}

/** What one module of a file declares, and the paths that it names (Rust). */
export interface ScopeFact {
  /** The inline modules of the file that lead to it: `net::tcp`; empty for the file. */
  readonly module: string;
  /** The macro that declares these names where it is invoked; the module is relative to that place. Omitted otherwise. */
  readonly macro?: string;
  /** Items other than modules. */
  readonly items: readonly string[];
  /** Modules with a file of their own. */
  readonly modules?: readonly string[];
  /** Types in functions, and macros (`name!`): only paths that begin with them lead there. */
  readonly inner?: readonly string[];
  /** The variants of each enum; `null` if a macro makes them. */
  readonly enums?: readonly (readonly [name: string, variants: readonly string[] | null])[];
  /** Macros or attributes may declare more: `types` if only derives may. */
  readonly isOpen?: 'types' | 'all';
  /** Each once. */
  readonly paths: readonly UsedPathFact[];
}

/** A path that a module names. */
export interface UsedPathFact {
  /** As written, with `*` for all names: `super::a::b`, `::a::b`, `crate::a::*`. In code up to its first type. */
  readonly path: string;
  /** 1-based line of its last name. */
  readonly line: number;
  /** The name that a `use` binds; `*` for all names. Omitted if it is no `use`. */
  readonly local?: string;
  readonly isPublic?: boolean;
  /** The `use` is in a function. Omitted otherwise. */
  readonly isLocal?: true;
  /** An attribute names it, and may not use it. Omitted otherwise. */
  readonly isOptional?: true;
}

/** A route of a server that the file provides. */
export interface ApiFact {
  /** Upper case; `ANY` for all methods. */
  readonly method: string;
  /** As written. */
  readonly route: string;
  /** 1-based. */
  readonly line: number;
  /** The symbol that handles the route; `null` if it has no name at the top of the file. */
  readonly handler: string | null;
}
