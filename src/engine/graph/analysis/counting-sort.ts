/** Indexes in groups: those of group `g` are in `order` from `starts[g]` up to but excluding `starts[g + 1]`, ascending. */
export interface SortedGroups {
  readonly starts: Uint32Array;
  readonly order: Uint32Array;
}

/**
 * Sorts indexes into groups (stable). Plain loops for speed, because all edges pass through here.
 * @param groupOf the group of each index, below `groups`
 */
export function countingSort(groups: number, groupOf: Uint32Array): SortedGroups {
  const starts = new Uint32Array(groups + 1);
  for (const group of groupOf) starts[group + 1] = (starts[group + 1] ?? 0) + 1;
  for (let group = 0; group < groups; group += 1) starts[group + 1] = (starts[group + 1] ?? 0) + (starts[group] ?? 0);
  const next = starts.slice();
  const order = new Uint32Array(groupOf.length);
  for (let at = 0; at < groupOf.length; at += 1) {
    const group = groupOf[at] ?? 0;
    const place = next[group] ?? 0;
    next[group] = place + 1;
    order[place] = at;
  }
  return { starts, order };
}
