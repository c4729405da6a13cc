export function shippingCost(country: string, grams: number): number {
  const base = BASE[zoneOf(country)];
  return base + Math.round((base * Math.floor(grams / 1000)) / 4);
}
