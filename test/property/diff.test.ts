import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { formatPatch, OMIT_HEADERS, structuredPatch } from 'diff';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { diffLines } from '../../src/engine/text/diff.ts';
import { temporaryFolder } from '../support/folders.ts';

const line = fc.constantFrom('a', 'b', 'c', '', ' ', '-', '+', '../../ -1,1 +1,1 @@', '\\ No newline at end of file', 'é\u{1f600}', 'a\r');
const text = fc.tuple(fc.array(line, { maxLength: 30 }), fc.boolean()).map(([lines, ends]) => lines.join('\n') + (ends ? '\n' : ''));

test('git applies diffLines to the old texts and gets the new texts', () => {
  const folder = temporaryFolder();
  const env = {
    ...process.env,
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_SYSTEM: '/dev/null',
    GIT_CEILING_DIRECTORIES: path.dirname(folder),
  };
  fc.assert(
    fc.property(fc.array(fc.tuple(text, text), { minLength: 20, maxLength: 40 }), (pairs) => {
      const patches = pairs.map(([before, after], n) => {
        const diff = diffLines(before, after);
        expect(diff === '').toBe(before === after);
        fs.writeFileSync(path.join(folder, `${n}.md`), before);
        return diff === '' ? '' : `--- a/${n}.md\n+++ b/${n}.md\n${diff}`;
      });
      const args = ['apply', '--whitespace=nowarn', '--unidiff-zero', '--allow-empty'];
      execFileSync('git', args, { cwd: folder, env, input: patches.join(''), stdio: ['pipe', 'pipe', 'pipe'] });
      for (const [n, [, after]] of pairs.entries()) expect(fs.readFileSync(path.join(folder, `${n}.md`), 'utf8')).toBe(after);
    }),
    { numRuns: 10 },
  );
});

test('lines that are replaced by others are shown as the search for the shortest difference shows them', () => {
  const replaced = fc.array(fc.tuple(line, fc.option(fc.constantFrom('x', 'y', 'a', '', 'x\r'), { freq: 4, nil: null })), {
    maxLength: 40,
  });
  fc.assert(
    fc.property(replaced, fc.boolean(), (rows, ends) => {
      const [before, after] = [0, 1].map(
        (side) => rows.map(([old, fresh]) => (side === 0 ? old : (fresh ?? old))).join('\n') + (ends ? '\n' : ''),
      );
      const patch = structuredPatch('', '', before ?? '', after ?? '', '', '', { context: 3 });
      expect(diffLines(before ?? '', after ?? '')).toBe(before === after ? '' : formatPatch(patch, OMIT_HEADERS));
    }),
    { numRuns: 2_000 },
  );
});

test('diffLines is minimal: it keeps the longest common subsequence', () => {
  const common = (one: readonly string[], other: readonly string[]) => {
    let last = new Array<number>(other.length + 1).fill(0);
    for (const each of one) {
      const now = [0];
      for (const [at, its] of other.entries()) now.push(each === its ? (last[at] ?? 0) + 1 : Math.max(last[at + 1] ?? 0, now[at] ?? 0));
      last = now;
    }
    return last.at(-1) ?? 0;
  };
  const lines = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 20 });
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      const shown = diffLines(before.map((each) => `${each}\n`).join(''), after.map((each) => `${each}\n`).join(''));
      const changed = shown.split('\n').filter((each) => /^[-+]/.test(each)).length;
      expect(changed).toBe(before.length + after.length - 2 * common(before, after));
    }),
    { numRuns: 1_000 },
  );
});
