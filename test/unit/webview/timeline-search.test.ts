import { expect, test } from 'vitest';
import { formatSearch, parseSearch } from '../../../webview/timeline/search-words.ts';

const NOTHING = { text: '', file: '', task: '', ref: '' };

test.each([
  ['', {}],
  ['  two   words ', { text: 'two words' }],
  ['file:src/a.ts', { file: 'src/a.ts' }],
  ['slow file:src/ task:t1 ref:#7 sum', { text: 'slow sum', file: 'src/', task: 't1', ref: '#7' }],
  ['task:"two words" "one  text"', { text: 'one  text', task: 'two words' }],
  ['file:a file:b', { file: 'b' }],
  // The value is not typed yet.
  ['slow file:', { text: 'slow' }],
  ['https://x.y agent:ann', { text: 'https://x.y agent:ann' }],
  ['"never closed', { text: '"never closed' }],
  ['file:"never closed', { text: 'closed', file: '"never' }],
])('parseSearch parses %j', (search, asked) => {
  expect(parseSearch(search)).toEqual({ ...NOTHING, ...asked });
});

test('asking replaces a named value, and parseSearch parses it again', () => {
  expect(formatSearch('slow', 'file', 'src/a b.ts')).toBe('slow file:"src/a b.ts"');
  expect(formatSearch('slow file:x task:t1', 'file', 'src/')).toBe('slow file:src/ task:t1');
  expect(formatSearch('', 'ref', 'say "so"')).toBe('ref:"say so"');
  for (const value of ['src/', 'a b', '#7', 'file:x', '👩‍👩‍👧‍👦'])
    expect(parseSearch(formatSearch('words', 'task', value))).toEqual({ ...NOTHING, text: 'words', task: value });
});
