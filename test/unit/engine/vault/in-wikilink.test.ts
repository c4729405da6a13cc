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
])('isInWikilink is true for a name in %s', (text) => expect(isIn(text)).toBe(true));

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
])('isInWikilink is false for a name in %j, which is outside a wikilink or left to the parser', (text) => expect(isIn(text)).toBe(false));
