/** Placeholders in templates: `--`, `""`, `<name>`, `{name}`, `YYYY-MM-DD`, `YYYY-MM-DDTHH:MM`. */
const PLACEHOLDER = /^(?:|--|\u2014|\u2026|""|''|<[^<>\n]{1,80}>|\{[^{}\n]{1,80}\}|YYYY-MM-DD(?:[T ]HH:MM(?::SS)?)?Z?)$/;

/** Reports whether a value is a template's placeholder, so that it counts as empty (seed 5, "Templates"). */
export function isPlaceholder(value: string): boolean {
  return PLACEHOLDER.test(value.trim());
}

/** Returns a value; empty if it is a placeholder. */
export function withoutPlaceholder(value: string): string {
  return isPlaceholder(value) ? '' : value;
}
