import fs from 'node:fs';
import path from 'node:path';
import { isConfig } from '../../../../src/engine/graph/configs.ts';
import { languageOf } from '../../../../src/engine/graph/languages.ts';
import { ProjectStructure } from '../../../../src/engine/graph/structure/project-structure.ts';
import { parseSource } from '../../../support/parse-source.ts';

/** Comparison of the edges between files of a layout with the true ones. */
interface Measured {
  /** Share of the true edges that were found: 0..1. */
  readonly found: number;
  /** Share of the found edges that are not true: 0..1. */
  readonly wrong: number;
  /** Each as `from → to`. */
  readonly missing: readonly string[];
  readonly extra: readonly string[];
  readonly unresolved: number;
}

/** Returns all edges between source files in a folder, each as `from → to`. */
async function edgesIn(root: string, files: readonly string[]): Promise<{ edges: Set<string>; unresolved: number }> {
  const [facts, texts] = [new Map(), new Map<string, string>()];
  for (const file of files) {
    const language = languageOf(file);
    const text = fs.readFileSync(path.join(root, file), 'utf8');
    if (language !== null) facts.set(file, await parseSource(language.name, text));
    else if (isConfig(file)) texts.set(file, text);
  }
  const { parts, unresolved } = new ProjectStructure(facts, texts, new Set(files)).structure();
  const isBetween = (from: string, to: string): boolean => from !== to && facts.has(from) && facts.has(to);
  const all = parts.flatMap((part) => part.edges).filter(({ from, to, type }) => isBetween(from, to) && type !== 'configures');
  return { edges: new Set(all.map(({ from, to }) => `${from} → ${to}`)), unresolved: unresolved.length };
}

/** Parses a list of edges. @param list lines of `from: to to`; `#` starts a comment */
function edgesOf(list: string): Set<string> {
  const lines = list.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'));
  return new Set(
    lines.flatMap((line) => {
      const [from = '', all = ''] = line.split(': ', 2);
      return all
        .trim()
        .split(/\s+/)
        .map((to) => `${from} → ${to}`);
    }),
  );
}

/** Measures a layout in `test/fixtures/graph` against its `edges.txt`. */
export async function measure(layout: string): Promise<Measured> {
  const root = path.resolve('test/fixtures/graph', layout);
  const files = fs.readdirSync(root, { recursive: true, withFileTypes: true });
  const paths = files
    .filter((file) => file.isFile())
    .map((file) => path.relative(root, path.join(file.parentPath, file.name)).replaceAll(path.sep, '/'));
  const { edges, unresolved } = await edgesIn(root, paths.sort());
  const isTrue = edgesOf(fs.readFileSync(path.join(root, 'edges.txt'), 'utf8'));
  const missing = [...isTrue].filter((edge) => !edges.has(edge));
  const extra = [...edges].filter((edge) => !isTrue.has(edge));
  return { found: 1 - missing.length / isTrue.size, wrong: extra.length / edges.size, missing, extra, unresolved };
}
