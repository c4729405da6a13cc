import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const ROOT = path.join(import.meta.dirname, '../../..');
const read = (file: string) => fs.readFileSync(path.join(ROOT, file), 'utf8');

/** Returns paths of the project in backticks, and link targets. */
function pathsIn(page: string): string[] {
  const text = read(page);
  const quoted = [...text.matchAll(/`([^`\s]+)`/g)]
    .map(([, name = '']) => name)
    .filter((name) => /^(?:src|webview|test|scripts|docs|media|demo|examples)(?:\/|$)/.test(name));
  const linked = [...text.matchAll(/\]\(([^)#]+)\)/g)].map(([, target = '']) => path.posix.join(path.posix.dirname(page), target));
  return [...quoted, ...linked].filter((name) => !name.includes('*'));
}

test.each(['docs/ARCHITECTURE.md', 'CONTRIBUTING.md'])('%s names only existing files', (page) => {
  const named = pathsIn(page);
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((name) => !fs.existsSync(path.join(ROOT, name)))).toEqual([]);
});

test('ARCHITECTURE.md names each folder of src', () => {
  const folders = fs
    .readdirSync(path.join(ROOT, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath }) => path.relative(ROOT, parentPath).split(path.sep).join('/'));
  const named = new Set(pathsIn('docs/ARCHITECTURE.md'));
  expect([...new Set(folders)].filter((folder) => !named.has(folder))).toEqual([]);
});

test('commands in CONTRIBUTING.md are scripts of package.json', () => {
  const { scripts } = JSON.parse(read('package.json'));
  const named = [...read('CONTRIBUTING.md').matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name);
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
});
