import { teamAgentOperations } from '../../engine/team/operations/agents.ts';
import { teamMaintenanceOperations } from '../../engine/team/operations/maintenance.ts';
import { teamReportOperations } from '../../engine/team/operations/reports.ts';
import { teamTaskOperations } from '../../engine/team/operations/tasks.ts';
import { createCortex } from '../cortex-frame.ts';
import { teamTexts } from '../text/team.ts';

const operations = [...teamAgentOperations, ...teamTaskOperations, ...teamReportOperations, ...teamMaintenanceOperations];

/** Runs `cortex team …`. */
export const runTeam = createCortex(operations, teamTexts, 'the folder that paths are relative to (default: the current one)');
