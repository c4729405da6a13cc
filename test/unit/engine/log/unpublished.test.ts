import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Log } from '../../../../src/engine/log/log.ts';
import { Unpublished } from '../../../../src/engine/log/publishing/unpublished.ts';
import { nodeRuntime } from '../../../../src/engine/platform/runtime.ts';
import { type Note, type Notes, notesMachine } from '../../../support/notes.ts';

let root = '';
let log: Log<Note, Notes, number>;
beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'cortex-unpublished-'));
  log = new Log(nodeRuntime({}), { directory: path.join(root, 'notes'), root, machine: notesMachine });
});
afterEach(() => {
  log.close();
  fs.rmSync(root, { recursive: true, force: true });
});

it('an answer that nothing new was published does not scan all waiting records each time', () => {
  const unpublished = new Unpublished(log, root);
  let looks = 0;
  const place = (ordinal: number) => ({
    id: `rec_${ordinal}`,
    time: 1,
    get ordinal() {
      looks += 1;
      return ordinal;
    },
  });
  for (let n = 1; n <= 1_000; n++) {
    unpublished.note({ op: 'note', text: 'x' }, place(n), { lineage: 'rec_1', shownBy: () => null });
    unpublished.forget(0, 'rec_1');
  }
  expect(looks).toBeLessThan(3_000);
  unpublished.forget(999, 'rec_1');
  expect(unpublished.last).toBe(1_000);
  unpublished.forget(1_000, 'rec_1');
  expect(unpublished.last).toBe(0);
});
