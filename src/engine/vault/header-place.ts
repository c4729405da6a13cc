import { readHeader, splitHeader } from '../kernel/frontmatter.ts';
import type { Range } from '../kernel/markdown.ts';

const AFTER = /^["']?[ \t]*(?:#.*)?\r?$/;

/**
 * Where the value of a key stands in the header of a text, without its quotes.
 * @returns `null` when there is none, or it is written so that it does not stand there as it reads
 */
export function headerValuePlace(text: string, key: string): Range | null {
  const { header } = splitHeader(text);
  if (header === null || header.language !== null) return null;
  const { yaml, yamlFrom } = header;
  const value = String(readHeader(yaml).values.get(key) ?? '').trim();
  // Of keys that stand there twice the last one counts.
  const written = Array.from(yaml.matchAll(new RegExp(`^(["']?)${key}\\1[ \\t]*:[ \\t]*(["']?)`, 'gm'))).at(-1);
  if (written === undefined || value === '') return null;
  const from = written.index + written[0].length;
  const lineEnd = yaml.indexOf('\n', from);
  const line = yaml.slice(from, lineEnd < 0 ? yaml.length : lineEnd);
  if (!line.startsWith(value) || !AFTER.test(line.slice(value.length))) return null;
  return { from: yamlFrom + from, to: yamlFrom + from + value.length };
}
