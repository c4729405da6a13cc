/** The sum of amounts in cents. */
export function addMoney(...amounts: number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0);
}

/** An amount for people: `1,234.50 EUR`. */
export function formatMoney(cents: number, currency: string): string {
  const [whole = '0', rest = '00'] = (Math.abs(cents) / 100).toFixed(2).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return `${cents < 0 ? '-' : ''}${grouped}.${rest} ${currency}`;
}

/** Splits an amount by weights so that no cent is lost: what is left over goes to the first ones. */
export function allocate(cents: number, weights: number[]): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const shares = weights.map((weight) => Math.floor((cents * weight) / total));
  let left = cents - shares.reduce((sum, share) => sum + share, 0);
  return shares.map((share) => (left-- > 0 ? share + 1 : share));
}
