// @ts-check
import fs from 'node:fs';
import { createRequire } from 'node:module';
import { parseArgs } from 'node:util';
import { fromRoot } from './lib/project.mjs';

/** The file for the table. */
const TARGET = fromRoot('src', 'engine', 'text', 'confusables', 'confusable-characters.ts');

/**
 * Returns the characters that look like an ASCII character, by that character, from Unicode's confusables.txt (UTS 39). The program does
 * not load the package's table of 100 KB, because only 8 KB of it concern ASCII.
 * @returns {[plain: string, confused: string][]}
 */
export function confusables() {
  /** @type {Record<string, string>} */
  const all = createRequire(import.meta.url)('unhomoglyph/data.json');
  /** @type {Map<string, string>} */
  const byTarget = new Map();
  for (const [source, target] of Object.entries(all)) {
    const plain = target.normalize('NFKD').replace(/\p{M}/gu, '');
    // ASCII characters are left out (decision 0042), and those that NFKD makes ASCII.
    if (!/^[a-z0-9:._-]$/i.test(plain) || source.charCodeAt(0) < 0x80 || [...source].length !== 1) continue;
    if (source.normalize('NFKD').replace(/\p{M}/gu, '') === plain) continue;
    byTarget.set(plain, `${byTarget.get(plain) ?? ''}${source}`);
  }
  return [...byTarget].sort(([one], [other]) => (one < other ? -1 : 1));
}

function moduleText() {
  const escaped = (/** @type {string} */ text) => [...text].map((each) => `\\u{${each.codePointAt(0)?.toString(16)}}`).join('');
  return `// Written by scripts/generate-confusables.mjs from Unicode's confusables.txt (UTS 39, Unicode License v3).

/** Characters that look like an ASCII character, by that character (docs/decisions/0042-voting-and-admission.md). */
export const CONFUSABLE_CHARACTERS: readonly (readonly [plain: string, confused: string])[] = [
${confusables()
  .map(([target, sources]) => `  ['${target}', '${escaped(sources)}'],`)
  .join('\n')}
];
`;
}

const { values } = parseArgs({ options: { write: { type: 'boolean', default: false } }, strict: false });
if (values.write === true) fs.writeFileSync(TARGET, moduleText());
