/**
 * Wraps foreign data between tags that no text in it can close, because `<` is escaped. The reader is a model, which is instructed to
 * follow no instructions inside (docs/decisions/0050-agent-integration.md).
 */
export function fenced(data: unknown): string {
  return `<data>${JSON.stringify(data).replaceAll('<', '\\u003c')}</data>`;
}

/** Formats a time for agents: ISO 8601, UTC, to the second. @param ms milliseconds since 1970 */
export const moment = (ms: number): string => new Date(ms).toISOString().replace(/\.\d+/, '');
