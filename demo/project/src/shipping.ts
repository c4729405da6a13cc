import { addDays } from './dates.js';

export type Zone = 'domestic' | 'near' | 'far';

const NEAR = ['AT', 'BE', 'CH', 'CZ', 'DK', 'FR', 'LU', 'NL', 'PL'];
const BASE: Record<Zone, number> = { domestic: 490, near: 890, far: 1990 };
const DAYS: Record<Zone, number> = { domestic: 2, near: 4, far: 10 };

/** @param country two letters, in any case */
export function zoneOf(country: string): Zone {
  const code = country.toUpperCase();
  if (code === 'DE') return 'domestic';
  return NEAR.includes(code) ? 'near' : 'far';
}

/** What a parcel costs in cents: a base price, and a quarter of it for each further kilogram begun. */
export function shippingCost(country: string, grams: number): number {
  const base = BASE[zoneOf(country)];
  const further = Math.max(0, Math.ceil(grams / 1000) - 1);
  return base + Math.round((base * further) / 4);
}

/** The day on which a parcel should be there. */
export function deliveryDay(country: string, sent: string): string {
  return addDays(sent, DAYS[zoneOf(country)]);
}
