export function bestSellers(orders: readonly Order[], most: number): string[] {
  const products = groupBy(orders.flatMap(({ lines }) => lines), ({ product }) => product.name);
  return largestFirst([...products], ([, lines]) => lines.length).slice(0, most).map(([name]) => name);
}
