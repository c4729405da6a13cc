import type { UnresolvedImport } from '../../../../src/engine/crtx/index.ts';
import { isConfig } from '../../../../src/engine/graph/configs.ts';
import { languageOf } from '../../../../src/engine/graph/languages.ts';
import { parseSource } from '../../../support/parse-source.ts';
import { structureOf } from './facts-of.ts';

type Texts = Readonly<Record<string, string>>;

/** Returns the structure of parsed sources. Texts without a known language are configuration. @param others files that are not sources */
export async function structureOfTexts(texts: Texts, others: readonly string[] = []): Promise<ReturnType<typeof structureOf>> {
  const all = Object.entries(texts);
  const configs = all.filter(([path]) => languageOf(path) === null || isConfig(path));
  const sources = all.flatMap(([path, text]) => {
    const language = languageOf(path);
    return language === null ? [] : [parseSource(language.name, text).then((facts) => [path, facts] as const)];
  });
  return structureOf(await Promise.all(sources), configs, others);
}

/** Formats unresolved imports like `cortex graph unresolved`, without their reasons. */
export const linesOf = (unresolved: readonly UnresolvedImport[]): string[] =>
  unresolved.map(({ path, line, specifier }) => `${path}:${line}  ${specifier}`);

/** Returns the edges between files, each as `from → to`. */
export const edgesBetween = ({ edges }: ReturnType<typeof structureOf>, texts: Texts): string[] =>
  edges.filter(({ from, to, type }) => from in texts && to in texts && type !== 'configures').map(({ from, to }) => `${from} → ${to}`);

/**
 * Returns the edges of a project as `from → to`, followed by its unresolved imports.
 * @param texts sources and configuration; values other than text are JSON
 * @param empty paths of files without imports
 */
export async function edgesAndGaps(texts: Readonly<Record<string, unknown>>, empty: readonly string[] = []): Promise<string[]> {
  const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
  const written = Object.entries(texts).map(([path, value]): [string, string] => [path, asText(value)]);
  const all = Object.fromEntries([...written, ...empty.map((path): [string, string] => [path, 'export const x = 1;\n'])]);
  const structure = await structureOfTexts(all);
  return [...edgesBetween(structure, all), ...linesOf(structure.unresolved)];
}
