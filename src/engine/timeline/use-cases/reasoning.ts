import { unmergedCopy } from '../../crtx/merging/unmerged-copy.ts';
import { checkAgent } from '../../crtx/people.ts';
import { quoted } from '../../crtx/shorten.ts';
import { outcomeOf } from '../../crtx/store-life.ts';
import { workplaceOf } from '../../crtx/typed/typed-path.ts';
import type { OperationContext, Outcome } from '../../platform/operation.ts';
import { publishedRoll, unknownNames } from '../../swarm/use-cases/names-in-swarm.ts';
import { makeEntry } from '../entry.ts';
import { ReasoningTrace } from '../reasoning-trace.ts';
import type { AddReasoningInput, ReasoningOutput, ShowReasoningInput } from '../schemas/reasoning.ts';
import type { EntryOutput } from '../schemas/timeline.ts';
import { elsewhereWarnings, fileInside } from './timeline-paths.ts';

/** Records a step in the trace of a task; it survives power loss when this answers. */
export async function addReasoning(context: OperationContext, input: AddReasoningInput): Promise<Outcome<EntryOutput>> {
  checkAgent(context, input.agent);
  const { runtime } = context;
  const place = workplaceOf(context);
  const { task, agent: agentId, file, ref: refs, ...said } = input;
  const files = file.map((text) => fileInside(runtime.fs, place, text));
  const entry = makeEntry(runtime, { ...said, agentId, refs, context: { files, task } });
  return outcomeOf(await ReasoningTrace.open(runtime, place.root, task), async (trace) => ({
    ok: true,
    output: { entry: await trace.add(entry) },
    warnings: [
      ...elsewhereWarnings(runtime.fs, place, file),
      ...unknownParent(trace, said.parent),
      ...unknownNames(await publishedRoll(runtime, place.root), { agent: agentId, task }),
    ],
  }));
}

/** A step may come before its parent, but more often the id is misspelt, or the timeline's. */
function unknownParent(trace: ReasoningTrace, parent: string | undefined): string[] {
  if (parent === undefined || trace.entries().some(({ id }) => id === parent)) return [];
  return [`there is no entry ${quoted(parent)} in this trace yet; if one comes, this one is among its children`];
}

/** The trace of a task, oldest first. */
export async function showReasoning(context: OperationContext, { task }: ShowReasoningInput): Promise<Outcome<ReasoningOutput>> {
  const { runtime } = context;
  const place = workplaceOf(context);
  return outcomeOf(await ReasoningTrace.open(runtime, place.root, task), async (trace) => ({
    ok: true,
    output: { task, entries: [...trace.entries()] },
    warnings: unmergedCopy(runtime.fs, place, { type: 'reasoning', name: trace.name }),
  }));
}
