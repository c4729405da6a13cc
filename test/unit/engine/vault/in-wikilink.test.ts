import { expect, test } from 'vitest';
import { isInWikilink } from '../../../../src/engine/vault/links/in-wikilink.ts';

const NAME = 'Tax rounding';

function isIn(text: string): boolean {
  const from = text.indexOf(NAME);
  return isInWikilink(text, { from, to: from + NAME.length });
}

test.each([
  '[[Tax rounding]]',
  'See [[20260101_tax|Tax rounding]].',
  '![[a/b#Tax rounding|here]]',
  '\\[[Tax rounding]]',
  '[[[Tax rounding]]]',
])('a name in %s is in a wikilink', (text) => expect(isIn(text)).toBe(true));

test.each([
  'Tax rounding',
  '[[a]] Tax rounding [[b]]',
  '[Tax rounding]',
  '[Tax rounding]]',
  '[[Tax rounding]',
  '[[Tax rounding',
  'Tax rounding]]',
  '[[a\nTax rounding]]',
  '[[`a` Tax rounding]]',
  '[[a <b> Tax rounding]]',
  '[[a $x$ Tax rounding]]',
  '[[a %% Tax rounding]]',
  '[[Tax rounding\\]]',
  `[[${'a'.repeat(600)}Tax rounding]]`,
])('whether a name in %j is in a wikilink is left to a closer look', (text) => expect(isIn(text)).toBe(false));
