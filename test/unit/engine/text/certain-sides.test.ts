import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CortexError } from '../../../../src/engine/platform/errors.ts';
import { withCertainSides } from '../../../../src/engine/text/conflicts/certain-sides.ts';
import { conflictSide, mergeConflicts } from '../../../../src/engine/text/conflicts/merge-conflicts.ts';
import { temporaryFolder } from '../../../support/folders.ts';

/** Returns the text that git writes for two additions at one place. */
function mergedByGit(folder: string, versions: Readonly<Record<string, string>>, style: readonly string[]): string {
  for (const [name, text] of Object.entries(versions)) fs.writeFileSync(path.join(folder, name), text);
  try {
    return execFileSync('git', ['merge-file', '-p', ...style, 'ours', 'base', 'theirs'], { cwd: folder, encoding: 'utf8' });
  } catch (error) {
    if (error instanceof Error && 'stdout' in error) return String(error.stdout);
    throw error;
  }
}

const lines = fc.array(fc.constantFrom('a', 'b', 'c', '=======', '', '|||||||'), { minLength: 1, maxLength: 6 });
const textOf = (added: readonly string[]) => ['top', ...added, 'end', ''].join('\n');

test.each([[[]], [['--diff3']], [['--zdiff3']]])(
  'with the versions that git merges, both sides are exact, or the place is named (%j)',
  (style) => {
    const folder = temporaryFolder();
    let exact = 0;
    fc.assert(
      fc.property(lines, lines, (own, others) => {
        const versions = { base: textOf([]), ours: textOf(own), theirs: textOf(others) };
        const text = mergedByGit(folder, versions, style);
        try {
          const certain = withCertainSides(text, { versions, divide: () => [] });
          const conflicts = mergeConflicts(certain);
          if (conflicts.length === 0) return;
          expect(certain.split('\n')).toHaveLength(text.split('\n').length);
          for (const side of ['ours', 'theirs'] as const) expect(conflictSide(certain, conflicts, side).text).toBe(versions[side]);
          exact += 1;
        } catch (error) {
          if (!(error instanceof CortexError)) throw error;
          expect(error.message).toMatch(/^the sides of the merge conflict in lines \d+ to \d+ are unknown: "=======" is in lines \d+, \d+/);
        }
      }),
      { numRuns: 60 },
    );
    expect(exact).toBeGreaterThan(20);
  },
);
