import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { TextEdits } from '../../../../src/engine/files/second-look/text-edits.ts';
import { nodeRuntime } from '../../../../src/engine/platform/runtime.ts';
import { temporaryFolder } from '../../../support/folders.ts';
import { exploreSwaps, SWAPS } from './swapped-folders.ts';

/** The soak test tries all of them. */
const ONE_IN = 8;

describe.skipIf(process.platform === 'win32')('a folder that becomes a link during an edit', () => {
  it.each(SWAPS.map((each, n) => ({ ...each, n })))('does not lead writes outside: $work.name, $swapped, $back', async ({ n, ...each }) => {
    const { refused, tried } = await exploreSwaps(each, ONE_IN, n);
    expect(tried).toBeGreaterThan(1);
    if (!each.back) expect(refused).toBeGreaterThan(0);
  });
});

it.skipIf(process.platform === 'win32').each(['turns', 'kept'])('edits refuse a link in place of their own folder: %s', async (name) => {
  const [root, outside] = [temporaryFolder(), temporaryFolder()];
  fs.writeFileSync(path.join(root, 'a.md'), 'a\n');
  fs.mkdirSync(path.join(root, '.local'));
  fs.symlinkSync(outside, path.join(root, '.local', name));
  const edits = new TextEdits(nodeRuntime({}), { root, local: '.local' });
  await expect(edits.edit('a.md', () => 'b\n')).rejects.toMatchObject({ code: 'outside-root' });
  expect(fs.readFileSync(path.join(root, 'a.md'), 'utf8')).toBe('a\n');
  expect(fs.readdirSync(outside)).toEqual([]);
});
