import { expect, test } from 'vitest';
import { parseSource } from '../../../support/parse-source.ts';
import { structureOfTexts } from './sources-of.ts';

const THEMES = `/**
 * @typedef {{ value: string; bg: string; }} Token
 *
 * @typedef {{
 *   label: string;
 * }} ThemeCategory A category.
 */

/** @typedef {Object} Options
 *  @property {string} name */
/** @callback Done
 *  @param {Error} [error] */
/** @typedef {import('./other.js').Other} Other */
/** @typedef {string} ns.Inner */
// @typedef {string} Plain
const light = [];
export { light };
`;

/** Returns the names that a TypeScript file takes from the JavaScript above and that could not be checked. */
async function uncheckedIn(names: string): Promise<string[]> {
  const user = `import type { ${names} } from './themes';\nexport type All = [${names}];\n`;
  const { unresolved, uncertain } = await structureOfTexts({ 'themes.js': THEMES, 'other.js': 'export class Other {}\n', 's.ts': user });
  expect(unresolved).toEqual([]);
  return uncertain.flatMap((each) => each.names);
}

test('JavaScript exports the types that its comments declare', async () => {
  expect(await uncheckedIn('Token, ThemeCategory, Options, Done, Other')).toEqual([]);
  expect(await uncheckedIn('Token, Gone, ns, Inner, Plain')).toEqual(['Gone', 'ns', 'Inner', 'Plain']);
});

test('a test that declares types in comments is still one', async () => {
  const text = "import { test } from 'node:test';\n/** @typedef {string} Token */\ntest('x', () => {});\n";
  expect(await parseSource('javascript', text)).toMatchObject({ declaresTests: true });
});
