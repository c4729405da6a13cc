export function discount(line: Line): number {
  const percent = line.count > 50 ? 10 : line.count > 10 ? 5 : 0;
  return (lineTotal(line) * percent) / 100;
}
