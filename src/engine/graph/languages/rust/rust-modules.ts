import type { ModuleFact } from '../../facts.ts';

/** A module that is written within the file, and that is open. */
interface OpenModule {
  readonly name: string;
  /** Of the braces around what is in it. */
  readonly depth: number;
  /** Where the files of the modules in it lie. */
  readonly folder: string;
}

/** The modules of a Rust file while its tokens are gone through in their order. */
export class RustModules {
  readonly found: ModuleFact[] = [];
  readonly #open: OpenModule[] = [];
  /** What `#[path = "…"]` says of the item that comes next. */
  #named: string[] = [];
  #isByName = true;
  #depth = 0;

  /** The names of the modules around, those of the file alone. */
  get path(): string[] {
    return this.#open.map(({ name }) => name);
  }

  /** Looks at a token that belongs to no module's head. */
  pass(token: string): void {
    if (token === '{') this.#depth += 1;
    if (token === '}') {
      this.#depth -= 1;
      while ((this.#open.at(-1)?.depth ?? 0) > this.#depth) this.#open.pop();
    }
    if (token === '{' || token === '}' || token === ';') this.#forget();
  }

  /** `#[path = "…"]`. @param isAlways whether it holds under no condition */
  name(path: string, isAlways: boolean): void {
    this.#named.push(path);
    this.#isByName &&= !isAlways;
  }

  #forget(): void {
    this.#named = [];
    this.#isByName = true;
  }

  /** `mod a;` */
  declare(name: string): void {
    this.found.push({
      path: [...this.path, name].join('::'),
      isInline: false,
      folder: this.#folder,
      named: this.#named,
      isByName: this.#isByName,
    });
    this.#forget();
  }

  /** `mod a {` */
  open(name: string): void {
    const [named] = this.#named;
    const folder = `${this.#folder === '' && named !== undefined ? '.' : this.#folder}/${named ?? name}`;
    this.found.push({ path: [...this.path, name].join('::'), isInline: true, folder: '', named: [], isByName: false });
    this.#depth += 1;
    this.#open.push({ name, depth: this.#depth, folder: folder.replace(/^\//, '') });
    this.#forget();
  }

  get #folder(): string {
    return this.#open.at(-1)?.folder ?? '';
  }

  /** A path as it is seen from the file: in a module that is written within it `super` may be the file, and `self` is none. */
  fromFile(path: readonly string[]): string[] {
    const around = this.path;
    if (around.length === 0) return [...path];
    if (path[0] === 'self') return ['self', ...around, ...path.slice(1)];
    const ups = path.findIndex((part) => part !== 'super');
    const count = ups < 0 ? path.length : ups;
    if (count === 0) return [...path];
    const rest = path.slice(count);
    if (count > around.length) return [...path.slice(around.length, count), ...rest];
    return ['self', ...around.slice(0, around.length - count), ...rest];
  }
}
