import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { programOf } from '../../scripts/lib/project.mjs';
import type { FileFacts } from '../../src/engine/graph/facts.ts';
import { languageOf } from '../../src/engine/graph/languages.ts';
import { readConfigTexts } from '../../src/engine/graph/live/config-texts.ts';
import { isMinified } from '../../src/engine/graph/parse/skip-reason.ts';
import { listSources, type Sources } from '../../src/engine/graph/sources.ts';
import { readConfigs } from '../../src/engine/graph/structure/configs.ts';
import { Names } from '../../src/engine/graph/structure/names.ts';
import { nodeRuntime } from '../../src/engine/platform/runtime.ts';
import { parseSource } from './parse-source.ts';

const SCRIPT = new Set(['typescript', 'tsx', 'javascript']);
const runtime = nodeRuntime({});

/** Imports of a project's files, each as `from → to`. */
export interface ScriptEdges {
  /** Imports that a compiler can see. */
  readonly imports: ReadonlySet<string>;
  /** Imports that only bundlers and programs resolve: patterns, URLs of files. */
  readonly others: ReadonlySet<string>;
  /** `file:line specifier` */
  readonly unresolved: readonly string[];
  readonly files: ReadonlySet<string>;
}

async function factsOf(root: string, { files }: Sources): Promise<Map<string, FileFacts>> {
  const facts = new Map<string, FileFacts>();
  for (const { path: file } of files) {
    const language = languageOf(file)?.name ?? '';
    const bytes = fs.readFileSync(path.join(root, file));
    if (SCRIPT.has(language) && !isMinified(file, bytes)) facts.set(file, await parseSource(language, bytes.toString()));
  }
  return facts;
}

/** Returns the resolved imports of a project in a folder, before the graph is built. */
export async function scriptEdges(root: string): Promise<ScriptEdges> {
  const sources = await listSources(runtime, root);
  const facts = await factsOf(root, sources);
  const { configs } = readConfigs(readConfigTexts(runtime, root, sources).texts);
  const names = new Names({ facts, configs, files: sources.paths });
  const all = [...facts.keys()].flatMap((from) => names.importsOf(from).map((each) => ({ ...each, from })));
  const edges = (isSeen: boolean): Set<string> => {
    const seen = all.filter(({ fact }) => (fact.kind !== 'glob' && fact.kind !== 'url') === isSeen);
    const pairs = seen.flatMap(({ from, taken }) => taken.flatMap(({ unit }) => unit.files).map((to) => ({ from, to })));
    return new Set(pairs.filter(({ from, to }) => from !== to).map(({ from, to }) => `${from} → ${to}`));
  };
  const unresolved = all.filter(({ isLost }) => isLost).map(({ from, fact }) => `${from}:${fact.line} ${fact.specifier}`);
  return { imports: edges(true), others: edges(false), unresolved, files: new Set(facts.keys()) };
}

const REASON = /^\s+(?:Imported|Referenced|Type library referenced) via .*? from file '(.+?)'(?: with packageId .*)?$/;

/** Runs the compiler, which may report errors. @returns its output */
export async function compile(root: string, args: readonly string[]): Promise<string> {
  const run = promisify(execFile)(process.execPath, [programOf('typescript', 'tsc'), ...args], { cwd: root, maxBuffer: 1 << 28 });
  const { stdout = '' } = await run.catch((error: { readonly stdout?: string }) => error);
  return stdout;
}

/** Returns the imports of a project according to TypeScript, each as `from → to`. @param config relative to the folder */
export async function compilerEdges(root: string, config: string): Promise<Set<string>> {
  const told = await compile(root, ['-p', config, '--explainFiles', '--listFilesOnly', '--pretty', 'false']);
  const edges = new Set<string>();
  let file = '';
  for (const line of told.split('\n')) {
    if (!line.startsWith(' ')) file = line.trim();
    const from = REASON.exec(line)?.[1];
    if (from !== undefined && from !== file) edges.add(`${from} → ${file}`);
  }
  if (edges.size === 0) throw new Error(`the compiler names no import of ${config}: ${told.slice(0, 500)}`);
  return edges;
}
