import { describe, expect, it } from 'vitest';
import { findCycles } from '../../../scripts/lib/boundaries/cycles.mjs';

/** `a → b c` is a file that imports two others, the first one in line 1. */
function cyclesIn(...files: readonly string[]): string[] {
  const imports = files.flatMap((text) => {
    const [file = '', targets = ''] = text.split(' → ');
    return targets.split(' ').map((to, index) => ({ file, line: index + 1, to }));
  });
  return findCycles(imports).map(({ file, line, found }) => `${file}:${line} ${found}`);
}

describe('findCycles', () => {
  it('returns nothing if all imports run one way', () => {
    expect(cyclesIn()).toEqual([]);
    expect(cyclesIn('a → b c', 'b → d', 'c → d', 'd → e')).toEqual([]);
  });

  it.each([
    ['a file and itself', ['a → b a'], ['a:2 a → a']],
    ['two files', ['a → c b', 'b → a'], ['a:2 a → b → a']],
    ['three files, and not those beside them', ['a → b d', 'b → c', 'c → a', 'e → a'], ['a:1 a → b → c → a']],
    ['the shortest', ['a → b', 'b → c d', 'c → d', 'd → a'], ['a:1 a → b → d → a', 'c:1 c → d → a → b → c']],
    ['several, and not what lies between them', ['a → b', 'b → a c', 'c → d', 'd → e', 'e → d'], ['a:1 a → b → a', 'd:1 d → e → d']],
  ])('returns %s', (_name, files, cycles) => {
    expect(cyclesIn(...files)).toEqual(cycles);
  });
});
