import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BYTES_PER_TOKEN, describeDna, LEAST_TOKENS } from '../../src/engine/dna/describe.ts';
import { dnas, time } from './dna-arbitraries.ts';

test('the DNA page stays within its budget, contains only generated lines, and omits and counts the least important ones', () => {
  fc.assert(
    fc.property(dnas, fc.integer({ min: LEAST_TOKENS, max: 5_000 }), time, (dna, maxTokens, now) => {
      const { text: page, tokens, leftOut } = describeDna(dna, { maxTokens, now });
      expect(Buffer.byteLength(page)).toBeLessThanOrEqual(maxTokens * BYTES_PER_TOKEN);
      expect(tokens).toBeLessThanOrEqual(maxTokens);
      expect(page).not.toMatch(/\p{Cs}/u);
      const lines = page.trimEnd().split('\n');
      const last = lines.at(-1) ?? '';
      expect(last.startsWith('Omitted to stay within the token budget: ')).toBe(leftOut > 0);
      for (const line of lines.slice(1, leftOut > 0 ? -1 : undefined))
        expect(line).toMatch(/^(?:|From \.cortex.*|## [A-Z].*|- [^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*)$/u);
      const counted = [...last.matchAll(/\d+/g)].reduce((sum, [number]) => sum + Number(number), 0);
      if (leftOut > 0) expect(counted).toBe(leftOut);
      const whole = describeDna(dna, { maxTokens: 1_000_000, now });
      expect(whole.leftOut).toBe(0);
      const kept = leftOut === 0 ? page : page.slice(0, page.lastIndexOf('\nOmitted'));
      expect(whole.text.startsWith(kept)).toBe(true);
    }),
    { numRuns: 300 },
  );
});
