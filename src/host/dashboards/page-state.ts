import { isDeepStrictEqual } from 'node:util';
import type { ProblemRow } from './protocol.ts';

/** Fields that any page's state may have: problems, and the time when it was built. */
export interface PageState {
  readonly kind?: string;
  readonly now?: number;
  readonly problems?: readonly ProblemRow[];
  readonly snapshot?: { readonly now: number; readonly problems: readonly ProblemRow[] };
}

const withoutTime = <State extends PageState>(state: State) =>
  state.snapshot === undefined ? state : { ...state, snapshot: { ...state.snapshot, now: 0 } };

/** Returns the state for a page that shows `before`, or `null` if only the time differs. The page advances its own clock. */
export function changedSnapshot<State extends PageState>(before: State, now: State): State | null {
  return isDeepStrictEqual(withoutTime(before), withoutTime(now)) ? null : now;
}

/** Returns the properties of `now` that differ from `before`. */
export function differentIn<Parts extends object>(before: Parts, now: Parts): Partial<Parts> {
  const different: Partial<Parts> = {};
  for (const name in now) if (!isDeepStrictEqual(before[name], now[name])) different[name] = now[name];
  return different;
}

/** Reports whether a page shows a problem in the file. The page may open no other files by this request. */
export const showsProblem = ({ problems, snapshot }: PageState, file: string): boolean =>
  (problems ?? snapshot?.problems ?? []).some(({ place }) => place?.file === file);
