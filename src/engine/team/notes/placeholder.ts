/** What templates write where a person is to write something: `--`, `""`, `<name>`, `{name}`, `YYYY-MM-DD`, `YYYY-MM-DDTHH:MM`. */
const PLACEHOLDER = /^(?:|--|\u2014|\u2026|""|''|<[^<>\n]{1,80}>|\{[^{}\n]{1,80}\}|YYYY-MM-DD(?:[T ]HH:MM(?::SS)?)?Z?)$/;

/** Whether a value is what a template has in its place, and so says nothing (seed 5, "Templates"). */
export function isPlaceholder(value: string): boolean {
  return PLACEHOLDER.test(value.trim());
}

/** A value; empty where a template's placeholder stands in its place. */
export function filledIn(value: string): string {
  return isPlaceholder(value) ? '' : value;
}
