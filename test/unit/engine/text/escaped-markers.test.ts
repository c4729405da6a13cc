import fc from 'fast-check';
import { expect, test } from 'vitest';
import { escapeMarkers, unescapeMarkers } from '../../../../src/engine/text/conflicts/escaped-markers.ts';
import { mergeConflicts } from '../../../../src/engine/text/conflicts/merge-conflicts.ts';

const line = fc.constantFrom(
  '<<<<<<< HEAD',
  '=======',
  '>>>>>>> o',
  '||||||| b',
  '\\<<<<<<< x',
  '\\\\>>>>>>> y',
  '```',
  '~~~',
  'text',
  '',
  '> <<<<<<< q',
);
const text = fc.tuple(fc.array(line), fc.constantFrom('\n', '\r\n')).map(([lines, eol]) => lines.join(eol));

test('an escaped text has no conflict outside of examples, and is read as it was typed', () => {
  fc.assert(
    fc.property(text, (typed) => {
      const escaped = escapeMarkers(typed);
      expect(mergeConflicts(escaped)).toEqual([]);
      expect(unescapeMarkers(escaped)).toBe(typed);
    }),
  );
});
