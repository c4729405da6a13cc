import { cartTotal, type Line } from './cart.js';
import { groupBy, largestFirst } from './collections.js';
import { addMoney, formatMoney } from './money.js';

export interface Order {
  readonly day: string;
  readonly lines: readonly Line[];
}

/** What was sold on each day, in cents. */
export function dailyTotals(orders: readonly Order[]): Record<string, number> {
  const days = groupBy(orders, ({ day }) => day);
  return Object.fromEntries([...days].map(([day, group]) => [day, addMoney(...group.map(({ lines }) => cartTotal(lines)))]));
}

/** The names of the products of which most pieces were sold. */
export function bestSellers(orders: readonly Order[], most: number): string[] {
  const products = groupBy(
    orders.flatMap(({ lines }) => lines),
    ({ product }) => product.name,
  );
  const counted = [...products].map(([name, lines]) => ({ name, count: lines.reduce((sum, { count }) => sum + count, 0) }));
  return largestFirst(counted, ({ count }) => count)
    .slice(0, most)
    .map(({ name }) => name);
}

/** The month in one sentence. */
export function headline(orders: readonly Order[]): string {
  const total = addMoney(...Object.values(dailyTotals(orders)));
  const [best = 'nothing'] = bestSellers(orders, 1);
  return `${orders.length} orders, ${formatMoney(total, 'EUR')}, most of all ${best}`;
}
