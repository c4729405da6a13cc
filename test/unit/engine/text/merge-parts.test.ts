import { describe, expect, it } from 'vitest';
import { mergeTextLines } from '../../../../src/engine/platform/git/merge-lines.ts';
import { type KeyedRange, mergeParts } from '../../../../src/engine/text/conflicts/merge-parts.ts';

/** Splits a text into paragraphs, keyed by their first word. */
function paragraphs(text: string): KeyedRange[] {
  const starts = Array.from(text.matchAll(/(?:^|(?:\r?\n){2})(?=\w)/g), ({ index, 0: gap }) => index + gap.length);
  return starts.map((from, n) => {
    return { from, to: starts[n + 1] ?? text.length, key: text.slice(from).split(/\s/, 1)[0] ?? '' };
  });
}

const textOf = (parts: readonly string[]): string => (parts.length === 0 ? '' : `${parts.join('\n\n')}\n`);
const merged = (base: readonly string[], ours: readonly string[], theirs: readonly string[]) =>
  mergeParts({ base: textOf(base), ours: textOf(ours), theirs: textOf(theirs) }, paragraphs, mergeTextLines);
const clean = (...parts: readonly string[]) => ({ text: textOf(parts), isClean: true });

describe('mergeParts', () => {
  it('keeps additions of both sides at one place, ours first', async () => {
    expect(await merged(['a 1'], ['a 1', 'b 1'], ['a 1', 'c 1'])).toEqual(clean('a 1', 'b 1', 'c 1'));
  });

  it('applies changes and removals of one side', async () => {
    expect(await merged(['a 1', 'b 1', 'c 1'], ['a 2', 'b 1', 'c 1'], ['a 1', 'b 1'])).toEqual(clean('a 2', 'b 1'));
  });

  it('inserts an addition after the part that it followed', async () => {
    expect(await merged(['a 1', 'b 1'], ['a 1', 'x 1', 'b 1', 'y 1'], ['a 1', 'z 1', 'b 1'])).toEqual(
      clean('a 1', 'x 1', 'z 1', 'b 1', 'y 1'),
    );
    expect(await merged(['a 1'], ['a 1'], ['z 1', 'a 1'])).toEqual(clean('z 1', 'a 1'));
  });

  it('keeps the order of the side that changed it', async () => {
    expect(await merged(['a 1', 'b 1'], ['a 1', 'b 1', 'c 1'], ['b 1', 'a 1'])).toEqual(clean('b 1', 'c 1', 'a 1'));
    expect(await merged(['a 1', 'b 1', 'c 1'], ['b 1', 'a 1', 'c 1'], ['a 1', 'c 1', 'b 1'])).toBeNull();
  });

  it('merges the lines of a part that both sides changed', async () => {
    const lines = (one: string, last: string) => [`a\n${one}\nx\ny\nz\n${last}`];
    expect(await merged(lines('1', '1'), lines('2', '1'), lines('1', '3'))).toEqual(clean(...lines('2', '3')));
  });

  it('writes markers only around a conflicting part', async () => {
    const result = await merged(['a 1', 'b 1', 'c 1'], ['a 2', 'b 1', 'c 1'], ['a 3', 'b 1', 'c 1']);
    expect(result).toEqual({ text: '<<<<<<< ours\na 2\n=======\na 3\n>>>>>>> theirs\n\nb 1\n\nc 1\n', isClean: false });
  });

  it('reports a conflict between a removal and a change', async () => {
    expect(await merged(['a 1', 'b 1'], ['b 1'], ['a 2', 'b 1'])).toMatchObject({ isClean: false, text: expect.stringContaining('a 2') });
  });

  it('distinguishes parts with the same key', async () => {
    expect(await merged(['a 1', 'a 2'], ['a 1', 'a 3'], ['a 4', 'a 2'])).toEqual(clean('a 4', 'a 3'));
  });

  it('keeps the line ends of our side', async () => {
    const [base, ours, theirs] = [['a 1'], ['a 1', 'b 1'], ['a 1', 'c 1']].map((parts) => textOf(parts).replaceAll('\n', '\r\n'));
    const result = await mergeParts({ base: base ?? '', ours: ours ?? '', theirs: theirs ?? '' }, paragraphs, mergeTextLines);
    expect(result).toEqual({ text: textOf(['a 1', 'b 1', 'c 1']).replaceAll('\n', '\r\n'), isClean: true });
  });
});
