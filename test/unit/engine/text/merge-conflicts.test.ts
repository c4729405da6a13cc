import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  conflictSide,
  keepBothSides,
  keepSide,
  maskConflicts,
  mergeConflicts,
  touchesConflict,
} from '../../../../src/engine/text/conflicts/merge-conflicts.ts';
import { removeConflicts } from '../../../../src/engine/text/conflicts/remove-conflicts.ts';
import { temporaryFolder } from '../../../support/folders.ts';
import { processorMs } from '../../../support/processor-time.ts';

const CONFLICT = 'before\n<<<<<<< HEAD\nleft\n=======\nright\n>>>>>>> feature\nafter\n';
const part = (text: string, { from, to }: { from: number; to: number }) => text.slice(from, to);

/** Returns the text that git writes for conflicting changes. */
function mergedByGit(base: string, ours: string, theirs: string, ...style: string[]): string {
  const folder = temporaryFolder();
  const files = { ours, base, theirs };
  for (const [name, text] of Object.entries(files)) fs.writeFileSync(path.join(folder, name), text);
  try {
    return execFileSync('git', ['merge-file', '-p', ...style, 'ours', 'base', 'theirs'], { cwd: folder, encoding: 'utf8' });
  } catch (error) {
    if (error instanceof Error && 'stdout' in error) return String(error.stdout);
    throw error;
  }
}

