import * as z from 'zod';
import { type Checked, onDemand } from '../../platform/on-demand.ts';

export const settleInput = onDemand(() =>
  z.object({ file: z.string().min(1).describe('AGENTS.md, or a file of a stack').meta({ positional: true }) }),
);
export type SettleInput = Checked<typeof settleInput>;
