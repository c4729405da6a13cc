import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { CortexIO } from '../../../../src/engine/crtx/index.ts';
import { nodeRuntime } from '../../../../src/engine/platform/runtime.ts';
import { Timeline } from '../../../../src/engine/timeline/index.ts';
import { TimelineStore } from '../../../../src/engine/timeline/store.ts';
import { temporaryFolder } from '../../../support/folders.ts';

const fileIn = (root: string) => path.join(root, '.cortex/timeline.crtx');
const dataIn = (root: string) => JSON.parse(fs.readFileSync(fileIn(root), 'utf8')).data;

/** Opens the timeline like any command, and waits until it is published. */
async function look(root: string): Promise<void> {
  const store = await TimelineStore.open(nodeRuntime(), root);
  await store.flush();
  await store.close();
}

/** Creates a clone with a different action in the common entry. */
async function cloneOf(original: string, action: string, timestamp: number): Promise<string> {
  const root = temporaryFolder();
  fs.mkdirSync(path.join(root, '.cortex'));
  const file = JSON.parse(fs.readFileSync(fileIn(original), 'utf8'));
  const data = [{ ...file.data[0], action, timestamp }];
  fs.writeFileSync(fileIn(root), JSON.stringify({ header: { ...file.header, checksum: '' }, data }));
  await look(root);
  return root;
}

/** Simulates a pull that takes the whole file of another clone. */
async function pull(into: string, from: string): Promise<void> {
  fs.copyFileSync(fileIn(from), fileIn(into));
  await look(into);
}

test('clones with conflicting versions of an entry converge, whatever the order of pulls', async () => {
  const original = temporaryFolder();
  const timeline = new Timeline(new CortexIO(original));
  timeline.record({ agentId: 'ann', type: 'decision', action: 'first', reasoning: 'r' });
  await timeline.close();
  const { timestamp } = dataIn(original)[0];
  const clones = await Promise.all(
    [
      ['early', -5],
      ['same', 0],
      ['late', 5],
    ].map(([action, step]) => cloneOf(original, `${action}`, timestamp + Number(step))),
  );
  const [early = '', same = '', late = ''] = clones;
  for (const [into, from] of [
    [early, same],
    [late, early],
    [same, late],
    [original, same],
    [early, original],
    [late, original],
  ] as const)
    await pull(into, from);
  const [entry] = dataIn(late);
  expect(entry).toMatchObject({ action: 'late', timestamp: timestamp + 5 });
  expect(entry.context.state.otherVersions.map(({ action }: { action: string }) => action).sort()).toEqual(['early', 'first', 'same']);
  for (const root of [original, early]) expect(dataIn(root)).toEqual(dataIn(late));
});