describe('merge conflicts', () => {
  test('a conflict has its lines and both sides', () => {
    const [conflict, ...others] = mergeConflicts(CONFLICT);
    expect(others).toEqual([]);
    expect(conflict).toMatchObject({ line: 2, lastLine: 6 });
    expect(conflict && [part(CONFLICT, conflict.ours), part(CONFLICT, conflict.theirs)]).toEqual(['left\n', 'right\n']);
  });

  test.each(['--diff3', '--zdiff3', '--marker-size=12'])(
    'as written by git with %s, the common ancestor belongs to neither side',
    (style) => {
      const text = mergedByGit('a\nold\nz\n', 'a\nleft\nz\n', 'a\nright\nz\n', style);
      const [conflict] = mergeConflicts(text);
      expect(conflict && [part(text, conflict.ours), part(text, conflict.theirs)]).toEqual(['left\n', 'right\n']);
      expect(keepBothSides(text)).toBe('a\nleft\nright\nz\n');
    },
  );

  test('CRLF, a byte order mark and a missing newline at the end are supported', () => {
    expect(keepBothSides(CONFLICT.replaceAll('\n', '\r\n'))).toBe('before\r\nleft\r\nright\r\nafter\r\n');
    expect(keepBothSides('<<<<<<< a\n1\n=======\n2\n>>>>>>> b')).toBe('1\n2\n');
  });

  test('a nested conflict belongs to the outer one', () => {
    const text = '<<<<<<< a\n<<<<<<<<< x\n1\n=========\n2\n>>>>>>>>> y\n=======\n3\n>>>>>>> b\n';
    expect(mergeConflicts(text)).toHaveLength(1);
    expect(mergeConflicts(text)[0]).toMatchObject({ line: 1, lastLine: 9 });
  });

  test('a missing end marker extends the conflict to the end', () => {
    expect(mergeConflicts('a\n<<<<<<< HEAD\nleft\n=======\nright\nmore\n')[0]).toMatchObject({ line: 2, lastLine: 6 });
  });

  test.each([
    ['an underline of a heading', 'Title\n=======\ntext\n'],
    ['marks in fenced code', '```\n<<<<<<< HEAD\nleft\n=======\nright\n>>>>>>> b\n```\n'],
    ['marks that do not begin a line', ' <<<<<<< HEAD\n=======\n >>>>>>> b\n'],
    ['a long line that divides', '>>>>>>>>>>>>>\ntext\n<<<<<<<<<<<<<\n'],
    ['a first mark in fenced code', '```\n<<<<<<< HEAD\n```\nTitle\n=======\n'],
    ['a last mark in fenced code', 'Title\n=======\n~~~\n=======\n>>>>>>> b\n~~~\n'],
    ['a text that goes on behind the run', '<<<<<<<HEAD\n=======\n>>>>>>>b\n'],
  ])('%s is no conflict', (_what, text) => {
    expect(mergeConflicts(text)).toEqual([]);
    expect(keepBothSides(text)).toBe(text);
  });

  test.each([
    ['no mark but the first', 'a\n<<<<<<< HEAD\nb\n', ['end', 2, 2, 3], 'a'],
    ['no first mark', 'a\n=======\nb\n>>>>>>> x\nc\n', ['start', 4, 1, 4], 'c'],
    ['the last mark alone', 'a\n>>>>>>> x\nc\n', ['start', 2, 1, 2], 'c'],
    ['no middle', 'a\n<<<<<<< HEAD\nb\n>>>>>>> x\nc\n', ['middle', 2, 2, 4], 'ac'],
    ['a middle of another length', '<<<<<<< HEAD\n========\n>>>>>>> b\n', ['middle', 1, 1, 3], ''],
  ])(
    'with %s it is incomplete: uncertain lines are masked, and nothing is settled',
    (_what, text, [missing, line, firstLine, lastLine], read) => {
      for (const written of [text, text.replaceAll('\n', '\r\n')]) {
        expect(mergeConflicts(written)).toMatchObject([{ missing, line, firstLine, lastLine }]);
        expect(maskConflicts(written).replace(/\s/g, '')).toBe(read);
        expect(keepBothSides(written)).toBe(written);
      }
    },
  );

  test('an incomplete conflict extends to the complete ones around it', () => {
    const half = `${CONFLICT}half\n>>>>>>> x\n<<<<<<< HEAD\nother half\n${CONFLICT}`;
    expect(mergeConflicts(half).map(({ missing, firstLine, lastLine }) => [missing, firstLine, lastLine])).toEqual([
      [null, 2, 6],
      ['start', 7, 9],
      ['end', 10, 12],
      [null, 13, 17],
    ]);
    expect(removeConflicts(half, 0)).toBe(
      `${['2 to 6', '7 to 9', '10 to 12', '13 to 17'].reduce(
        (text, lines) => `${text}[lines ${lines} left out: git's conflict marks]\n`,
        'before\n',
      )}after\n`,
    );
  });

  test('in plain text without fences every marker counts', () => {
    expect(mergeConflicts('{\n=======\n}\n', 'plain')).toMatchObject([{ missing: 'start', line: 2 }]);
  });

  test('code that starts inside a conflict does not hide it', () => {
    expect(mergeConflicts('<<<<<<< a\n```\ncode\n=======\nright\n>>>>>>> b\n')).toHaveLength(1);
  });

  test('masking keeps offsets and lines, and blanks the conflict', () => {
    const masked = maskConflicts(CONFLICT);
    expect(masked).toHaveLength(CONFLICT.length);
    expect(masked.split('\n').map((line) => line.trim())).toEqual(['before', '', '', '', '', '', 'after', '']);
    const conflicts = mergeConflicts(CONFLICT);
    expect(touchesConflict(conflicts, { from: 0, to: 'before'.length })).toBe(false);
    expect(touchesConflict(conflicts, { from: CONFLICT.indexOf('left'), to: CONFLICT.indexOf('left') + 1 })).toBe(true);
  });

  /** Text that git writes if a conflict was committed with its markers and merged again. */
  const NESTED = [
    ...['before', '<<<<<<< HEAD', '<<<<<<< HEAD', 'ann', '=======', 'bob', '>>>>>>> one', 'ours', '||||||| base', 'old'],
    ...['=======', 'theirs', '<<<<<<< HEAD', 'cid', '=======', 'dan', '>>>>>>> one', '>>>>>>> two', 'after', ''],
  ].join('\n');

  test('a nested conflict is part of the outer one, and all sides are kept', () => {
    const conflicts = mergeConflicts(NESTED);
    expect(conflicts).toMatchObject([{ line: 2, lastLine: 18 }]);
    expect(
      maskConflicts(NESTED)
        .split('\n')
        .filter((line) => line.trim() !== ''),
    ).toEqual(['before', 'after']);
    expect(keepBothSides(NESTED)).toBe('before\nann\nbob\nours\ntheirs\ncid\ndan\nafter\n');
    expect(keepSide(NESTED, 'ours')).toBe('before\nann\nours\nafter\n');
    expect(keepSide(NESTED, 'theirs')).toBe('before\ntheirs\ndan\nafter\n');
    expect(conflictSide(NESTED, conflicts, 'theirs').text).toBe('before\ntheirs\ncid\ndan\nafter\n');
  });

  test('a missing end does not include the next conflict', () => {
    const text = NESTED.replace('>>>>>>> two\n', '');
    expect(mergeConflicts(text).map(({ line, lastLine }) => [line, lastLine])).toEqual([
      [2, 12],
      [13, 17],
    ]);
  });

  test('twenty thousand nested conflicts take linear time without a stack overflow', () => {
    const text = `${'<<<<<<< a\n'.repeat(20_000)}x\n${'=======\ny\n>>>>>>> b\n'.repeat(20_000)}`;
    expect(mergeConflicts(text)).toHaveLength(1);
    expect(keepBothSides(text).length).toBeLessThan(text.length);
  });

  test('for any text masking keeps line ends, and settling removes conflicts without losing lines', () => {
    const line = fc.constantFrom(
      'a',
      'b',
      '',
      '<<<<<<< x',
      '||||||| y',
      '=======',
      '>>>>>>> z',
      '```',
      '<<<<<<<<< u',
      '=========',
      '>>>>>>>>> v',
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 14 }), fc.constantFrom('\n', '\r\n'), (lines, end) => {
        const text = lines.join(end);
        const conflicts = mergeConflicts(text);
        const masked = maskConflicts(text, conflicts);
        expect(masked.replace(/[^\r\n]/g, '.')).toBe(text.replace(/[^\r\n]/g, '.'));
        expect(maskConflicts(masked, mergeConflicts(masked))).toBe(masked);
        const settled = keepBothSides(text);
        for (const { ours, theirs } of conflicts)
          for (const side of [ours, theirs]) expect(settled).toContain(keepBothSides(part(text, side)));
      }),
    );
  });

  test.each([
    ['<<<<<<< a\n', 100_000],
    ['<<<<<<< a\n```\n', 100_000],
    ['>>>>>>> a\n```\n', 50_000],
    ['<<<<<<< a\n=======\n', 100_000],
  ])('a hundred thousand repetitions of %j take linear time', (lines, count) => {
    const text = lines.repeat(100_000);
    expect(processorMs(() => expect(mergeConflicts(text)).toHaveLength(count))).toBeLessThan(20_000);
  });
});

describe('a text that is not Markdown', () => {
  const text = '```\r\n<<<<<<< HEAD\r\n{"a":1}\r\n||||||| base\r\n{}\r\n=======\r\n{"b":2}\r\n>>>>>>> other\r\n```\r\n';

  test('has no fences, so a conflict between backticks counts', () => {
    expect(mergeConflicts(text)).toEqual([]);
    expect(mergeConflicts(text, 'plain')).toMatchObject([{ line: 2, lastLine: 8 }]);
  });

  test('can be read as either side', () => {
    expect(keepSide(text, 'ours')).toBe('```\r\n{"a":1}\r\n```\r\n');
    expect(keepSide(text, 'theirs')).toBe('```\r\n{"b":2}\r\n```\r\n');
    expect(keepSide('{"a":"<<<<<<< HEAD"}', 'ours')).toBe('{"a":"<<<<<<< HEAD"}');
  });
});
