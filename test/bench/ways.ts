import type { BenchProcess } from './bench-process.ts';
import type { Case, Figures } from './compare.ts';
import type { Measurement, Subject } from './measurements.ts';

/** One way to do something at every size. */
interface Way<S extends Subject> {
  readonly name: string;
  readonly what: Measurement<S>;
  /** Which of its figures is compared. */
  readonly figure: string;
}

/** Ways that are compared with each other, size by size; the first is what the others are compared with. */
export function casesOfWays<S extends Subject>(processes: readonly BenchProcess<S>[], ways: readonly Way<S>[]): Case[] {
  return ways.map((way) => ({ name: way.name, measure: () => measureAll(processes, way) }));
}

async function measureAll<S extends Subject>(processes: readonly BenchProcess<S>[], { what, figure }: Way<S>): Promise<Figures> {
  const figures: Record<string, number> = {};
  for (const each of processes) {
    const found = (await each.ask(what))[figure];
    if (found === undefined) throw new Error(`${what} gives no figure "${figure}".`);
    figures[each.asCase(what).name] = found;
  }
  return figures;
}
