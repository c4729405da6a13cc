import { isDeepStrictEqual } from 'node:util';
import type { ProblemRow } from './protocol.ts';

/** What every state may say: problems, and when it was made. */
export interface PageState {
  readonly kind?: string;
  readonly now?: number;
  readonly problems?: readonly ProblemRow[];
  readonly snapshot?: { readonly now: number; readonly problems: readonly ProblemRow[] };
}

const withoutTime = <State extends PageState>(state: State) =>
  state.snapshot === undefined ? state : { ...state, snapshot: { ...state.snapshot, now: 0 } };

/** What a page that shows `before` is told; `null` where nothing that it has in view is different, as its clock goes on by itself. */
export function changedSnapshot<State extends PageState>(before: State, now: State): State | null {
  return isDeepStrictEqual(withoutTime(before), withoutTime(now)) ? null : now;
}

/** The parts that are different. */
export function differentIn<Parts extends object>(before: Parts, now: Parts): Partial<Parts> {
  const different: Partial<Parts> = {};
  for (const name in now) if (!isDeepStrictEqual(before[name], now[name])) different[name] = now[name];
  return different;
}

/** Whether a page says of a file that something is wrong with it: others it may not have opened. */
export const showsProblem = ({ problems, snapshot }: PageState, file: string): boolean =>
  (problems ?? snapshot?.problems ?? []).some(({ place }) => place?.file === file);
