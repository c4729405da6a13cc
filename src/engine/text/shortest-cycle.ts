/**
 * The shortest way from `start` back to itself, which stands at both ends, or `null` when there is none. Of several it is the one
 * that comes first in the order of `after`.
 * @param after what comes next after a point
 */
export function shortestCycle<Point>(start: Point, after: (point: Point) => Iterable<Point>): Point[] | null {
  const cameFrom = new Map<Point, Point>();
  const reached = [start];
  // The list grows while it is walked: breadth first.
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
