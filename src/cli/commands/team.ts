import { teamAgentOperations } from '../../engine/team/operations/agents.ts';
import { teamDailyOperations } from '../../engine/team/operations/daily.ts';
import { teamTaskOperations } from '../../engine/team/operations/tasks.ts';
import { teamUpkeepOperations } from '../../engine/team/operations/upkeep.ts';
import { cortexWith } from '../cortex-frame.ts';
import { teamTexts } from '../text/team.ts';

const operations = [...teamAgentOperations, ...teamTaskOperations, ...teamDailyOperations, ...teamUpkeepOperations];

/** Runs `cortex team …`. */
export const runTeam = cortexWith(operations, teamTexts, 'the folder that paths are relative to (default: the current one)');
