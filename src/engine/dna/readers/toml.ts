import { parse } from 'smol-toml';

/** Parses TOML. @throws Error for invalid text, or nesting deeper than 100 levels */
export function parseToml(text: string): unknown {
  return parse(text, { maxDepth: 100 });
}
