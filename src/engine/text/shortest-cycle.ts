/**
 * Returns the shortest cycle from `start` back to itself, which is both first and last; `null` if there is none. Of several, the first in
 * the order of `after` is returned.
 * @param after returns the successors of a point
 */
export function shortestCycle<Point>(start: Point, after: (point: Point) => Iterable<Point>): Point[] | null {
  const cameFrom = new Map<Point, Point>();
  const reached = [start];
  // Breadth-first search: the list grows during the loop.
  for (const point of reached) {
    for (const next of after(point)) {
      if (cameFrom.has(next)) continue;
      cameFrom.set(next, point);
      if (next === start) return wayBack(start, cameFrom);
      reached.push(next);
    }
  }
  return null;
}

function wayBack<Point>(start: Point, cameFrom: ReadonlyMap<Point, Point>): Point[] {
  const way = [start];
  for (let point = cameFrom.get(start); point !== undefined && point !== start; point = cameFrom.get(point)) way.push(point);
  return [...way, start].reverse();
}
