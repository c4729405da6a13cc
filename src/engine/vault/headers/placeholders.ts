/** Placeholder of a template in a header. `${{ x }}` belongs to other programs, such as GitHub Actions. */
const PLACEHOLDER = /(?<!\$)\{\{[^{}\n]*\}\}|<%[^\n]*?%>/;

/** Returns the first placeholder of a template in the text of a header; `null` if there is none. */
export function placeholderIn(yaml: string): string | null {
  return PLACEHOLDER.exec(yaml)?.[0] ?? null;
}
