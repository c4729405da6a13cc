import { describe, expect, test } from 'vitest';
import { typedAt } from '../../../../src/host/vault/language/completion-places.ts';
import { expectLinear } from '../../../support/processor-time.ts';

const CURSOR = '¦';

/** Describes the place at the mark: the text before the cursor, the whole text, then the details of its kind. */
function written(marked: string): string | null {
  const text = marked.replace(CURSOR, '');
  const place = typedAt(text, marked.indexOf(CURSOR));
  if (place === null) return null;
  const [before, whole] = [place.before, place.whole].map(({ from, to }) => text.slice(from, to));
  return `${before}|${whole}|${place.kind === 'link' ? `closing ${place.closing}` : `${place.key} ${place.quote}${place.space}`}`;
}

describe('the target of a link', () => {
  test.each([
    ['[[¦', '||closing ]]'],
    ['See [[rel¦ and more', 'rel|rel|closing ]]'],
    ['[[rel¦]', 'rel|rel|closing ]'],
    ['[[rel¦ease freeze]] [[b]]', 'rel|release freeze|closing '],
    ['[[rel¦ease|the freeze]]', 'rel|release|closing '],
    ['[[rel¦\\|the freeze]]', 'rel|rel|closing '],
    ['[[rel¦ease#Why|the freeze]]', 'rel|release|closing '],
    ['[[rel¦|the freeze', 'rel|rel|closing '],
    ['[[rel¦#Why', 'rel|rel|closing '],
    ['[[rel¦ then [[b]]', 'rel|rel|closing ]]'],
    ['a [[x]] ![[rel¦\n]]', 'rel|rel|closing ]]'],
    ['[[rel¦\r\n]]', 'rel|rel|closing ]]'],
    ['---\nlinks: [[[rel¦]]]\n---\n', 'rel|rel|closing '],
    ['---\nrelated:\n\n  - a\n  - "[[rel¦"\n---\n', 'rel|rel|closing ]]'],
    ['---\nsupersedes: "[[¦]]"\n---\n', '||closing '],
  ])('is found in %j', (marked, expected) => {
    expect(written(marked)).toBe(expected);
  });

  test.each([
    '[¦',
    'rel¦',
    '[[rel]]¦',
    '[[rel]¦]',
    '[[rel|the¦ freeze]]',
    '[[rel#Wh¦y]]',
    '[[a [b¦',
    '`[[rel¦`',
    '```\n[[rel¦\n```\n',
    '<!-- [[rel¦ -->',
    '[[rel\n¦',
    '---\nname: "[[rel¦"\n---\n',
  ])('is not found in %j', (marked) => {
    expect(written(marked)).toBeNull();
  });
});

const header = (marked: string) => written(`---\nname: x\n${marked}\nid: y\n---\ntype: no\n`);

describe('a value of a header', () => {
  test.each([
    ['type: ru¦', 'ru|ru|type '],
    ['type: ¦', '||type '],
    ['type:¦', '||type  '],
    ['type: ru¦le  # why', 'ru|rule|type '],
    ['type: "ru¦le"', 'ru|rule|type "'],
    ['"type": ru¦', 'ru|ru|type '],
    ["status: 'act¦", "act|act|status '"],
    ['project: big o¦ne', 'big o|big one|project '],
    ['tags: ¦', '||tags '],
    ['tags: [de¦]', 'de|de|tags '],
    ['tags: [a, de¦ploy, b]', 'de|deploy|tags '],
    ['tags: [a,¦]', '||tags '],
    ['tags: ["a", "de¦"]', 'de|de|tags "'],
    ['tags: a, de¦', 'de|de|tags '],
    ['tag: de¦', 'de|de|tags '],
    ['tags:\n  - a\n  - de¦', 'de|de|tags '],
    ['tags:\n- a # so\n\n- ¦', '||tags '],
    ['tags:\n  -¦', '||tags  '],
    ['tags: [a,\n  de¦]', 'de|de|tags '],
    ['tags:\n  - two-wo¦rds', 'two-wo|two-words|tags '],
    ['type: ru¦\r', 'ru|ru|type '],
  ])('is found in %j', (marked, expected) => {
    expect(header(marked)).toBe(expected);
  });

  test.each(['ty¦pe: rule', 'type: rule # wh¦y', 'name: a¦', 'type: >\n  ru¦', 'tags:\nstatus\n¦', 'links:\n  - a¦'])(
    'is not found in %j',
    (marked) => {
      expect(header(marked)).toBeNull();
    },
  );

  test('is not found in the body, in a header of another language, or in an unclosed header', () => {
    expect(written('---\n---\ntype: ru¦')).toBeNull();
    expect(written('---js\ntype: ru¦\n---\n')).toBeNull();
    expect(written('---\ntype: ru¦\n')).toBeNull();
  });
});

test.each(['[[', '[[a|', ' ', '\n- ', '`', '"'])('a line of repeated %j takes linear time', (part) => {
  expectLinear((count) => {
    const text = `---\nlinks: x\n---\n${part.repeat(count)}`;
    return () => typedAt(text, text.length);
  }, 10_000);
});
