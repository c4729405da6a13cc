import type { Operation } from '../platform/operation.ts';
import { teamAgentOperations } from './operations/agents.ts';
import { teamDailyOperations } from './operations/daily.ts';
import { teamTaskOperations } from './operations/tasks.ts';
import { teamUpkeepOperations } from './operations/upkeep.ts';

/** All operations of the team protocol (seed 5). */
export const teamOperations: readonly Operation[] = [
  ...teamAgentOperations,
  ...teamTaskOperations,
  ...teamDailyOperations,
  ...teamUpkeepOperations,
];
