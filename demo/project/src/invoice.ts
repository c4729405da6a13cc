import { cartTotal, type Line, lineTotal } from './cart.js';
import { formatMoney } from './money.js';
import { taxOn } from './tax.js';

/** The number of an invoice: year, and four digits at least, as in `2026-0042`. */
export function invoiceNumber(year: number, count: number): string {
  return `${year}-${String(count).padStart(4, '0')}`;
}

/** An invoice as text, one line for each product, then tax and total. */
export function renderInvoice(number: string, lines: readonly Line[], percent: number): string {
  const net = cartTotal(lines);
  const tax = taxOn({ cents: net, percent });
  const rows = lines.map((line) => `${line.count} x ${line.product.name}: ${formatMoney(lineTotal(line), 'EUR')}`);
  return [`Invoice ${number}`, ...rows, `Tax ${percent} %: ${formatMoney(tax, 'EUR')}`, `Total: ${formatMoney(net + tax, 'EUR')}`, ''].join('\n');
}
