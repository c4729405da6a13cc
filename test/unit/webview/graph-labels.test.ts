import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LabelPlaces } from '../../../webview/graph/label-places.ts';

const box = (left: number, top: number) => ({ left, top, width: 40, height: 12 });
const node = (left: number, top: number) => ({ left, top, width: 10, height: 10 });

test('a label takes its first free place, and none if all are taken', () => {
  const places = new LabelPlaces();
  expect(places.take([box(10, 0), box(-50, 0)], node(0, 0))).toEqual(box(10, 0));
  expect(places.take([box(45, 5), box(100, 5)], node(90, 5))).toEqual(box(100, 5));
  expect(places.take([box(20, 8)], node(200, 200))).toBeNull();
  expect(places.take([box(0, -5)], node(300, 300)), 'over a node that has a label').toBeNull();
  expect(places.take([box(10, 12)], node(400, 400)), 'close below another').toEqual(box(10, 12));
  places.begin(() => ({ texts: [], cycles: [] }));
  expect(places.take([box(20, 8)], node(0, 0))).toEqual(box(20, 8));
});

test('a label prefers a place beside other nodes, but covers a node if there is no other place', () => {
  const places = new LabelPlaces();
  places.begin(() => ({ texts: [], cycles: [{ x: 60, y: 6, radius: 15 }] }));
  expect(places.take([box(10, 0), box(-50, 0)], node(0, 0)), 'its end would be over the node').toEqual(box(-50, 0));
  expect(places.take([box(10, 40)], node(300, 300)), 'far from it').toEqual(box(10, 40));
  expect(places.take([box(50, 0)], node(400, 400))).toEqual(box(50, 0));
});

test('a label never covers other texts of the graph', () => {
  const places = new LabelPlaces();
  places.begin(() => ({ texts: [box(10, 0)], cycles: [] }));
  expect(places.take([box(20, 4), box(-50, 0)], node(0, 0))).toEqual(box(-50, 0));
  expect(places.take([box(20, 4)], node(0, 0))).toBeNull();
});

test('labels never overlap', () => {
  const at = fc.integer({ min: 0, max: 200 });
  fc.assert(
    fc.property(fc.array(fc.tuple(at, at, at, at)), (named) => {
      const places = new LabelPlaces();
      const taken = named.flatMap(([x, y, left, top]) => places.take([box(x, y), box(left, top)], node(x, y)) ?? []);
      for (const [n, one] of taken.entries()) {
        for (const other of taken.slice(0, n)) {
          expect(Math.abs(one.left - other.left) >= 40 || Math.abs(one.top - other.top) >= 12).toBe(true);
        }
      }
    }),
  );
});
