import type { FileFacts } from '../facts.ts';
import { nameOf } from './paths.ts';

/** Names that files of tests have by the customs of each language. */
const TEST_FILE =
  /\.(?:test|spec|e2e|cy)\.[cm]?[jt]sx?$|(?:^|\/)(?:__tests__|src\/test\/java)\/.*\.(?:[cm]?[jt]sx?|java)$|(?:^|\/)(?:test_[^/]*|[^/]*_test)\.py$|_test\.go$|(?:^|\/)tests\/[^/]+\.rs$|(?:^|\/)[^/]*Tests?\.java$/;
/** Folders that hold nothing but tests and what they need, and what pytest loads for tests wherever it lies. */
const FOR_TESTS = /(?:^|\/)(?:(?:tests?|__tests__|__mocks__|spec|e2e|testdata)\/|conftest\.py$)/;

/** Which files are tests, by their names and by what they say. */
export class TestFiles {
  readonly #facts: ReadonlyMap<string, FileFacts>;
  /** What a name says is asked once: of a file as often as others depend on it. */
  readonly #names = new Map<string, { readonly isTest: boolean; readonly isAmongTests: boolean }>();

  /** @param facts by path */
  constructor(facts: ReadonlyMap<string, FileFacts>) {
    this.#facts = facts;
  }

  /** Whether a file holds tests. */
  isTest(path: string): boolean {
    const facts = this.#facts.get(path);
    // In Rust a program's own file may hold its tests.
    return this.#saidBy(path).isTest || (facts?.hasTests === true && facts.language !== 'rust');
  }

  /** Whether a file is there for tests alone: a test, or what tests need. */
  isForTests(path: string): boolean {
    return this.#saidBy(path).isAmongTests || this.isTest(path);
  }

  #saidBy(path: string): { readonly isTest: boolean; readonly isAmongTests: boolean } {
    const known = this.#names.get(path) ?? { isTest: TEST_FILE.test(path), isAmongTests: FOR_TESTS.test(path) };
    this.#names.set(path, known);
    return known;
  }
}

/** What a test is named after: `login` of `login.test.ts`, `test_login.py`, `login_test.go`, `LoginTest.java`. */
export function subjectOf(path: string): string {
  const stem = nameOf(path).replace(/\.[^.]+$/, '');
  return stem
    .replace(/\.(?:test|spec|e2e|cy)$/, '')
    .replace(/^test_/, '')
    .replace(/_test$/, '')
    .replace(/Tests?$/, '')
    .toLowerCase();
}

/** What a file is called by a test that is named after it. */
export function stemOf(path: string): string {
  return nameOf(path)
    .replace(/\.[^.]+$/, '')
    .toLowerCase();
}
