import { createContext, useContext } from 'react';
import type { ActivityState } from '../../src/host/dashboards/swarm/past-protocol.ts';
import { useClock } from '../store-context.ts';

/** Number of steps in which the strips advance. */
const STEPS = 500;
/** Shortest shown time, so that the strips of a new swarm do not jump. */
const SHORTEST_MS = 60_000;

export interface StripTime {
  readonly from: number;
  readonly to: number;
  /** Whether `to` is now. */
  readonly goesOn: boolean;
  /** The requested past moment; `null` for now. */
  readonly past: number | null;
}

/** The time that all strips show; `null` without a history. */
export const StripTimeContext = createContext<StripTime | null>(null);

export const useStripTime = (): StripTime | null => useContext(StripTimeContext);

/** Returns the shown time, which advances with the clock in steps that are about as wide as a pixel. */
export function useShownTime(activity: ActivityState | null, past: number | null): StripTime | null {
  const shown = activity?.kind === 'shown' ? activity : null;
  const { from = 0, to = 0, goesOn = false } = shown ?? {};
  const step = Math.max(1_000, Math.ceil((to - from) / STEPS));
  const later = useClock((now) => (goesOn && past === null && now > to ? Math.floor((now - to) / step) * step : 0));
  return shown === null ? null : { from, to: Math.max(to + later, from + SHORTEST_MS), goesOn, past };
}

/** Returns the position of a time, in percent of the shown time. */
export function positionOf(at: number, { from, to }: StripTime): number {
  return Math.min(100, Math.max(0, (100 * (at - from)) / (to - from)));
}

const MINUTE_MS = 60_000;
const DISTANCES_MS = [1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720, 1_440].map((minutes) => minutes * MINUTE_MS);
const MAX_TICKS = 6;
/** Share of the axis in which a label needs its place. */
const LABEL_SHARE = 0.08;

/** Returns times for the labels of an axis: whole minutes, hours or days of the local time, at most six, and none that the end would cut. */
export function ticksOf({ from, to }: StripTime): readonly number[] {
  const distance = DISTANCES_MS.find((each) => (to - from) / each <= MAX_TICKS) ?? Math.ceil((to - from) / MAX_TICKS);
  const offset = new Date(from).getTimezoneOffset() * MINUTE_MS;
  const first = Math.ceil((from - offset) / distance) * distance + offset;
  const ticks: number[] = [];
  for (let at = first; at <= to - (to - from) * LABEL_SHARE; at += distance) ticks.push(at);
  return ticks;
}
