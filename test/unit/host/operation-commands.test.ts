import { expect, test } from 'vitest';
import { crtxOperations } from '../../../src/engine/project/index.ts';
import { settleOperation } from '../../../src/engine/workspace/merging/settle-operation.ts';
import type { Contributions } from '../../../src/host/manifest/contribution.ts';
import { contributions } from '../../../src/host/manifest/manifest.ts';

const rows: Contributions = contributions;
const writing = [...crtxOperations, settleOperation].filter(({ effect }) => effect === 'write').map(({ name }) => name);

test('a command that runs an operation has the name of that operation', () => {
  const ids = Object.keys(rows).filter((id) => rows[`cortex.${id.slice(7)}`]?.changes === 'operation');
  expect(ids.length).toBeGreaterThan(30);
  expect(ids.filter((id) => !writing.includes(id.slice('cortex.'.length).replaceAll('.', ' ')))).toEqual([]);
});
