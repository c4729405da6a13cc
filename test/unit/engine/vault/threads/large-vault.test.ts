import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { OperationContext } from '../../../../../src/engine/platform/operation.ts';
import { nodeRuntime, type Runtime } from '../../../../../src/engine/platform/runtime.ts';
import { examineVault } from '../../../../../src/engine/vault/use-cases/doctor.ts';
import { linkNotes } from '../../../../../src/engine/vault/use-cases/rewriting.ts';
import { writeVault } from '../../../../fixtures/vault-generator.ts';
import { temporaryFolder } from '../../../../support/folders.ts';

/** More notes than the threshold for a second thread. */
const NOTES = 10_100;
const LINK = { write: false, dryRun: false, report: false };

function contextOf(runtime: Runtime, root: string): OperationContext {
  const signal = new AbortController().signal;
  return { runtime, directory: root, exactDirectory: false, interactive: false, signal, progress: () => undefined };
}

test('a large vault is examined and linked with equal results in two threads and in one', async () => {
  const root = path.join(temporaryFolder(), 'vault');
  writeVault(root, { notes: NOTES, seed: 3, today: '2026-04-12' });
  // A note that cannot be read, and a duplicate.
  fs.writeFileSync(path.join(root, 'rules', 'odd.md'), Buffer.from([0x2d, 0xff, 0xfe]));
  const [first = ''] = fs.readdirSync(path.join(root, 'rules'));
  fs.copyFileSync(path.join(root, 'rules', first), path.join(root, 'rules', 'zz_copy.md'));
  const two = contextOf(nodeRuntime({}), root);
  // With a fixed clock, no second thread is started.
  const one = contextOf(nodeRuntime({ CORTEX_NOW: new Date().toISOString() }), root);
  const examined = await examineVault(two, {});
  expect(examined).toEqual(await examineVault(one, {}));
  expect(examined.output.findings.filter(({ path: file }) => file === 'rules/zz_copy.md')).not.toHaveLength(0);
  const linked = await linkNotes(two, LINK);
  expect(linked).toEqual(await linkNotes(one, LINK));
  expect(linked.output).toMatchObject({ written: false, links: expect.any(Number) });
  expect(fs.readdirSync(root)).not.toContain('.local');
});
