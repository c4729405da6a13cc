import path from 'node:path';
import { unmergedCopyProblems } from '../../crtx/merging/unmerged-copy.ts';
import { unmergedFileError } from '../../crtx/merging/unmerged-file.ts';
import { checkAgent } from '../../crtx/people.ts';
import { CORTEX_FOLDER } from '../../crtx/root.ts';
import { quoted } from '../../crtx/shorten.ts';
import { runInStore } from '../../crtx/store-life.ts';
import { findWorkplace } from '../../crtx/typed/typed-path.ts';
import type { CortexError } from '../../platform/errors.ts';
import type { OperationContext, Outcome } from '../../platform/operation.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { readPublishedNames, warnOfUnknownNames } from '../../swarm/use-cases/names-in-swarm.ts';
import { makeEntry } from '../entry.ts';
import { ReasoningTrace } from '../reasoning-trace.ts';
import type { AddReasoningInput, ReasoningOutput, ShowReasoningInput } from '../schemas/reasoning.ts';
import type { EntryOutput } from '../schemas/timeline.ts';
import { elsewhereWarnings, toEntryPath } from './timeline-paths.ts';

/** Records a step in the trace of a task, which survives power loss when this resolves. */
export async function addReasoning(context: OperationContext, input: AddReasoningInput): Promise<Outcome<EntryOutput>> {
  checkAgent(context, input.agent);
  const { runtime } = context;
  const place = findWorkplace(context);
  const { task, agent: agentId, file, ref: refs, ...step } = input;
  const files = file.map((text) => toEntryPath(runtime.fs, place, text));
  const entry = makeEntry(runtime, { ...step, agentId, refs, context: { files, task } });
  return runInStore(await ReasoningTrace.open(runtime, place.root, task), async (trace) => ({
    ok: true,
    output: { entry: await trace.add(entry) },
    warnings: [
      ...elsewhereWarnings(runtime.fs, place, file),
      ...unknownParent(trace, step.parent, () => traceConflict(runtime, place.root, trace) !== null),
      ...warnOfUnknownNames(await readPublishedNames(runtime, place.root), { agent: agentId, task }),
    ],
  }));
}

/** A step may precede its parent, but more often the id is misspelt or belongs to the timeline. */
function unknownParent(trace: ReasoningTrace, parent: string | undefined, isUnmerged: () => boolean): string[] {
  if (parent === undefined || trace.entries().some(({ id }) => id === parent)) return [];
  // Merge conflicts have their own warning: the parent may be in the part that is not read.
  if (isUnmerged()) return [];
  return [`parent ${quoted(parent)} does not exist in this trace yet; once it is added, this entry becomes its child`];
}

/** Returns why nothing is read from a trace with merge conflicts; `null` if it has none. */
function traceConflict({ fs }: Runtime, root: string, { name }: ReasoningTrace): CortexError | null {
  return unmergedFileError(fs, root, { type: 'reasoning', file: path.join(root, CORTEX_FOLDER, name) });
}

/** Shows the trace of a task, oldest first. */
export async function showReasoning(context: OperationContext, { task }: ShowReasoningInput): Promise<Outcome<ReasoningOutput>> {
  const { runtime } = context;
  const place = findWorkplace(context);
  return runInStore(await ReasoningTrace.open(runtime, place.root, task), async (trace) => {
    const entries = [...trace.entries()];
    // An unreadable trace must not look empty.
    const why = entries.length === 0 ? traceConflict(runtime, place.root, trace) : null;
    if (why !== null) throw why;
    return {
      ok: true,
      output: { task, entries },
      warnings: unmergedCopyProblems(runtime.fs, place, { type: 'reasoning', name: trace.name }),
    };
  });
}
