/** A replaced part of a text, in UTF-16 code units. */
export interface ChangedPart {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** Returns the difference of two texts as one replacement. Cursors and folded regions outside of it are preserved. */
export function changedPart(before: string, after: string): ChangedPart {
  const most = Math.min(before.length, after.length);
  let same = 0;
  while (same < most && before[same] === after[same]) same += 1;
  let end = 0;
  while (end < most - same && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  return { from: same, to: before.length - end, text: after.slice(same, after.length - end) };
}
