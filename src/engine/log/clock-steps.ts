import * as z from 'zod';
import { type Checked, onDemand } from '../platform/on-demand.ts';
import type { Runtime } from '../platform/runtime.ts';

/** Clocks that differ by less than this count as equal, in milliseconds. */
export const CLOCK_TOLERANCE_MS = 30_000;
/** How many places (a machine start and a container) and how many steps are remembered. */
const PLACES_KEPT = 16;
const STEPS_KEPT = 8;

/**
 * Note about the writer's clock in a `tick` record (docs/decisions/0043-clock-changes.md). `place`: machine start and container.
 * `offset`: wall time minus the time since that start; `null` if the system does not report it. `was`, `from`: the offset and the time that
 * the writer found in the log. The note counts only if the log still has that offset and nearly that time. All in milliseconds.
 */
const clockNote = onDemand(() =>
  z.object({ place: z.string(), offset: z.int().nullable(), was: z.int().nullable(), from: z.int().min(0) }),
);
export type ClockNote = Checked<typeof clockNote>;

/** A step of the clock: id of the record that notes it, the log's time after it, and the shift. Milliseconds. */
const clockStep = onDemand(() => z.object({ id: z.string(), at: z.int(), shift: z.int() }));
export type ClockStep = Readonly<Checked<typeof clockStep>>;

/** Clock offsets of the log's writers by place, and recent steps. Newest last. */
export const clocksSchema = onDemand(() => z.object({ known: z.array(z.tuple([z.string(), z.int()])), steps: z.array(clockStep()) }));
export type Clocks = Readonly<Checked<typeof clocksSchema>>;

export const NO_CLOCKS: Clocks = { known: [], steps: [] };

interface LogTime {
  readonly time: number;
  readonly clocks: Clocks;
}

/** Identifies the clock of a process: each machine start and each container has its own. */
function clockIdentity({ process }: Runtime): string {
  return `${process.boot} ${process.namespace}`;
}

function offsetIn({ known }: Clocks, place: string): number | null {
  return known.find(([each]) => each === place)?.[1] ?? null;
}

/** Wall time minus the time since the machine's start, which includes sleep; `null` if the system does not report it. */
function offsetOf({ clock }: Runtime): number | null {
  return clock.sinceBoot === undefined ? null : Math.round(clock.now() - clock.sinceBoot());
}

/** Returns the clock fields of the record that begins a log in this machine start; none if the offset is unknown or the clock pinned. */
export function firstClockNote(runtime: Runtime): { readonly place: string; readonly offset: number } | Record<string, never> {
  const offset = runtime.clock.pinned ? null : offsetOf(runtime);
  return offset === null ? {} : { place: clockIdentity(runtime), offset };
}

/** Returns the clock note that a process must write before its next record; `null` if none is needed. */
export function nextClockNote(runtime: Runtime, { time, clocks }: LogTime): ClockNote | null {
  if (runtime.clock.pinned) return null;
  const place = clockIdentity(runtime);
  const [offset, was] = [offsetOf(runtime), offsetIn(clocks, place)];
  const isStep = offset !== null && (was === null || Math.abs(offset - was) > CLOCK_TOLERANCE_MS);
  return isStep || time - runtime.clock.now() > CLOCK_TOLERANCE_MS ? { place, offset, was, from: time } : null;
}

/**
 * Returns by how many milliseconds a note shifts the log's time.
 * @param t wall time of the writer
 */
function shiftOfNote({ offset, was }: ClockNote, t: number, time: number): number {
  const step = offset === null || was === null ? 0 : offset - was;
  if (step > CLOCK_TOLERANCE_MS) return Math.max(0, Math.min(step, t - time));
  // A step back shifts the log even if the log is not ahead of the writer: more time than the step may have passed since the last record.
  if (step < -CLOCK_TOLERANCE_MS && time + step <= t) return step;
  return time - t > CLOCK_TOLERANCE_MS ? t - time : 0;
}

/** Applies a clock note. Returns `null` if it does not count, because another process noted the step before, or it is not a note. */
export function applyClockNote(
  value: unknown,
  { id, t }: { readonly id: string; readonly t: number },
  { time, clocks }: LogTime,
): { readonly shift: number; readonly clocks: Clocks } | null {
  const { data: note } = clockNote().safeParse(value);
  if (note === undefined || note.was !== offsetIn(clocks, note.place)) return null;
  if (time < note.from || time - note.from > CLOCK_TOLERANCE_MS) return null;
  const shift = shiftOfNote(note, t, time);
  const step: ClockStep = { id, at: Math.max(time + shift, t), shift };
  const steps = shift === 0 ? clocks.steps : [...clocks.steps, step].slice(-STEPS_KEPT);
  return { shift, clocks: note.offset === null ? { ...clocks, steps } : withOffset({ ...clocks, steps }, note.place, note.offset) };
}

/** Warnings about writers whose clocks stepped or disagreed, for readers of the log. */
export interface ClockReport {
  readonly steps: readonly ClockStep[];
  /** How far the log is ahead of this process's clock, in milliseconds; 0 within the tolerance. */
  readonly logAhead: number;
  /** By how much the clock was set since the last record of this machine start, in milliseconds; 0 within the tolerance. */
  readonly setBy: number;
  /** By how much the next record will shift all running times of the log, in milliseconds. */
  readonly pendingShift: number;
}

/** Compares the clock with the log like `nextClockNote`, for processes that only read. */
export function checkClocks(runtime: Runtime, { time, clocks }: LogTime): ClockReport {
  const note = nextClockNote(runtime, { time, clocks });
  const step = note === null || note.offset === null || note.was === null ? 0 : note.offset - note.was;
  const ahead = time - runtime.clock.now();
  const isWorthIt = (ms: number) => Math.abs(ms) > CLOCK_TOLERANCE_MS;
  return {
    steps: clocks.steps,
    logAhead: note !== null && ahead > CLOCK_TOLERANCE_MS ? ahead : 0,
    setBy: isWorthIt(step) ? step : 0,
    pendingShift: note === null ? 0 : shiftOfNote(note, runtime.clock.now(), time),
  };
}

/** Returns the clocks with a new offset for a place. */
export function withOffset({ known, steps }: Clocks, place: string, offset: number): Clocks {
  const others = known.filter(([each]) => each !== place);
  return { known: [...others, [place, offset] as [string, number]].slice(-PLACES_KEPT), steps };
}
