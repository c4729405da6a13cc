// @ts-check
import fs from 'node:fs';
import { createRequire } from 'node:module';
import { parseArgs } from 'node:util';
import { fromRoot } from './lib/project.mjs';

/** Where the table stands. */
const TARGET = fromRoot('src', 'engine', 'text', 'confusable-characters.ts');

/**
 * The characters that are confused with one ASCII character, by that character: Unicode's confusables.txt (UTS 39) without the rest. The
 * package has the table as JSON; whoever uses our program would load 100 KB for what is 8.
 * @returns {[plain: string, confused: string][]}
 */
export function confusables() {
  /** @type {Record<string, string>} */
  const all = createRequire(import.meta.url)('unhomoglyph/data.json');
  /** @type {Map<string, string>} */
  const byTarget = new Map();
  for (const [source, target] of Object.entries(all)) {
    const plain = target.normalize('NFKD').replace(/\p{M}/gu, '');
    // What is ASCII itself is left out: see the decision. So is what NFKD makes plain by itself.
    if (!/^[a-z0-9:._-]$/i.test(plain) || source.charCodeAt(0) < 0x80 || [...source].length !== 1) continue;
    if (source.normalize('NFKD').replace(/\p{M}/gu, '') === plain) continue;
    byTarget.set(plain, `${byTarget.get(plain) ?? ''}${source}`);
  }
  return [...byTarget].sort(([one], [other]) => (one < other ? -1 : 1));
}

function moduleText() {
  const escaped = (/** @type {string} */ text) => [...text].map((each) => `\\u{${each.codePointAt(0)?.toString(16)}}`).join('');
  return `// Written by scripts/generate-confusables.mjs from Unicode's confusables.txt (UTS 39, Unicode License v3).

/** The characters that look like one of ASCII, by that one (docs/decisions/0042-voting-and-admission.md). */
export const CONFUSABLE_CHARACTERS: readonly (readonly [plain: string, confused: string])[] = [
${confusables()
  .map(([target, sources]) => `  ['${target}', '${escaped(sources)}'],`)
  .join('\n')}
];
`;
}

const { values } = parseArgs({ options: { write: { type: 'boolean', default: false } }, strict: false });
if (values.write === true) fs.writeFileSync(TARGET, moduleText());
