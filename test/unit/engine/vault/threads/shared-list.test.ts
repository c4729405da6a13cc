import { expect, test } from 'vitest';
import { SharedBatches } from '../../../../../src/engine/vault/threads/shared-batches.ts';
import { SharedList } from '../../../../../src/engine/vault/threads/shared-list.ts';

const items = (count: number) => Array.from({ length: count }, (_, n) => `note-${n}`);

/** Returns the other end of a list, which delivers `other ITEM` for each item. */
function otherEnd<Item>(all: readonly Item[], list: SharedList<Item, string>): { readonly next: () => boolean } {
  const batches = new SharedBatches(all.length, list.batches.claims).fromEnd()[Symbol.iterator]();
  const next = () => {
    const { value, done } = batches.next();
    if (done === true) return false;
    list.deliver(
      value.number,
      all.slice(value.from, value.to).map((item) => `other ${item}`),
    );
    return true;
  };
  return { next };
}

test.each([0, 1, 127, 128, 129, 1_000])('each of %i items is processed by one end', (count) => {
  const all = items(count);
  const list = new SharedList<string, string>(all);
  const other = otherEnd(all, list);
  const taken = all.map((item, n) => {
    if (n % 200 === 100) other.next();
    return list.take(item) ?? `here ${item}`;
  });
  const here = taken.findIndex((each) => each.startsWith('other'));
  const first = here < 0 ? count : here;
  expect(taken).toEqual(all.map((item, n) => `${n < first ? 'here' : 'other'} ${item}`));
  expect(other.next()).toBe(false);
});

test('the other end may process the whole list before this end starts', () => {
  const all = items(300);
  const list = new SharedList<string, string>(all);
  const other = otherEnd(all, list);
  while (other.next());
  expect(all.map((item) => list.take(item))).toEqual(all.map((item) => `other ${item}`));
});

test('items that the other end has claimed but not delivered are processed by this end', () => {
  const all = items(300);
  const list = new SharedList<string, string>(all);
  expect(new SharedBatches(all.length, list.batches.claims).claim()).toBe(true);
  expect(all.map((item) => list.take(item))).toEqual(all.map(() => undefined));
});

test('take returns undefined for an item that is not the next one', () => {
  const list = new SharedList<string, string>(items(3));
  expect(list.take('note-1')).toBeUndefined();
  const other = otherEnd(items(3), list);
  other.next();
  expect(['note-0', 'elsewhere', 'note-1'].map((item) => list.take(item))).toEqual(['other note-0', undefined, 'other note-1']);
});
