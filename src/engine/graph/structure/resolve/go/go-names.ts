import { folderOf } from '../../paths.ts';
import type { Listed, Project } from '../../unit.ts';
import type { GoPackage, GoPackages } from './go-packages.ts';

/** An exported name of a package: `cli.Run`. */
const OF_PACKAGE = /^([\w\u0080-\uffff]+)\.(\p{Lu}[\w\u0080-\uffff]*)$/u;
/** Files from which tools generate Go. */
const GENERATES = /\.(?:proto|thrift|fbs|capnp|swig|swigcxx|y|rl|peg|templ|qtpl|graphqls?)$/;

/** Finds names of imported packages that no file declares (decision 0034). */
export class GoNames {
  #generating: ReadonlySet<string> | undefined;

  constructor(
    private readonly project: Project,
    private readonly packages: GoPackages,
  ) {}

  missing(path: string): Listed[] {
    const facts = this.project.facts.get(path);
    if (facts === undefined || facts.isBroken) return [];
    return (facts.types?.used ?? []).flatMap(({ is, line }): Listed[] => {
      const [, local = '', name = ''] = OF_PACKAGE.exec(is) ?? [];
      const of = local === '' ? undefined : this.packages.importedAs(path, local);
      if (of === undefined || of === 'outside' || of.declared(name, path) !== undefined) return [];
      const specifier = facts.imports.find((fact) => this.packages.meaning(fact, path) === of)?.specifier ?? local;
      const [definer = ''] = of.unit.files;
      return [{ line, specifier: `${specifier}.${name}`, names: [{ name }], ...(this.#isOpen(of) ? { definer } : {}) }];
    });
  }

  /** Whether a package may have names that no file shows. */
  #isOpen(of: GoPackage): boolean {
    return of.isIncomplete || this.packages.hasSeveral(of.folder) || this.#foldersThatGenerate().has(of.folder);
  }

  /** Returns the folders with Go files that are not read, or with files from which a tool may generate some. */
  #foldersThatGenerate(): ReadonlySet<string> {
    const { facts, files } = this.project;
    const isOpen = (file: string): boolean => GENERATES.test(file) || (file.endsWith('.go') && !facts.has(file));
    this.#generating ??= new Set(Array.from(files).flatMap((file) => (isOpen(file) ? [folderOf(file)] : [])));
    return this.#generating;
  }
}
