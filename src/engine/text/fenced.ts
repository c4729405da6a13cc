/**
 * Data that others wrote, between marks that no text in it can end: `<` stands only in escapes. What reads it is a model, which is told
 * that nothing in there is an instruction (docs/decisions/0050-agents-take-part.md).
 */
export function fenced(data: unknown): string {
  return `<data>${JSON.stringify(data).replaceAll('<', '\\u003c')}</data>`;
}

/** A moment as agents read it: ISO 8601, UTC, to the second. @param ms milliseconds since 1970 */
export const moment = (ms: number): string => new Date(ms).toISOString().replace(/\.\d+/, '');
