import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fromRoot } from '../../../scripts/lib/project.mjs';
import themes from '../../webview/themes.json' with { type: 'json' };

const folder = fromRoot('webview', 'styles');
const styles = readdirSync(folder).map((name) => readFileSync(`${folder}/${name}`, 'utf8'));
/** Returns the classes of rules that apply to a class anywhere. */
const classesOf = (style: string): string[] =>
  style
    .replaceAll(/\/\*.*?\*\//gs, '')
    .split(/[{}]/)
    .flatMap((part) => part.split(','))
    .flatMap((selector) => /^\s*\.([\w-]+)(?::\S+)?\s*$/.exec(selector)?.[1] ?? []);
const code = styles.join('\n').replaceAll(/\/\*.*?\*\//gs, '');

test("style sheets use only colors and fonts of the editor's themes", () => {
  const known = new Set(Object.values(themes).flatMap(({ variables }) => Object.keys(variables)));
  const used = new Set(code.match(/--vscode-[\w-]+/g));
  expect([...used].filter((name) => !known.has(name))).toEqual([]);
  expect(used.size).toBeGreaterThan(20);
  expect(code.match(/#[\da-f]{3,8}\b|\b(?:rgb|hsl)a?\(|font-family:(?! var)/gi)).toBeNull();
});

test('each class has rules in one file only', () => {
  const owners = new Map<string, Set<number>>();
  styles.forEach((style, file) => {
    for (const name of classesOf(style)) owners.set(name, (owners.get(name) ?? new Set()).add(file));
  });
  expect([...owners].filter(([, files]) => files.size > 1).map(([name]) => name)).toEqual([]);
  expect(owners.size).toBeGreaterThan(50);
});
