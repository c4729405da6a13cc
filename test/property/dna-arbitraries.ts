import fc from 'fast-check';
import type { ProjectDNA } from '../../src/engine/crtx/schema/dna.ts';

const words = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.string({ minLength: 300, maxLength: 900 }),
  fc.constantFrom('', '\n# x', '\ud800', '日本'),
);
const list = <T>(item: fc.Arbitrary<T>) => fc.array(item, { maxLength: 12 });
export const share = fc.double({ min: 0, max: 1, noNaN: true });
export const time = fc.maxSafeInteger();
const boundary = fc.record({ name: words, paths: list(words), owns: list(words), exposesTo: list(words) });
const risk = fc.record({ path: words, reason: words, breakFrequency: fc.double(), lastBroken: time, mitigations: list(words) });
/** Any DNA that the seed allows, with hostile texts. */
export const dnas: fc.Arbitrary<ProjectDNA> = fc.record({
  version: fc.constant(1 as const),
  project: fc.record({ id: words, name: words, purpose: words, created: time, updated: time }),
  stack: fc.record({
    languages: list(words),
    frameworks: list(words),
    databases: list(words),
    infrastructure: list(words),
    aiProviders: list(words),
    buildTools: list(words),
  }),
  architecture: fc.record({
    type: fc.constantFrom('monorepo' as const, 'monolith' as const),
    entryPoints: list(words),
    boundaries: list(boundary),
    dataFlow: list(fc.record({ from: words, to: words, protocol: words, description: words })),
  }),
  constraints: list(
    fc.record({
      type: fc.constantFrom('cost' as const, 'security' as const),
      rule: words,
      severity: fc.constantFrom('must' as const, 'should' as const, 'prefer' as const),
      reason: words,
    }),
  ),
  patterns: list(fc.record({ id: words, domain: words, pattern: words, confidence: share, learnedFrom: list(words), lastValidated: time })),
  risks: list(risk),
  owner: fc.record({ style: words, preferences: list(words) }),
});
