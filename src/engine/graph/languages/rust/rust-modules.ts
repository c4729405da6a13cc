import type { ModuleFact } from '../../facts.ts';
import { asWritten, isInBlock } from './rust-block-names.ts';

/** An inline module whose body is being read. */
interface OpenModule {
  readonly name: string;
  /** Brace depth of its body. */
  readonly depth: number;
  /** Folder of the files of its modules. */
  readonly folder: string;
}

/** Tracks the modules of a Rust file while its tokens are read in order. */
export class RustModules {
  readonly found: ModuleFact[] = [];
  readonly #open: OpenModule[] = [];
  /** Paths from `#[path = "…"]` for the next item. */
  #named: string[] = [];
  #isByName = true;
  #depth = 0;

  /** Names of the inline modules around the current token. */
  get path(): string[] {
    return this.#open.map(({ name }) => name);
  }

  /** Whether the current token is outside of functions and other items. */
  get isBetweenItems(): boolean {
    return this.#depth === (this.#open.at(-1)?.depth ?? 0);
  }

  /** Processes a token that is not part of a module's head. */
  pass(token: string): void {
    if (token === '{') this.#depth += 1;
    if (token === '}') {
      this.#depth -= 1;
      while ((this.#open.at(-1)?.depth ?? 0) > this.#depth) this.#open.pop();
    }
    if (token === '{' || token === '}' || token === ';') this.#forget();
  }

  /** Notes `#[path = "…"]` for the next item. @param isAlways whether it is unconditional */
  name(path: string, isAlways: boolean): void {
    this.#named.push(path);
    this.#isByName &&= !isAlways;
  }

  #forget(): void {
    this.#named = [];
    this.#isByName = true;
  }

  /** Reads `mod a;`. @param more whether it is `pub mod a;`, and the macro that contains it */
  declare(name: string, more: Pick<ModuleFact, 'isPublic' | 'macro'>): void {
    this.found.push({
      path: [...this.path, name].join('::'),
      isInline: false,
      folder: this.#folder,
      named: this.#named,
      isByName: this.#isByName,
      ...more,
    });
    this.#forget();
  }

  /** Reads `automod::dir!("tests/a")`. */
  declareAll(folder: string, more: Pick<ModuleFact, 'isPublic'>): void {
    this.found.push({ path: [...this.path, '*'].join('::'), isInline: false, folder, named: [], isByName: false, ...more });
  }

  /** Reads `mod a {`. @param more the macro that contains it */
  open(name: string, more: Pick<ModuleFact, 'macro'>): void {
    const [named] = this.#named;
    const folder = `${this.#folder === '' && named !== undefined ? '.' : this.#folder}/${named ?? asWritten(name)}`;
    this.found.push({ path: [...this.path, name].join('::'), isInline: true, folder: '', named: [], isByName: false, ...more });
    this.#depth += 1;
    this.#open.push({ name, depth: this.#depth, folder: folder.replace(/^\//, '') });
    this.#forget();
  }

  get #folder(): string {
    return this.#open.at(-1)?.folder ?? '';
  }

  /**
   * Converts a path of the current module to one of the file. In an inline module `super` may be the file, and `self` is the inline module.
   */
  fromFile(path: readonly string[]): string[] {
    const around = this.path;
    if (around.length === 0) return [...path];
    if (isInBlock(path[0])) return ['self', ...around, ...path];
    if (path[0] === 'self') return ['self', ...around, ...path.slice(1)];
    const ups = path.findIndex((part) => part !== 'super');
    const count = ups < 0 ? path.length : ups;
    if (count === 0) return [...path];
    const rest = path.slice(count);
    if (count > around.length) return [...path.slice(around.length, count), ...rest];
    return ['self', ...around.slice(0, around.length - count), ...rest];
  }
}
