import fs from 'node:fs';
import path from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SemanticGraph } from '../../src/engine/crtx/index.ts';
import { GraphAssembly } from '../../src/engine/graph/analysis/assemble.ts';
import { isConfig } from '../../src/engine/graph/configs.ts';
import { buildGraph, LiveGraph } from '../../src/engine/graph/index.ts';
import { languageOf } from '../../src/engine/graph/languages.ts';
import { ProjectStructure } from '../../src/engine/graph/structure/project-structure.ts';
import { nodeRuntime } from '../../src/engine/platform/runtime.ts';
import { temporaryFolder } from '../support/folders.ts';
import { NO_HISTORY } from '../support/graphs.ts';
import { parseSource } from '../support/parse-source.ts';

const runtime = nodeRuntime({});

/** The files of a project, by path. */
type Files = ReadonlyMap<string, string>;

const NAMES = ['a', 'b', 'c'];
const named = fc.constantFrom(...NAMES);
const script = fc.constantFrom(...NAMES.map((name) => `${name}.ts`), 'lib/a.ts', 'a.test.ts', 'lib/index.ts');
const specifier = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom('./a', './b', './c') },
  fc.constantFrom('./lib', '../a', '#lib/a', 'own', 'other', 'node:fs'),
);
const declared = (name: string) =>
  fc.constantFrom(
    '',
    `function ${name}() {}`,
    `export function ${name}() {}`,
    `export class ${name} extends u {}`,
    `export { u as ${name} };`,
  );
/** Imports, re-exports and declarations of a file, with few names so that they match. */
const text = fc
  .record({
    takes: specifier.map((from) => `import { x as u, y as v, z } from '${from}';`),
    whole: fc.option(
      specifier.map((from) => `import * as w from '${from}';`),
      { nil: '', freq: 2 },
    ),
    passes: fc.option(
      fc
        .tuple(fc.constantFrom('*', '{ x }', '{ x as y }', '{ x as z }', '{ z as x, y }', '* as y'), specifier)
        .map(([what, from]) => `export ${what} from '${from}';`),
      { nil: '' },
    ),
    uses: fc.constantFrom('export function f() { return u() + v() + w.x() + z(); }', 'function g() { return u(); }'),
    x: declared('x'),
    y: declared('y'),
    tests: fc.option(fc.constant('test("a", () => {});'), { nil: '', freq: 2 }),
  })
  .map((parts) => Object.values(parts).join('\n'));
const scripts = fc.tuple(script, text);
const go = fc
  .tuple(fc.constantFrom('go/a.go', 'go/b.go', 'go/a_test.go', 'go/cmd/main.go'), fc.constantFrom('shop', 'main'), named, named)
  .map(([file, own, name, used]): [string, string] => [
    file,
    `package ${own}\nimport "x/go"\nfunc ${name}() *T { ${used}().${name}m(); shop.${used}() }\nfunc (t *T) ${used}m() {}\ntype T struct{}\nfunc main() {}`,
  ]);
const rust = fc
  .tuple(
    fc.constantFrom('src/lib.rs', 'src/a.rs', 'src/b/mod.rs', 'src/b/a.rs', 'tests/a.rs'),
    fc.constantFrom('mod', 'pub use', 'use'),
    named,
    named,
  )
  .map(([file, how, name, used]): [string, string] => [
    file,
    `${how} ${name};\npub use crate::${used}::${name} as other;\nuse super::*;\npub fn ${used}() { x::${name}::${used}(); ${name}!() }\nmacro_rules! ${used} { () => {} }`,
  ]);
const python = fc
  .tuple(fc.constantFrom('py/__init__.py', 'py/a.py', 'py/b.py', 'setup.py'), named, named)
  .map(([file, name, used]): [string, string] => [
    file,
    `from py.${name} import ${used}\nfrom . import *\ndef ${name}(): return ${used}()`,
  ]);
