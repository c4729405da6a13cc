import type { FileFacts } from '../facts.ts';
import { nameOf } from './paths.ts';

/** Names that files of tests have by the customs of each language. */
const TEST_FILE =
  /\.(?:test|spec|e2e|cy)\.[cm]?[jt]sx?$|(?:^|\/)(?:__tests__|src\/test\/java)\/.*\.(?:[cm]?[jt]sx?|java)$|(?:^|\/)(?:test_[^/]*|[^/]*_test)\.py$|_test\.go$|(?:^|\/)tests\/[^/]+\.rs$|(?:^|\/)[^/]*Tests?\.java$/;
/** Folders that hold nothing but tests and what they need. */
const TEST_FOLDER = /(?:^|\/)(?:tests?|__tests__|__mocks__|spec|e2e|testdata)\//;

/** Whether a file holds tests. */
export function isTestFile(path: string, { hasTests, language }: FileFacts): boolean {
  // In Rust a program's own file may hold its tests.
  return TEST_FILE.test(path) || (hasTests && language !== 'rust');
}

/** Whether a file is there for tests alone: a test, or what tests need. */
export function isForTests(path: string, facts: FileFacts): boolean {
  return isTestFile(path, facts) || TEST_FOLDER.test(path);
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
