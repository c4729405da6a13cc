import { expect, test } from 'vitest';
import { certainWikilinks } from '../../../../src/engine/vault/links/in-wikilink.ts';

const NAME = 'Tax rounding';

function isIn(text: string): boolean {
  const from = text.indexOf(NAME);
  return certainWikilinks(text, 0).some((link) => link.from <= from && from + NAME.length <= link.to);
}

test.each([
  '[[Tax rounding]]',
  'See [[20260101_tax|Tax rounding]].',
  '![[a/b#Tax rounding|here]]',
  '\\[[Tax rounding]]',
  '[[[Tax rounding]]]',
])('a name is certainly in a wikilink in %s', (text) => expect(isIn(text)).toBe(true));

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
])('a name is not certainly in a wikilink in %j: it is outside of one, or the parser decides', (text) => expect(isIn(text)).toBe(false));