const config = fc.constantFrom<[string, string]>(
  ['tsconfig.json', '{ "compilerOptions": { "paths": { "other": ["./lib/a.ts"] } } }'],
  ['tsconfig.json', '{ broken'],
  ['package.json', '{ "name": "own", "main": "./lib/index.ts", "imports": { "#lib/*": "./lib/*.ts" } }'],
  ['package.json', '{ "name": "other", "bin": "./a.ts" }'],
  ['lib/package.json', '{ "name": "own" }'],
  ['go.mod', 'module x\n'],
  ['Cargo.toml', '[package]\nname = "x"\n'],
  ['Cargo.toml', '[package]\nname = "y"\n[lib]\nname = "x"\npath = "src/a.rs"\n'],
);
const written = fc.oneof({ weight: 12, arbitrary: scripts }, { weight: 2, arbitrary: go }, { weight: 3, arbitrary: rust }, python, config);
const step = fc.oneof(
  { weight: 20, arbitrary: written.map(([file, text]) => ({ kind: 'write', file, text }) as const) },
  fc.record({ kind: fc.constant('remove' as const), which: fc.nat() }),
  fc.record({ kind: fc.constant('rename' as const), which: fc.nat(), to: script }),
  fc.constant({ kind: 'move-folder' } as const),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Applies a step to the files. */
function after(files: Files, change: Step): Map<string, string> {
  const next = new Map(files);
  const which = 'which' in change ? [...files][change.which % Math.max(1, files.size)] : undefined;
  if (change.kind === 'write') next.set(change.file, change.text);
  if (which !== undefined) next.delete(which[0]);
  // A renamed file keeps its kind.
  if (change.kind === 'rename' && which?.[0].endsWith('.ts')) next.set(change.to, which[1]);
  if (change.kind !== 'move-folder') return next;
  return new Map(
    [...files].map(([file, text]) => [file.startsWith('lib/') ? `lib2/${file.slice(4)}` : file.replace(/^lib2\//, 'lib/'), text]),
  );
}

/** Writes these files to a folder. @returns the changed paths */
function bring(root: string, before: Files, files: Files): string[] {
  const gone = [...before.keys()].filter((file) => !files.has(file));
  const changed = [...files].filter(([file, text]) => before.get(file) !== text);
  for (const file of gone) fs.rmSync(path.join(root, file));
  for (const [file, text] of changed) {
    fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    fs.writeFileSync(path.join(root, file), text);
  }
  return [...gone, ...changed.map(([file]) => file)];
}

/** Builds the graph from files without a history. */
async function graphOf(files: Files): Promise<SemanticGraph> {
  const paths = [...files.keys()].sort();
  const facts = new Map<string, Awaited<ReturnType<typeof parseSource>>>();
  for (const file of paths) {
    const language = languageOf(file);
    if (language !== null) facts.set(file, await parseSource(language.name, files.get(file) ?? ''));
  }
  const texts = new Map(paths.filter((file) => languageOf(file) === null && isConfig(file)).map((file) => [file, files.get(file) ?? '']));
  return new GraphAssembly().assemble(new ProjectStructure(facts, texts, new Set(paths)).structure().parts, NO_HISTORY);
}

test('the live graph equals a new graph of the same files after any changes', async () => {
  const root = temporaryFolder();
  let files: Files = new Map();
  const live = await LiveGraph.open(runtime, root);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(step, { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 10 }), async (updates) => {
      for (const steps of updates) {
        const next = steps.reduce<Files>(after, files);
        const changed = bring(root, files, next);
        files = next;
        const { graph } = await live.update(changed);
        expect(graph).toEqual(await graphOf(files));
      }
    }),
    // The files stay for the next run, so a shrunk failure would start from another state.
    { numRuns: 30, endOnFailure: true },
  );
  const anew = await buildGraph(runtime, root);
  expect(live.built.graph).toEqual(anew.graph);
  expect(live.built.gaps).toEqual(anew.gaps);
  await live.close();
});
