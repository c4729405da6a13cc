import * as z from 'zod';
import { onDemand } from '../../platform/on-demand.ts';
import { defineOperation } from '../../platform/operation.ts';
import { settleOutput } from '../../project/index.ts';
import { placeOptions } from '../named-places.ts';
import { SETTLE_COMMAND } from './merge-command.ts';

/** Rulings, all protocols 10. */
export const settleOperation = defineOperation({
  name: 'settle',
  description: SETTLE_COMMAND.settle,
  effect: 'write',
  input: onDemand(() => z.object(placeOptions)),
  output: settleOutput,
  load: async () => (await import('./settle.ts')).settleAll,
});
