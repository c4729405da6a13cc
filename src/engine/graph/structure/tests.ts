import type { FileFacts } from '../facts.ts';
import { nameOf } from './paths.ts';

/** File names of tests, by the conventions of each language. */
const TEST_FILE =
  /\.(?:test|spec|e2e|cy)\.[cm]?[jt]sx?$|(?:^|\/)(?:__tests__|src\/test\/java)\/.*\.(?:[cm]?[jt]sx?|java)$|(?:^|\/)(?:test_[^/]*|[^/]*_test)\.py$|_test\.go$|(?:^|\/)tests\/(?:[^/]+|[^/]+\/main)\.rs$|(?:^|\/)[^/]*Tests?\.java$/;
/** Folders of tests and their helpers, and `conftest.py`, which pytest loads in any folder. */
const FOR_TESTS = /(?:^|\/)(?:(?:tests?|__tests__|__mocks__|spec|e2e|testdata)\/|conftest\.py$)/;

/** Detects tests by file names and facts. */
export class TestFiles {
  readonly #facts: ReadonlyMap<string, FileFacts>;
  /** Cache by path, because a file is checked once for each dependent. */
  readonly #names = new Map<string, { readonly isTest: boolean; readonly isAmongTests: boolean }>();

  /** @param facts by path */
  constructor(facts: ReadonlyMap<string, FileFacts>) {
    this.#facts = facts;
  }

  /** Whether a file is a test file. */
  isTest(path: string): boolean {
    const facts = this.#facts.get(path);
    const { isTest, isAmongTests } = this.#saidBy(path);
    // In Rust a source file may contain its own tests.
    return isTest || (facts?.hasTests === true && facts.language !== 'rust') || (isAmongTests && facts?.declaresTests === true);
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
