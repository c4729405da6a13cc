import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseCortexFile } from '../../src/engine/crtx/format.ts';
import { mergeFile } from '../../src/engine/crtx/merging/merge-file.ts';
import { renderCortexFile } from '../../src/engine/crtx/render.ts';
import type { ProjectDNA } from '../../src/engine/crtx/schema/dna.ts';
import { createDna } from '../../src/engine/dna/new-dna.ts';

const FILE = '/project/.cortex/manifest.crtx';
const name = fc.constantFrom('a', 'b', 'c', 'd', '__proto__', '');
const text = fc.constantFrom('one', 'two', 'three');
const few = <T>(item: fc.Arbitrary<T>, by: (item: T) => string) => fc.uniqueArray(item, { maxLength: 5, selector: by });
const texts = fc.uniqueArray(name, { maxLength: 4 });
const time = fc.integer({ min: 0, max: 3 });

/** Manifests with much in common: few names, few texts and few times. */
const manifests: fc.Arbitrary<{ readonly dna: ProjectDNA; readonly updated: number }> = fc.record({
  dna: fc
    .record({
      purpose: text,
      languages: texts,
      rules: few(fc.record({ rule: name, reason: text }), ({ rule }) => rule),
      patterns: few(fc.record({ id: name, pattern: text, learnedFrom: texts, lastValidated: time }), ({ id }) => id),
      risks: few(fc.record({ path: name, reason: text }), ({ path }) => path),
      timezone: fc.option(text, { nil: undefined }),
      extra: fc.option(fc.dictionary(name, text), { nil: undefined }),
    })
    .map(({ purpose, languages, rules, patterns, risks, timezone, extra }) => ({
      ...createDna(
        {
          id: 'p',
          name: 'p',
          purpose,
          stack: { languages },
          constraints: rules.map((rule) => ({ ...rule, type: 'cost', severity: 'must' })),
          patterns: patterns.map((pattern) => ({ ...pattern, domain: 'd', confidence: 0.5 })),
          risks: risks.map((risk) => ({ ...risk, breakFrequency: 0, lastBroken: 0, mitigations: [] })),
          owner: { style: '', preferences: [], ...(timezone !== undefined && { timezone }) },
        },
        0,
      ),
      ...(extra !== undefined && { extra }),
    })),
  updated: time,
});
type Manifest = typeof manifests extends fc.Arbitrary<infer Value> ? Value : never;

const bytes = ({ dna, updated }: Manifest) => Buffer.from(renderCortexFile('dna', 'p', dna, { created: 0, updated }));

/** Maps the entries of each list by their keys. */
const keysOf = ({ stack, constraints, patterns, risks }: ProjectDNA) => ({
  languages: new Map(stack.languages.map((each) => [each, each as unknown])),
  constraints: new Map(constraints.map((each) => [each.rule, each])),
  patterns: new Map(patterns.map((each) => [each.id, each])),
  risks: new Map(risks.map((each) => [each.path, each])),
});

function united(base: Manifest | null, ours: Manifest, theirs: Manifest) {
  const { bytes: file, disagreements } = mergeFile('dna', FILE, {
    ...(base && { base: bytes(base) }),
    ours: bytes(ours),
    theirs: bytes(theirs),
  });
  const parsed = parseCortexFile(file.toString(), FILE, 'dna');
  if (!parsed.ok) throw parsed.error;
  expect(parsed.warnings, 'the checksum').toEqual([]);
  return { file: file.toString(), value: parsed.value, disagreements };
}

test('mergeFile gives the same result for both sides', () => {
  fc.assert(
    fc.property(fc.option(manifests), manifests, manifests, (base, ours, theirs) => {
      const [here, there] = [united(base, ours, theirs), united(base, theirs, ours)];
      expect(here.file).toBe(there.file);
      expect(here.disagreements).toEqual(there.disagreements);
      expect(here.value.header.updated).toBe(Math.max(ours.updated, theirs.updated));
    }),
  );
});

test('mergeFile loses only entries that one side removed and the other left unchanged, and invents none', () => {
  fc.assert(
    fc.property(fc.option(manifests), manifests, manifests, (base, ours, theirs) => {
      const now = keysOf(united(base, ours, theirs).value.data);
      const [before, one, other] = [base && keysOf(base.dna), keysOf(ours.dna), keysOf(theirs.dna)];
      for (const list of ['languages', 'constraints', 'patterns', 'risks'] as const) {
        const same = (left: unknown, right: unknown) => JSON.stringify(left) === JSON.stringify(right);
        const expected = [...new Set([...one[list].keys(), ...other[list].keys()])].filter((key) => {
          const [was, left, right] = [before?.[list].get(key), one[list].get(key), other[list].get(key)];
          const isRemoved = was !== undefined && (left === undefined || right === undefined) && same(left ?? right, was);
          return !isRemoved;
        });
        expect([...now[list].keys()].sort(), list).toEqual(expected.sort());
      }
    }),
  );
});

test('mergeFile takes a text changed on both sides from the later side and reports it; all other changes are kept', () => {
  fc.assert(
    fc.property(manifests, manifests, manifests, (base, ours, theirs) => {
      const { value, disagreements } = united(base, ours, theirs);
      const [was, one, other] = [base, ours, theirs].map(({ dna }) => dna.project.purpose);
      const told = disagreements.filter(({ place }) => place === 'data.project.purpose');
      if (one === other || other === was) expect([value.data.project.purpose, told]).toEqual([one, []]);
      else if (one === was) expect([value.data.project.purpose, told]).toEqual([other, []]);
      else {
        if (ours.updated !== theirs.updated) expect(value.data.project.purpose).toBe(ours.updated > theirs.updated ? one : other);
        expect(told.map(({ kept, other: gone }) => [kept, gone].sort())).toEqual([[one, other].sort()]);
        expect(told[0]?.kept).toBe(value.data.project.purpose);
      }
    }),
  );
});

test('mergeFile leaves a side unchanged when the other side is equal to it or to the common base', () => {
  fc.assert(
    fc.property(manifests, manifests, (base, side) => {
      for (const other of [side, base]) {
        const { value, disagreements } = united(base, side, other);
        expect([value.data, disagreements]).toEqual([side.dna, []]);
      }
    }),
  );
});
