import * as z from 'zod';
import { type Checked, onDemand } from '../platform/on-demand.ts';
import type { Runtime } from '../platform/runtime.ts';

/** Clocks that are less apart than this count as the same, milliseconds. */
export const CLOCK_TOLERANCE_MS = 30_000;
/** Of how many machines and containers, and how many steps, what is known is kept. */
const PLACES_KEPT = 16;
const STEPS_KEPT = 8;

/**
 * What a writer says of its clock beside a `tick` (docs/decisions/0043-clocks-that-were-wrong.md). `place`: the machine's start and the
 * container. `offset`: the clock less the time since that start; `null` where the system does not say it. `was`, `from`: the offset and the
 * time of the log that it found: the note only counts if that is still so. All milliseconds.
 */
const clockNote = onDemand(() =>
  z.object({ place: z.string(), offset: z.int().nullable(), was: z.int().nullable(), from: z.int().min(0) }),
);
export type ClockNote = Checked<typeof clockNote>;

/** That the clock was set: which record says so, the time of the log behind it, and by how much it was set. Milliseconds. */
const clockStep = onDemand(() => z.object({ id: z.string(), at: z.int(), shift: z.int() }));
export type ClockStep = Readonly<Checked<typeof clockStep>>;

/** What a log knows of the clocks of its writers. The latest comes last. */
export const clocksSchema = onDemand(() => z.object({ known: z.array(z.tuple([z.string(), z.int()])), steps: z.array(clockStep()) }));
export type Clocks = Readonly<Checked<typeof clocksSchema>>;

export const NO_CLOCKS: Clocks = { known: [], steps: [] };

interface LogTime {
  readonly time: number;
  readonly clocks: Clocks;
}

/** Where a process runs: each machine start and each container has a clock of its own. */
function placeOf({ process }: Runtime): string {
  return `${process.boot} ${process.namespace}`;
}

function offsetIn({ known }: Clocks, place: string): number | null {
  return known.find(([each]) => each === place)?.[1] ?? null;
}

/** The clock less the time since the machine's start, which runs on while it sleeps; `null` where the system does not say it. */
function offsetOf({ clock }: Runtime): number | null {
  return clock.sinceBoot === undefined ? null : Math.round(clock.now() - clock.sinceBoot());
}

/** What the record says that begins a log in this machine start. */
export function firstNote(runtime: Runtime): { readonly place: string; readonly offset: number } | Record<string, never> {
  const offset = runtime.clock.pinned ? null : offsetOf(runtime);
  return offset === null ? {} : { place: placeOf(runtime), offset };
}

/** What a process has to note of its clock before it writes; `null`: nothing. */
export function noteOf(runtime: Runtime, { time, clocks }: LogTime): ClockNote | null {
  if (runtime.clock.pinned) return null;
  const place = placeOf(runtime);
  const [offset, was] = [offsetOf(runtime), offsetIn(clocks, place)];
  const isStep = offset !== null && (was === null || Math.abs(offset - was) > CLOCK_TOLERANCE_MS);
  return isStep || time - runtime.clock.now() > CLOCK_TOLERANCE_MS ? { place, offset, was, from: time } : null;
}

/**
 * By how much a note moves the time of the log.
 * @param t the clock of its writer
 */
function shiftBy({ offset, was }: ClockNote, t: number, time: number): number {
  const step = offset === null || was === null ? 0 : offset - was;
  if (step > CLOCK_TOLERANCE_MS) return Math.max(0, Math.min(step, t - time));
  // The time since the last record still counts. It may be longer than the step: then the log is not ahead of the writer.
  if (step < -CLOCK_TOLERANCE_MS && time + step <= t) return step;
  return time - t > CLOCK_TOLERANCE_MS ? t - time : 0;
}

/** Takes a note over. `null`: it does not count, because somebody has noted it before, or it is none. */
export function takeNote(
  value: unknown,
  { id, t }: { readonly id: string; readonly t: number },
  { time, clocks }: LogTime,
): { readonly shift: number; readonly clocks: Clocks } | null {
  const { data: note } = clockNote().safeParse(value);
  if (note === undefined || note.was !== offsetIn(clocks, note.place)) return null;
  if (time < note.from || time - note.from > CLOCK_TOLERANCE_MS) return null;
  const shift = shiftBy(note, t, time);
  const step: ClockStep = { id, at: Math.max(time + shift, t), shift };
  const steps = shift === 0 ? clocks.steps : [...clocks.steps, step].slice(-STEPS_KEPT);
  return { shift, clocks: note.offset === null ? { ...clocks, steps } : withOffset({ ...clocks, steps }, note.place, note.offset) };
}

/** What whoever looks at a log should know of clocks. */
export interface ClockReport {
  readonly steps: readonly ClockStep[];
  /** By how much the log is ahead of this process's clock, milliseconds; 0 where that is not worth a word. */
  readonly logAhead: number;
  /** By how much the clock was set since the last record of this machine start, milliseconds; 0 for too little. */
  readonly setBy: number;
}

/** Compares as `noteOf` does, for whoever only reads. */
export function reportOf(runtime: Runtime, { time, clocks }: LogTime): ClockReport {
  const note = noteOf(runtime, { time, clocks });
  const step = note === null || note.offset === null || note.was === null ? 0 : note.offset - note.was;
  const ahead = time - runtime.clock.now();
  const isWorthIt = (ms: number) => Math.abs(ms) > CLOCK_TOLERANCE_MS;
  return { steps: clocks.steps, logAhead: note !== null && ahead > CLOCK_TOLERANCE_MS ? ahead : 0, setBy: isWorthIt(step) ? step : 0 };
}

/** Notes the clock of a place. */
export function withOffset({ known, steps }: Clocks, place: string, offset: number): Clocks {
  const others = known.filter(([each]) => each !== place);
  return { known: [...others, [place, offset] as [string, number]].slice(-PLACES_KEPT), steps };
}
