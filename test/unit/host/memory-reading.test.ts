import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readNote } from '../../../src/host/panel/memory-detail.ts';
import { MemoryReading } from '../../../src/host/panel/memory-reading.ts';
import { remembered } from '../../webview/memories.ts';
import { bookOf } from '../../webview/memory-host.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const reading = () => {
  const counts = { reads: 0, again: 0 };
  const read: typeof readNote = (...of) => {
    counts.reads += 1;
    return readNote(...of);
  };
  const again = () => {
    counts.again += 1;
  };
  return { counts, kept: new MemoryReading(again, () => Date.now(), read) };
};

const [first, second] = bookOf(remembered).notes.store.index.notes();

test('while other notes are written, all notes are asked for links to the chosen one once a second, and at last once more', () => {
  if (first === undefined) throw new Error('there is no note');
  const { counts, kept } = reading();
  for (let writes = 0; writes < 10; writes += 1) {
    kept.of(bookOf(remembered), first);
    vi.advanceTimersByTime(50);
  }
  expect(counts).toEqual({ reads: 1, again: 0 });
  vi.advanceTimersByTime(500);
  expect(counts).toEqual({ reads: 1, again: 1 });
  const book = bookOf(remembered);
  kept.of(book, first);
  kept.of(book, first);
  expect(counts).toEqual({ reads: 2, again: 1 });
  vi.advanceTimersByTime(5_000);
  expect(counts.again).toBe(1);
});

test('another note, and one that was written itself, is read at once', () => {
  if (first === undefined || second === undefined) throw new Error('there are no notes');
  const { counts, kept } = reading();
  const book = bookOf(remembered);
  kept.of(book, first);
  kept.of(book, second);
  kept.of(book, { ...second });
  expect(counts).toEqual({ reads: 3, again: 0 });
});

test('nothing is asked for when nobody looks any more', () => {
  if (first === undefined) throw new Error('there is no note');
  const { counts, kept } = reading();
  kept.of(bookOf(remembered), first);
  kept.of(bookOf(remembered), first);
  kept.dispose();
  vi.advanceTimersByTime(5_000);
  expect(counts.again).toBe(0);
});
