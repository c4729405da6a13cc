import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { nodeRuntime } from '../../../src/engine/platform/runtime.ts';
import { watchTimeline } from '../../../src/host/dashboards/timeline/watch.ts';
import { waitFor } from '../../harness/wait.ts';
import { temporaryFolder } from '../../support/folders.ts';

/** Watches the timeline of a project, and counts the reported changes. */
function watched(read: 'log' | 'files') {
  const root = temporaryFolder();
  for (const folder of ['.cortex/archive', '.cortex/.local/timeline']) mkdirSync(path.join(root, folder), { recursive: true });
  let told = 0;
  const changed = () => {
    told += 1;
  };
  const watch = watchTimeline({ fs: nodeRuntime().fs, root, read, changed });
  onTestFinished(() => watch.dispose());
  return {
    write: (file: string) => writeFileSync(path.join(root, '.cortex', file), 'x'),
    remove: (file: string) => rmSync(path.join(root, '.cortex', file)),
    told: () => told,
  };
}

test.each(['log', 'files'] as const)('when reading from the %s, each step of a rebuild of the timeline is reported', async (read) => {
  const { write, remove, told } = watched(read);
  const steps = [
    () => write('timeline.crtx.corrupt-1799990000000'),
    () => remove('timeline.crtx.corrupt-1799990000000'),
    () => write('timeline.crtx'),
    () => write('archive/timeline-1-2.crtx'),
    ...(read === 'log' ? [() => write('.local/timeline/0000000001.jsonl')] : []),
  ];
  for (const step of steps) {
    const before = told();
    step();
    await waitFor('it to be told', async () => told() > before);
  }
});

const MANY = 50;

test('changes of files outside the timeline are not reported', async () => {
  const { write, told } = watched('files');
  const before = told();
  for (let n = 0; n < MANY; n += 1)
    for (const name of ['swarm.crtx.corrupt-', 'timeline.crtx.tmp-', '.local/timeline/']) write(`${name}${n}`);
  // This change is reported after all changes that must not be.
  write('timeline.crtx');
  await waitFor('the timeline', async () => told() > before);
  expect(told() - before).toBeLessThan(MANY);
});
