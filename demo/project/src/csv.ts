/** The fields of one line. A field in double quotes may hold commas, and quotes that are written twice. */
export function parseLine(line: string): string[] {
  const fields: string[] = [];
  for (const match of `,${line}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^,]*))/g)) {
    fields.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '');
  }
  return fields;
}

/** The rows of a table, by the names in its first line. */
export function parseTable(text: string): Record<string, string>[] {
  const [header = '', ...lines] = text.trim().split('\n');
  const names = parseLine(header);
  return lines.map((line) => {
    const fields = parseLine(line);
    return Object.fromEntries(names.map((name, index) => [name, fields[index] ?? '']));
  });
}

/** A table as text; the first row says which columns there are. */
export function writeTable(rows: Record<string, string>[]): string {
  const names = Object.keys(rows[0] ?? {});
  const quote = (field: string) => (/[",\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field);
  return [names, ...rows.map((row) => names.map((name) => row[name] ?? ''))].map((fields) => `${fields.map(quote).join(',')}\n`).join('');
}
