export function isoWeek(day: string): number {
  const first = Date.parse(`${day.slice(0, 4)}-01-01T00:00:00Z`);
  return Math.floor((Date.parse(`${day}T00:00:00Z`) - first) / DAY_MS / 7) + 1;
}
