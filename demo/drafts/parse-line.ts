export function parseLine(line: string): string[] {
  return line.split(',').map((field) => field.replace(/^"|"$/g, ''));
}
