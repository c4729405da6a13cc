import fs from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { nodeRuntime } from '../../../../../src/engine/platform/runtime.ts';
import { SharedBatches } from '../../../../../src/engine/vault/threads/shared-batches.ts';
import { lookFromEnd } from '../../../../../src/engine/vault/threads/vault-work.ts';
import { temporaryFolder } from '../../../../support/folders.ts';
import { WAIT_MS } from '../../../../support/limits.ts';
import { vaultConfig } from '../../../../support/vault-config.ts';

test('a thread keeps no results of a batch in memory while it works on the next one', async () => {
  const root = temporaryFolder();
  const paths = Array.from({ length: 300 }, (_, number) => `${number}.md`);
  for (const file of paths) fs.writeFileSync(path.join(root, file), '');
  let goOn: () => void = () => undefined;
  const tell = vi.fn(() => new Promise<void>((resolve) => (goOn = resolve)));
  const work = lookFromEnd(nodeRuntime({}), vaultConfig({ root }), { paths, claims: new SharedBatches(300).claims, tell });
  for (const calls of [1, 2, 3]) {
    await vi.waitFor(() => expect(tell).toHaveBeenCalledTimes(calls), WAIT_MS);
    await new Promise(setImmediate);
    expect(tell).toHaveBeenCalledTimes(calls);
    goOn();
  }
  await work;
});
