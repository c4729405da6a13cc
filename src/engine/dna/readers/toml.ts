import { parse } from 'smol-toml';

/** A TOML text as data. @throws Error for what is no TOML, or nested deeper than anybody writes it */
export function parseToml(text: string): unknown {
  return parse(text, { maxDepth: 100 });
}
