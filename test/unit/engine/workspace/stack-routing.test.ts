import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { CortexIO } from '../../../../src/engine/crtx/index.ts';
import { nodeRuntime } from '../../../../src/engine/platform/runtime.ts';
import type { Routed } from '../../../../src/engine/stack/index.ts';
import { Timeline } from '../../../../src/engine/timeline/index.ts';
import { recordRouting } from '../../../../src/engine/workspace/stack-routing.ts';
import { temporaryFolder } from '../../../support/folders.ts';

const runtime = nodeRuntime({});
const brought: Routed = { id: 'msg-1', from: 'person:ann', to: 'agent-bob', type: 'task', outcome: 'delivered' };

it('writes one timeline entry for each routed message, even if reported again', async () => {
  const root = temporaryFolder();
  const stack = path.join(root, 'part');
  fs.mkdirSync(stack);
  const io = new CortexIO(root, runtime);
  await io.init();
  const again: Routed = { ...brought, outcome: 'already' };
  const other: Routed = { ...brought, to: 'carl', type: 'x'.repeat(5_000) };
  const lost: Routed = { ...brought, id: 'msg-2', to: null, type: '', outcome: 'kept', why: 'the message has no recipient.' };
  expect(await recordRouting(runtime, stack, { routed: [brought, other, lost], isPartial: false, problems: [] })).toBe(3);
  expect(await recordRouting(runtime, stack, { routed: [again, lost], isPartial: false, problems: [] })).toBe(2);
  const timeline = new Timeline(io);
  const entries = await timeline.read();
  await timeline.close();
  expect(entries.map(({ agentId, type, action, outcome }) => [agentId, type, action.slice(0, 60), outcome])).toEqual([
    ['manager', 'delegation', 'Delivered task from person:ann to agent-bob', 'success'],
    ['manager', 'delegation', `Delivered ${'x'.repeat(50)}`, 'success'],
    ['manager', 'escalation', 'Could not deliver message from person:ann to no recipient', 'failure'],
  ]);
  expect(entries[2]?.reasoning).toBe('the message has no recipient.');
  expect(entries[1]?.action.length).toBeLessThan(200);
});

it('writes nothing without a project or without routed messages', async () => {
  const root = temporaryFolder();
  expect(await recordRouting(runtime, root, { routed: [brought], isPartial: false, problems: [] })).toBe(0);
  expect(fs.readdirSync(root)).toEqual([]);
  await new CortexIO(root, runtime).init();
  expect(await recordRouting(runtime, root, { routed: [], isPartial: false, problems: [] })).toBe(0);
  expect(fs.existsSync(path.join(root, '.cortex/timeline.crtx'))).toBe(false);
});
