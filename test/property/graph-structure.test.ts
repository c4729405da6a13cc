import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { GraphAssembly } from '../../src/engine/graph/analysis/assemble.ts';
import type { FileFacts } from '../../src/engine/graph/facts.ts';
import { ProjectStructure } from '../../src/engine/graph/structure/project-structure.ts';
import { NO_HISTORY } from '../support/graphs.ts';
import { facts, imported, symbol } from '../unit/engine/graph/facts-of.ts';

/** The facts of a project, by path, and the texts of its configuration. */
interface Project {
  readonly files: ReadonlyMap<string, FileFacts>;
  readonly texts: ReadonlyMap<string, string>;
}

const NAMES = ['x', 'y', 'z'];
const scripts = fc.constantFrom('a.ts', 'b.ts', 'c.ts', 'lib/a.ts', 'a.test.ts', 'a.ts#x.ts');
const go = fc.constantFrom('go/a.go', 'go/b.go', 'go/b_test.go', 'cmd/main.go');
const from = fc.constantFrom('./a', './b', './c', './lib/a', '../a', 'own', 'react');
const imports = fc.array(
  fc.oneof(
    fc.tuple(from, fc.constantFrom('x', 'y as u', '* as w', '*')).map(([to, what]) => imported(to, [what])),
    fc.tuple(from, fc.constantFrom('x', 'x as y', '*', '* as z')).map(([to, what]) => imported(to, [what], { kind: 're-export' })),
  ),
  { maxLength: 3 },
);
/** A few declared symbols, with their exports and uses. */
const symbols = fc
  .subarray(NAMES)
  .chain((declared) =>
    fc.tuple(
      ...declared.map((each) =>
        fc
          .tuple(fc.subarray(['x', 'y', 'u', 'w.x', 'w.y', 'z', 'shop.x']), fc.constantFrom([], [each], ['x']))
          .map(([uses, exportedAs]) => symbol(each, uses, { exportedAs })),
      ),
    ),
  );
const goFacts = (more: Partial<FileFacts>): FileFacts =>
  facts('go', { packageName: 'shop', imports: [imported('own/go', ['* as shop'])], ...more });
/** Each step changes one thing, so that no other change hides its effects. */
const step = fc.oneof(
  fc
    .tuple(scripts, symbols)
    .map(([path, all]) => ({ path, change: (file: FileFacts | undefined) => ({ ...(file ?? facts('typescript')), symbols: all }) })),
  fc
    .tuple(scripts, imports)
    .map(([path, all]) => ({ path, change: (file: FileFacts | undefined) => ({ ...(file ?? facts('typescript')), imports: all }) })),
  fc
    .tuple(scripts, fc.boolean())
    .map(([path, hasTests]) => ({ path, change: (file: FileFacts | undefined) => ({ ...(file ?? facts('typescript')), hasTests }) })),
  fc
    .tuple(go, symbols)
    .map(([path, all]) => ({ path, change: (file: FileFacts | undefined) => ({ ...(file ?? goFacts({})), symbols: all }) })),
  fc.oneof(scripts, go).map((path) => ({ path, change: () => null })),
  fc.constantFrom('./a.ts', './lib/a.ts', './b.ts').map((main) => ({ path: 'package.json', text: `{ "name": "own", "main": "${main}" }` })),
  fc.constantFrom('own', 'other').map((module) => ({ path: 'go.mod', text: `module ${module}\n` })),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

function after({ files, texts }: Project, made: Step): Project {
  if ('text' in made) return { files, texts: new Map([...texts, [made.path, made.text]]) };
  const next = new Map(files);
  const file = made.change(files.get(made.path));
  if (file === null) next.delete(made.path);
  else next.set(made.path, file);
  return { files: new Map([...next].sort(([one], [other]) => (one < other ? -1 : 1))), texts };
}

/** Follows a change like a live graph: in place where possible. */
function follow(structure: ProjectStructure, before: Project, { files, texts }: Project): ProjectStructure {
  const changed = new Map([...files].filter(([path, each]) => before.files.get(path) !== each));
  if (texts === before.texts && files.size === before.files.size && structure.replace(changed)) return structure;
  return new ProjectStructure(files, texts, new Set(files.keys()), structure);
}

test('a structure updated step by step equals a new structure of the same files', async () => {
  await fc.assert(
    fc.property(fc.array(step, { minLength: 20, maxLength: 60 }), (steps) => {
      let project: Project = { files: new Map(), texts: new Map() };
      let structure = new ProjectStructure(project.files, project.texts, new Set(project.files.keys()));
      const assembly = new GraphAssembly();
      for (const made of steps) {
        const next = after(project, made);
        structure = follow(structure, project, next);
        project = next;
        const anew = new ProjectStructure(project.files, project.texts, new Set(project.files.keys())).structure();
        const followed = structure.structure();
        expect(assembly.assemble(followed.parts, NO_HISTORY)).toEqual(new GraphAssembly().assemble(anew.parts, NO_HISTORY));
        expect(followed.unresolved).toEqual(anew.unresolved);
      }
    }),
    { numRuns: 150 },
  );
});
