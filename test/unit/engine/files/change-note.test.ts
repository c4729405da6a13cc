import { expect, test } from 'vitest';
import { readNote } from '../../../../src/engine/files/second-look/change-note.ts';

const content = { size: 3, hash: 'ab' };
const process = { boot: 'b', namespace: 'n', pid: 7, started: null };
const change = { from: 0, removed: 'a', inserted: 'b', context: '', before: content, after: content };
const addition = { size: 3, tail: 'ab', parts: [{ text: 'x', what: 'a message' }] };
const earlier = { ...content, path: 'a.md', change, addition, what: 'the claim', isOnlyCopy: false, tries: 0, takes: null, process };
const note = { ...earlier, isMissed: true, git: { head: 'ref: refs/heads/main', index: '1' }, takes: { ...content, id: 'c' } };

test('readNote reads a note as written, and fills the fields that a note of an earlier version lacks', () => {
  expect(readNote(JSON.parse(JSON.stringify(note)))).toEqual(note);
  expect(readNote(earlier)).toEqual({ ...earlier, isMissed: false, git: null });
  expect(readNote({ ...note, change: null, addition: null, what: null, git: null })).toMatchObject({ change: null, git: null });
});

test.each([
  ['no object', 'note'],
  ['a negative size', { ...note, size: -1 }],
  ['a size that is no whole number', { ...note, size: 0.5 }],
  ['no hash', { ...note, hash: undefined }],
  ['a path that no system knows', { ...note, path: 'a'.repeat(4_097) }],
  ['no change', { ...note, change: undefined }],
  ['half a change', { ...note, change: { ...change, after: null } }],
  ['an addition of no parts', { ...note, addition: { ...addition, parts: undefined } }],
  ['a part that is no text', { ...note, addition: { ...addition, parts: [{ text: 1, what: '' }] } }],
  ['a flag that is none', { ...note, isMissed: 'yes' }],
  ['half a state of git', { ...note, git: { head: 'x' } }],
  ['what it takes without an id', { ...note, takes: content }],
  ['process 0', { ...note, process: { ...process, pid: 0 } }],
  ['no process', { ...note, process: null }],
])('%s is not a valid note', (_what, value) => {
  expect(readNote(value)).toBeNull();
});
