import type { Product } from './catalog.js';
import { addMoney } from './money.js';

export interface Line {
  readonly product: Product;
  readonly count: number;
}

/** What a line of the cart costs, in cents. */
export function lineTotal(line: Line): number {
  return line.product.cents * line.count;
}

/** What is taken off for buying many: 5 % from ten pieces of one product, 10 % from fifty, in whole cents. */
export function discount(line: Line): number {
  const percent = line.count >= 50 ? 10 : line.count >= 10 ? 5 : 0;
  return Math.round((lineTotal(line) * percent) / 100);
}

/** What the cart costs in cents, with discounts. */
export function cartTotal(lines: readonly Line[]): number {
  return addMoney(...lines.map((line) => lineTotal(line) - discount(line)));
}
