import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCortexFile } from '../../src/engine/crtx/format.ts';
import { INDENTED_LIMIT, renderCortexFile } from '../../src/engine/crtx/render.ts';
import type { CortexFileType } from '../../src/engine/crtx/schema.ts';
import { CortexError, describeError } from '../../src/engine/platform/errors.ts';
import { sha256Checksum } from '../../src/engine/text/json/canonical-json.ts';
import { besideOf, dataOf, projectOf } from './crtx-arbitraries.ts';

const types: CortexFileType[] = ['dna', 'timeline', 'graph', 'swarm', 'reasoning'];

describe.each(types)('a %s file', (type) => {
  it('returns the data as written, and renders the same bytes again', () => {
    fc.assert(
      fc.property(
        dataOf[type],
        projectOf,
        fc.maxSafeInteger(),
        fc.maxSafeInteger(),
        besideOf,
        (data, project, created, updated, beside) => {
          const text = renderCortexFile(type, project, data, { created, updated, present: beside });
          const result = parseCortexFile(text, 'a.crtx', type);
          if (!result.ok) throw result.error;
          expect(result.warnings).toEqual([]);
          const header = { cortex: 1, type, project, created, updated, checksum: sha256Checksum(data) };
          // Compared as text, because matchers do not distinguish an own key named __proto__ or constructor from an inherited one.
          expect(JSON.stringify(result.value)).toBe(JSON.stringify({ header, ...beside, data }));
          expect(Object.keys(JSON.parse(text)).at(-1)).toBe('data');
          const again = renderCortexFile(type, result.value.header.project, result.value.data, { created, updated, present: result.value });
          expect(again).toBe(text);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('round-trips in its large form, too', () => {
    const padding = { pad: 'x'.repeat(INDENTED_LIMIT) };
    fc.assert(
      fc.property(dataOf[type], (data) => {
        const times = { created: 1, updated: 2, present: padding };
        const text = renderCortexFile(type, 'p', data, times);
        expect(text).toContain('\n  "pad": "xxx');
        const result = parseCortexFile(text, 'a.crtx', type);
        if (!result.ok) throw result.error;
        expect(result.warnings).toEqual([]);
        expect(JSON.stringify(result.value.data)).toBe(JSON.stringify(data));
        expect(renderCortexFile(type, 'p', result.value.data, { ...times, present: result.value })).toBe(text);
      }),
      { numRuns: 10 },
    );
  });

  it('never throws for a damaged text: it is parsed, or the error names the position', () => {
    const damage = fc.record({
      at: fc.nat(),
      remove: fc.nat(8),
      insert: fc.constantFrom('', '"', '}', '{', '[', '0', '\\', ',', 'null', '{"__proto__":1}'),
    });
    fc.assert(
      fc.property(dataOf[type], damage, (data, { at, remove, insert }) => {
        const text = renderCortexFile(type, 'p', data, { created: 1, updated: 2 });
        const place = at % text.length;
        const result = parseCortexFile(text.slice(0, place) + insert + text.slice(place + remove), 'a.crtx', type);
        if (result.ok) return;
        expect(result.error).toBeInstanceOf(CortexError);
        expect(describeError(result.error)).toMatch(/^a\.crtx:\d+:\d+: /);
      }),
      { numRuns: 100 },
    );
  });

  it('is refused when it is truncated at any place', () => {
    fc.assert(
      fc.property(dataOf[type], fc.nat(), (data, at) => {
        const text = renderCortexFile(type, 'p', data, { created: 1, updated: 2 });
        const result = parseCortexFile(text.slice(0, at % (text.length - 2)), 'a.crtx', type);
        expect(result).toMatchObject({
          ok: false,
          error: { code: 'broken-file', message: expect.stringMatching(/^(truncated( in .+)?|is empty)/) },
        });
      }),
      { numRuns: 50 },
    );
  });
});
