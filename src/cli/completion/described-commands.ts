import * as z from 'zod';
import { dnaOperations } from '../../engine/dna/operations/dna.ts';
import { graphOperations } from '../../engine/graph/operations/graph.ts';
import { installOperations } from '../../engine/install/install-operations.ts';
import { needsOperations } from '../../engine/needs/needs-operations.ts';
import type { Operation } from '../../engine/platform/operation.ts';
import { projectOperations } from '../../engine/project/operations/project.ts';
import { agentOperations } from '../../engine/stack/operations/agents.ts';
import { messageOperations } from '../../engine/stack/operations/messages.ts';
import { planOperations } from '../../engine/stack/operations/plan.ts';
import { readingOperations } from '../../engine/stack/operations/reading.ts';
import { controlOperations } from '../../engine/swarm/operations/control.ts';
import { decisionOperations } from '../../engine/swarm/operations/decisions.ts';
import { importOperation } from '../../engine/swarm/operations/import.ts';
import { lockOperations } from '../../engine/swarm/operations/locks.ts';
import { planOperation } from '../../engine/swarm/operations/plan.ts';
import { replayOperations } from '../../engine/swarm/operations/replay.ts';
import { swarmOperations } from '../../engine/swarm/operations/swarm.ts';
import { teamAgentOperations } from '../../engine/team/operations/agents.ts';
import { teamMaintenanceOperations } from '../../engine/team/operations/maintenance.ts';
import { teamReportOperations } from '../../engine/team/operations/reports.ts';
import { teamTaskOperations } from '../../engine/team/operations/tasks.ts';
import { reasoningOperations } from '../../engine/timeline/operations/reasoning.ts';
import { timelineOperations } from '../../engine/timeline/operations/timeline.ts';
import { vaultMaintenanceOperations } from '../../engine/vault/operations/maintenance.ts';
import { vaultNoteOperations } from '../../engine/vault/operations/notes.ts';
import { vaultPackOperations } from '../../engine/vault/operations/pack.ts';
import { vaultSearchOperations } from '../../engine/vault/operations/search.ts';
import { settleOperation } from '../../engine/workspace/merging/settle-operation.ts';
import { stackRouteOperations } from '../../engine/workspace/stack-route.ts';
import { CORTEX_COMMANDS } from '../cortex-frame.ts';
import { CSTACK_COMMANDS } from '../cstack-frame.ts';
import { listParameters, type Parameter } from '../parameters.ts';
import type { CommandEntry, CommandTable, Takes } from './command-table.ts';
import { completionOperation } from './completion-operation.ts';

const OF_CORTEX: readonly Operation[] = [
  ...projectOperations,
  ...needsOperations,
  settleOperation,
  planOperation,
  ...swarmOperations,
  ...decisionOperations,
  ...controlOperations,
  ...replayOperations,
  importOperation,
  ...lockOperations,
  ...timelineOperations,
  ...reasoningOperations,
  ...dnaOperations,
  ...graphOperations,
  ...vaultSearchOperations,
  ...vaultPackOperations,
  ...vaultNoteOperations,
  ...vaultMaintenanceOperations,
  ...teamAgentOperations,
  ...teamTaskOperations,
  ...teamReportOperations,
  ...teamMaintenanceOperations,
  ...installOperations,
  completionOperation('cortex'),
];

const OF_STACKS: readonly Operation[] = [
  ...messageOperations,
  ...planOperations,
  ...agentOperations,
  ...readingOperations,
  ...stackRouteOperations,
  completionOperation('cstack'),
];

/** The groups whose agents and tasks are those of the swarm. */
const OF_SWARM: ReadonlySet<string> = new Set(['swarm', 'lock', 'task', 'reasoning']);

function takesOf({ schema, flag }: Parameter, group: string): Takes {
  const item = schema instanceof z.ZodArray ? schema.element : schema;
  if (item instanceof z.ZodBoolean) return null;
  if (item instanceof z.ZodEnum) return item.options.map(String);
  if (!OF_SWARM.has(group)) return 'any';
  return flag === 'agent' || flag === 'waiter' ? 'agents' : flag === 'task' ? 'tasks' : 'any';
}

function describe(operation: Operation): CommandEntry {
  const [group = ''] = operation.name.split(' ');
  const parameters = listParameters(operation);
  const words = parameters.filter(({ positional }) => positional);
  const options = parameters
    .filter(({ positional }) => !positional)
    .map((each) => ({
      names: each.option.split(', '),
      about: each.description,
      takes: takesOf(each, group),
      repeats: each.schema instanceof z.ZodArray,
    }));
  return {
    about: operation.description,
    options,
    words: words.map((each) => takesOf(each, group)),
    takesMore: words.at(-1)?.schema instanceof z.ZodArray,
  };
}

function tableOf(groups: Readonly<Record<string, string>>, operations: readonly Operation[]): CommandTable {
  const ofGroups = Object.entries(groups).map(([name, about]) => [name, { about, options: null, words: [], takesMore: false }] as const);
  return Object.fromEntries([...ofGroups, ...operations.map((each) => [each.name, describe(each)] as const)]);
}

/** Describes all commands for completion. Written to `command-tables.json` by scripts/generate-completion.mjs. */
export const describeCommands = (): Readonly<Record<'cortex' | 'cstack', CommandTable>> => ({
  cortex: tableOf(CORTEX_COMMANDS, OF_CORTEX),
  cstack: tableOf(CSTACK_COMMANDS, OF_STACKS),
});
