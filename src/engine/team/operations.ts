import type { Operation } from '../platform/operation.ts';
import { teamAgentOperations } from './operations/agents.ts';
import { teamMaintenanceOperations } from './operations/maintenance.ts';
import { teamReportOperations } from './operations/reports.ts';
import { teamTaskOperations } from './operations/tasks.ts';

/** All operations of the team protocol (seed 5). */
export const teamOperations: readonly Operation[] = [
  ...teamAgentOperations,
  ...teamTaskOperations,
  ...teamReportOperations,
  ...teamMaintenanceOperations,
];
