import { type Summary, summarise } from './statistics.ts';

/** What one measurement gave, by the name of the figure. */
export type Figures = Readonly<Record<string, number>>;

/** One of the things that are compared. */
export interface Case {
  readonly name: string;
  readonly measure: () => Promise<Figures>;
}

/** One figure of one case, over all rounds. */
export interface Row {
  readonly figure: string;
  readonly name: string;
  readonly value: Summary;
  /** To the first case, each time to what it gave in the same round. */
  readonly ratio: Summary;
}

/**
 * Measures all cases in turn, round after round, so that whatever else the machine does hits all alike; each round begins with
 * another case, so that none is always behind the same one. The first round warms up and does not count.
 */
export async function compare(cases: readonly Case[], rounds: number): Promise<Row[]> {
  const measured: Map<Case, Figures>[] = [];
  for (let round = 0; round <= rounds; round++) {
    const figures = new Map<Case, Figures>();
    const first = round % cases.length;
    for (const each of [...cases.slice(first), ...cases.slice(0, first)]) figures.set(each, await each.measure());
    if (round > 0) measured.push(figures);
  }
  return rows(cases, measured);
}

function rows(cases: readonly Case[], measured: readonly ReadonlyMap<Case, Figures>[]): Row[] {
  const [base] = cases;
  const [round] = measured;
  if (base === undefined || round === undefined) return [];
  return Object.keys(round.get(base) ?? {}).flatMap((figure) => {
    const valuesOf = (one: Case) => measured.map((figures) => figures.get(one)?.[figure] ?? Number.NaN);
    const bases = valuesOf(base);
    return cases.map((each) => {
      const values = valuesOf(each);
      const ratios = values.map((value, n) => value / (bases[n] ?? Number.NaN));
      return { figure, name: each.name, value: summarise(values), ratio: summarise(ratios) };
    });
  });
}
