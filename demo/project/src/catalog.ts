import { parseTable } from './csv.js';
import { slug } from './text.js';

export interface Product {
  readonly id: string;
  readonly name: string;
  readonly cents: number;
  readonly grams: number;
}

/** Reads products from a table with the columns name, price and grams. */
export function readCatalog(text: string): Product[] {
  return parseTable(text).map(({ name = '', price = '', grams = '' }) => {
    return { id: slug(name), name, cents: Math.round(Number(price) * 100), grams: Number(grams) };
  });
}

/** The product with this id. Throws where there is none, and says which there are. */
export function findProduct(catalog: readonly Product[], id: string): Product {
  const product = catalog.find((each) => each.id === id);
  if (product === undefined) throw new Error(`no product ${id}; there are: ${catalog.map((each) => each.id).join(', ')}`);
  return product;
}
