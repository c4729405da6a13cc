import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ProjectDNA } from '../../src/engine/crtx/schema/dna.ts';
import type { Detection } from '../../src/engine/dna/detection.ts';
import { DetectionMemory } from '../../src/engine/dna/memory.ts';
import { createDna } from '../../src/engine/dna/new-dna.ts';
import { initialMemory, refreshDna } from '../../src/engine/dna/refresh.ts';
import { dnas, share } from './dna-arbitraries.ts';

const few = fc.uniqueArray(fc.constantFrom('A', 'B', 'C', '__proto__'), { maxLength: 4 });
const detections: fc.Arbitrary<Detection> = fc
  .record({
    frameworks: few,
    entryPoints: few,
    paths: few,
    frequency: share,
    complete: fc.boolean(),
    allRisks: fc.boolean(),
    git: fc.boolean(),
  })
  .map(({ frameworks, entryPoints, paths, frequency, complete, allRisks, git }) => ({
    purpose: undefined,
    stack: { languages: [], frameworks, databases: [], infrastructure: [], aiProviders: [], buildTools: [] },
    architecture: { type: 'monolith', entryPoints, boundaries: [], dataFlow: [] },
    risks: git ? paths.map((path) => ({ path, reason: '', breakFrequency: frequency, lastBroken: 0, mitigations: [] })) : null,
    allRisks,
    complete,
    notes: [],
  }));

test('a repeated detection of the same changes nothing', () => {
  fc.assert(
    fc.property(dnas, fc.array(detections, { minLength: 1, maxLength: 6 }), fc.boolean(), (begun, found, remembers) => {
      let dna: ProjectDNA = begun;
      let memory = remembers ? initialMemory('monolith') : new DetectionMemory();
      for (const each of found) ({ dna, memory } = refreshDna(dna, each, memory));
      const [last] = found.slice(-1);
      if (last === undefined) return;
      const again = refreshDna(dna, last, memory);
      expect(again.changes).toEqual([]);
      expect(again.dna).toEqual(dna);
      expect(again.memory.items.toSorted()).toEqual(memory.items.toSorted());
    }),
  );
});

/** Edits of the frameworks by a person, and detections in between. */
const steps = fc.array(
  fc.oneof(
    detections,
    few.map((typed) => ({ typed })),
    few.map((gone) => ({ gone })),
  ),
  { maxLength: 12 },
);

/** A DNA with the intentions of the person who edits it. Detection only sees the state when it runs, not edits undone before. */
class Person {
  dna = createDna({ id: 'x', name: 'x', purpose: '' }, 1);
  memory = initialMemory('monolith');
  readonly typed = new Set<string>();
  readonly unwanted = new Set<string>();
  /** Removed, and typed again since the last detection. */
  readonly returned = new Set<string>();
  /** Frameworks that detection knows to be unwanted. */
  #known: ReadonlySet<string> = new Set();

  get frameworks(): string[] {
    return this.dna.stack.frameworks;
  }

  write(frameworks: string[]): void {
    this.dna = { ...this.dna, stack: { ...this.dna.stack, frameworks } };
  }

  type(names: readonly string[]): void {
    const fresh = names.filter((each) => !this.frameworks.includes(each));
    for (const each of fresh) (this.unwanted.delete(each) ? this.returned : this.typed).add(each);
    this.write([...this.frameworks, ...fresh]);
  }

  /** Removing a framework that only the person had typed does not mark it as unwanted. */
  remove(names: readonly string[]): void {
    for (const each of names.filter((one) => this.frameworks.includes(one))) {
      this.returned.delete(each);
      if (!this.typed.delete(each)) this.unwanted.add(each);
    }
    this.write(this.frameworks.filter((each) => !names.includes(each)));
  }

  detect(found: Detection): void {
    for (const each of this.unwanted) if (!found.stack.frameworks.includes(each)) this.unwanted.delete(each);
    for (const each of this.returned) if (this.#known.has(each)) this.typed.add(each);
    this.returned.clear();
    this.#known = new Set(this.unwanted);
    const { dna, memory } = refreshDna(this.dna, found, this.memory);
    this.dna = dna;
    this.memory = memory;
  }
}

test('typed frameworks are never removed, and removed ones are not restored while they are detected', () => {
  fc.assert(
    fc.property(steps, (each) => {
      const person = new Person();
      for (const step of each) {
        if ('typed' in step) person.type(step.typed);
        else if ('gone' in step) person.remove(step.gone);
        else person.detect(step);
        expect(person.frameworks).toEqual(expect.arrayContaining([...person.typed]));
        for (const name of person.unwanted) expect(person.frameworks).not.toContain(name);
      }
    }),
    { numRuns: 1_000 },
  );
});
