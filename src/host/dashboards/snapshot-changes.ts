import { isDeepStrictEqual } from 'node:util';

/** A state whose snapshot says when it was made. */
type Timed = { readonly kind: string; readonly snapshot?: { readonly now: number } };

const withoutTime = <State extends Timed>(state: State) =>
  state.snapshot === undefined ? state : { ...state, snapshot: { ...state.snapshot, now: 0 } };

/** What a page that shows `before` is told; `null` where nothing that it has in view is different, as its clock goes on by itself. */
export function changedSnapshot<State extends Timed>(before: State, now: State): State | null {
  return isDeepStrictEqual(withoutTime(before), withoutTime(now)) ? null : now;
}
