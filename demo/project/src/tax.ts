import { groupBy } from './collections.js';
import { addMoney } from './money.js';

export interface Taxed {
  readonly cents: number;
  readonly percent: number;
}

/** The tax on an amount without tax, in whole cents. */
export function taxOn({ cents, percent }: Taxed): number {
  return Math.round((cents * percent) / 100);
}

/** The tax by rate, the rates as texts such as `19 %`. */
export function taxSummary(amounts: readonly Taxed[]): Record<string, number> {
  const groups = groupBy(amounts, ({ percent }) => `${percent} %`);
  return Object.fromEntries([...groups].map(([rate, group]) => [rate, addMoney(...group.map(taxOn))]));
}
