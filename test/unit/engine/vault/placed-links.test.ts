import { describe, expect, it } from 'vitest';
import { findPlacedLinks } from '../../../../src/engine/vault/links/placed-links.ts';
import { readNoteText } from '../../../../src/engine/vault/notes/format.ts';
import { vaultConfig } from '../../../support/vault-config.ts';

/** Returns `field>target` for each link, and expects that the positions match the text. */
function linksOf(text: string): string[] {
  return findPlacedLinks(text, 'x.md').map(({ target, targetAt, field, kind, from, to }) => {
    expect(text.slice(targetAt.from, targetAt.to)).toBe(target);
    expect(from <= targetAt.from && targetAt.to <= to).toBe(true);
    return `${field ?? kind}>${target}`;
  });
}

const header = (...lines: readonly string[]) => `---\n${lines.join('\n')}\n---\n`;

describe('findPlacedLinks', () => {
  it('finds links of the prose and the position of each target', () => {
    const text = 'a [[ b c |b]] ![[d.png#b]] `e/f.md` [[#here]] `[[no]]`\n[[b c]]';
    expect(linksOf(text)).toEqual(['wikilink>b c', 'embed>d.png', 'file>e/f.md', 'wikilink>b c']);
  });

  it.each([
    ['links: ["[[a]]", \'[[b|B]]\', c]', ['links>a', 'links>b', 'links>c']],
    ['links: [[a]]', ['links>a']],
    ['links:\n  - "[[a]]"\n  - b # c\n\n- d', ['links>a', 'links>b', 'links>d']],
    ['supersedes: "[[a b]]"', ['supersedes>a b']],
    ['superseded_by: atoms/a.md', ['superseded_by>atoms/a.md']],
    ['"related": see [[a]] and [[b]]', ['related>a', 'related>b']],
    ['contradicts: a#why', ['contradicts>a']],
    ['links: []\nname: "[[a]]"\naliases: ["[[b]]"]', []],
    ['Links: ["[[a]]"]\nRELATED: b', ['links>a', 'related>b']],
    ['company: "[[a]]"\npeople:\n  - "[[b|B]]"\n  - \'see [[c#d]]\'', ['property>a', 'property>b', 'property>c']],
    ['Company: [[a]]\nname: "[[a]]" # [[a]]\n# [[a]]', ['property>a']],
    ['matrix: [[1, 2], [3, 4]]\none: [[5]]\nnames: [[a, b]]', []],
    ['deep: { of: ["[[a]]"] }', ['property>a']],
    ['links: [a]\nnotes: [b]\nsupersedes: b', ['links>a', 'supersedes>b']],
    // Values that do not contain the target literally have no position, such as the escaped `a`.
    ['supersedes: "\\u0061"', []],
    ['supersedes: >\n  a\n  b', []],
  ])('finds links of the header %j', (yaml, expected) => {
    expect(linksOf(header(yaml))).toEqual(expected);
    const crlf = header(yaml).replaceAll('\n', '\r\n');
    expect(linksOf(crlf)).toEqual(expected);
  });

  it('does not include a comment in a link', () => {
    const text = header('links:', '  - a b # c');
    expect(findPlacedLinks(text, 'x.md').map(({ from, to }) => text.slice(from, to))).toEqual(['a b']);
  });

  it('returns the same targets as readNoteText', () => {
    const text = header('links: [a, "[[b#c|d]]"]', 'supersedes:', '  - "[[e]]"', '  - f');
    const note = readNoteText('x.md', text, { size: 0, mtimeNs: '0', ino: '0' }, vaultConfig());
    expect(linksOf(text)).toEqual([...note.related.map((a) => `links>${a}`), ...note.supersedes.map((a) => `supersedes>${a}`)]);
  });

  it('takes linear time for hostile texts', () => {
    for (const piece of ['links: [', '[[', '"', "'", ' #', 'links:\n', '- \n', '[[a]] ', '`', '`a/b.md` ']) {
      const begun = performance.now();
      findPlacedLinks(header(`links: ${piece.repeat(16_000 / piece.length)}`), 'x.md');
      findPlacedLinks(piece.repeat(1e6 / piece.length), 'x.md');
      // A quadratic algorithm takes minutes.
      expect(performance.now() - begun, piece).toBeLessThan(30_000);
    }
  });
});
