/** Comments and pages name only functions, types and parameters that exist: a reader searches for them. */
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const ROOT = path.join(import.meta.dirname, '../../..');

/** Names of other programs and of examples, which no code of this project contains. */
const FOREIGN: ReadonlySet<string> = new Set([
  // Settings and fields of other programs: git, VS Code, Copilot, Cursor, gray-matter's users.
  ...['mnemonicPrefix', 'onStartupFinished', 'colorCustomizations', 'useAgentsMdFile', 'alwaysApply', 'createdAt', 'updatedAt'],
  // Libraries: jsonc-parser, Java.
  ...['CommaToken', 'SyntaxKind', 'ServiceLoader'],
  // Examples of names in projects that are read.
  ...['LoginTest', 'sharedLib', 'apiDocs', 'MyCompany'],
]);

const COMMENT = /\/\*[\s\S]*?\*\/|(?:^|\s)\/\/.*$/gm;
const QUOTED = /`(#?[A-Za-z_$][\w$]*(?:\.#?[A-Za-z_$][\w$]*)*(?:\(\))?)`/g;

function listFiles(folder: string, extension: RegExp): string[] {
  return fs
    .readdirSync(path.join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && extension.test(entry.name))
    .map(({ parentPath, name }) => path.relative(ROOT, path.join(parentPath, name)).split(path.sep).join('/'));
}

const read = (file: string): string => fs.readFileSync(path.join(ROOT, file), 'utf8');
const wordsOf = (text: string): string[] => text.match(/[A-Za-z_$][\w$]*/g) ?? [];
const lineOf = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;

/** Returns the names in backticks that look like identifiers of code: two humps, or parentheses. */
function namesIn(text: string): { name: string; offset: number }[] {
  return [...text.matchAll(QUOTED)].flatMap(({ 1: quoted = '', index }) => {
    const isCalled = quoted.endsWith('()');
    const names = wordsOf(quoted).filter((name) => isCalled || /[a-z][A-Z]/.test(name));
    return names.map((name) => ({ name, offset: index }));
  });
}

const commentsOf = (text: string) => [...text.matchAll(COMMENT)].map(({ 0: comment, index }) => ({ comment, index }));

/** Returns unknown names, as `line: name`. */
function unknownNames(texts: readonly { comment: string; index: number }[], whole: string, known: ReadonlySet<string>): string[] {
  return texts.flatMap(({ comment, index }) =>
    namesIn(comment)
      .filter(({ name }) => !known.has(name))
      .map(({ name, offset }) => `${lineOf(whole, index + offset)}: ${name}`),
  );
}

/** Returns the code after a comment that may declare its parameters: a class up to the end of its constructor's head, or a function's head. */
function headAfter(text: string, end: number): string {
  const after = text.slice(end, end + 2_000);
  const isClass = /^\s*(?:export )?(?:abstract )?class /.test(after);
  const [block = ''] = isClass ? [after.slice(after.indexOf('constructor('))] : after.split(/\n\s*\n|\n {0,2}\}\n/);
  return block.split(/\)(?:: [^\n]*)? \{\n/)[0] ?? '';
}

/** Returns parameters in JSDoc that the code after it does not have, as `line: @param name`. The compiler checks those with a type. */
function unknownParameters(text: string): string[] {
  return commentsOf(text).flatMap(({ comment, index }) => {
    const head = new Set(wordsOf(headAfter(text, index + comment.length)));
    const named = [...comment.matchAll(/@param (\w+)/g)];
    return named.flatMap(({ 1: name = '', index: at }) => (head.has(name) ? [] : [`${lineOf(text, index + at)}: @param ${name}`]));
  });
}

const sources = ['src', 'webview', 'scripts'].flatMap((folder) => listFiles(folder, /\.(?:tsx?|mjs)$/));

const known = knownNames();

function knownNames(): Set<string> {
  const tests = listFiles('test', /\.(?:tsx?|mjs)$/).filter((file) => !file.includes('/fixtures/') && !file.startsWith('test/unit/docs/'));
  const code = [...sources, ...tests].flatMap((file) => wordsOf(read(file).replace(COMMENT, ' ')));
  return new Set([...code, ...wordsOf(read('package.json')), ...FOREIGN]);
}

test('comments in the sources name only what exists', () => {
  const found = sources.flatMap((file) => {
    const text = read(file);
    return [...unknownNames(commentsOf(text), text, known), ...unknownParameters(text)].map((problem) => `${file}:${problem}`);
  });
  expect(found).toEqual([]);
});

test('the architecture and its decisions name only what exists', () => {
  const pages = ['docs/ARCHITECTURE.md', 'CONTRIBUTING.md', ...listFiles('docs/decisions', /\.md$/)];
  const found = pages.flatMap((file) => {
    const text = read(file);
    return unknownNames([{ comment: text, index: 0 }], text, known).map((problem) => `${file}:${problem}`);
  });
  expect(found).toEqual([]);
});

test('each foreign name is used', () => {
  const texts = [...sources, ...listFiles('docs', /\.md$/)].map(read).join('\n');
  const named = new Set(namesIn(texts).map(({ name }) => name));
  expect([...FOREIGN].filter((name) => !named.has(name))).toEqual([]);
});

test.each([
  ['/** Like `readAll`. */\nexport function read(): void {', ['1: readAll']],
  ['// Calls `run()` later.', ['1: run']],
  ['/** Like `known.readKnown`, `word` and `--an-option`. */', []],
])('in %j, unknown names are found', (text, found) => {
  expect(unknownNames(commentsOf(text), text, new Set(['known', 'readKnown']))).toEqual(found);
});

test.each([
  ['/** @param news text */\nexport function read(text: string): void {\n  news();\n}', ['1: @param news']],
  ['/** @param text typed */\n  read({\n    text,\n  }: {\n    readonly text: string;\n  }): void {\n', []],
  ['/**\n * Reads.\n * @param text text\n */\nexport function read(\n  text: string,\n): void {\n', []],
  ['/** @param text text */\nclass A {\n  b = 1;\n\n  constructor(text: string) {\n', []],
  ['/** @param other text */\nclass A {\n  b = 1;\n\n  constructor(text: string) {\n', ['1: @param other']],
])('in %j, unknown parameters are found', (text, found) => {
  expect(unknownParameters(text)).toEqual(found);
});
