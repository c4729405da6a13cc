import type { FileFacts } from '../../facts.ts';
import type { Names } from '../names.ts';
import { nameOf } from '../paths.ts';
import type { Unit } from '../unit.ts';

/** File names of tests, by the conventions of each language. */
const TEST_FILE =
  /\.(?:test|spec|e2e|cy)\.[cm]?[jt]sx?$|(?:^|\/)__tests__\/(?!(?:[^/]+\/)*(?:__)?(?:fixtures?|mocks?|testdata)(?:__)?\/).*\.[cm]?[jt]sx?$|(?:^|\/)src\/test\/java\/.*\.java$|(?:^|\/)(?:test_[^/]*|[^/]*_test)\.py$|_test\.go$|(?:^|\/)tests\/(?:[^/]+|[^/]+\/main)\.rs$|(?:^|\/)[^/]*Tests?\.java$/;
/** Folders of tests and their helpers, and `conftest.py`, which pytest loads in any folder. */
const FOR_TESTS = /(?:^|\/)(?:(?:tests?|__tests__|__mocks__|spec|e2e|testdata)\/|conftest\.py$)/;

const SCRIPT = /^(?:typescript|tsx|javascript)$/;

/** Whether a script exports nothing. */
function exportsNothing(facts: FileFacts | undefined): boolean {
  if (facts === undefined || !SCRIPT.test(facts.language) || facts.topNames !== undefined) return false;
  return facts.symbols.every(({ exportedAs }) => exportedAs.length === 0) && facts.imports.every(({ kind }) => kind !== 're-export');
}

/** Detects tests by file names, facts and the scripts of manifests. */
export class TestFiles {
  readonly #facts: ReadonlyMap<string, FileFacts>;
  /** Cache by path, because a file is checked once for each dependent. */
  readonly #names = new Map<string, { readonly isTest: boolean; readonly isAmongTests: boolean }>();

  readonly #callers = new Map<string, boolean>();

  /**
   * @param facts by path
   * @param names resolves what files import; without it, tests that a helper of another file declares are not known
   * @param named tests that the scripts of a manifest name
   */
  constructor(
    facts: ReadonlyMap<string, FileFacts>,
    private readonly names: Names | null = null,
    private readonly named: ReadonlySet<string> = new Set(),
  ) {
    this.#facts = facts;
  }

  /** Must be called after the facts of files changed. */
  forget(): void {
    this.#callers.clear();
  }

  /** Whether a file is a test file. */
  isTest(path: string): boolean {
    const facts = this.#facts.get(path);
    const { isTest, isAmongTests } = this.#saidBy(path);
    // In Rust a source file may contain its own tests.
    if (isTest || (facts?.hasTests === true && facts.language !== 'rust') || this.named.has(path)) return true;
    return (isAmongTests && facts?.declaresTests === true) || this.#callsMaker(path);
  }

  /** Whether a file exports nothing and imports a function that declares tests, which can only be to declare some. */
  #callsMaker(path: string): boolean {
    const known = this.#callers.get(path);
    if (known !== undefined || this.names === null) return known === true;
    const found = exportsNothing(this.#facts.get(path)) && this.#takesMaker(this.names, path);
    this.#callers.set(path, found);
    return found;
  }

  #takesMaker(names: Names, path: string): boolean {
    const isMaker = (unit: Unit, name: string): boolean =>
      [...names.declarersOf(unit, name)].some((declarer) => this.#facts.get(declarer)?.testMakers?.includes(name) === true);
    const all = names.importsOf(path).filter(({ fact }) => !fact.isTypeOnly && fact.kind !== 're-export');
    return all.some(({ taken }) => taken.some(({ unit, names: each }) => each.some(({ name }) => isMaker(unit, name))));
  }

  /** Whether a file exists only for tests: a test, or a helper of tests. */
  isForTests(path: string): boolean {
    return this.#saidBy(path).isAmongTests || this.isTest(path);
  }

  /** Returns the type of an edge by which a file uses another one: `tests` from a test to a file that is not for tests. */
  edgeType(path: string, target: string): 'tests' | 'depends' {
    return this.isTest(path) && !this.isForTests(target) ? 'tests' : 'depends';
  }

  #saidBy(path: string): { readonly isTest: boolean; readonly isAmongTests: boolean } {
    const known = this.#names.get(path) ?? { isTest: TEST_FILE.test(path), isAmongTests: FOR_TESTS.test(path) };
    this.#names.set(path, known);
    return known;
  }
}

/** Returns the lower-case name of the tested file: `login` for `login.test.ts`, `test_login.py`, `login_test.go`, `LoginTest.java`. */
export function testedFileName(path: string): string {
  const stem = nameOf(path).replace(/\.[^.]+$/, '');
  return stem
    .replace(/\.(?:test|spec|e2e|cy)$/, '')
    .replace(/^test_/, '')
    .replace(/_test$/, '')
    .replace(/Tests?$/, '')
    .toLowerCase();
}

/** Returns the name of a file in the form of `testedFileName`. */
export function fileStem(path: string): string {
  return nameOf(path)
    .replace(/\.[^.]+$/, '')
    .toLowerCase();
}
