import { CortexIO } from '../../crtx/cortex-io.ts';
import { findProjectRoot } from '../../crtx/root.ts';
import type { LearnedPattern, ProjectConstraint } from '../../crtx/schema/dna.ts';
import type { OperationContext, OperationFunction, Outcome } from '../../platform/operation.ts';
import { DNAManager, type EditedItem } from '../manager.ts';
import { currentConfidence } from '../patterns.ts';
import type {
  ConfirmInput,
  ConstrainInput,
  ConstraintOutput,
  DescribeInput,
  DescribeOutput,
  DetectInput,
  DetectOutput,
  LearnInput,
  PatternInput,
  PatternOutput,
  PurposeInput,
  PurposeOutput,
  ShowDnaOutput,
  UnconstrainInput,
} from '../schemas/dna.ts';

function managerOf({ runtime, directory, exactDirectory }: OperationContext): DNAManager {
  return new DNAManager(new CortexIO(findProjectRoot(runtime.fs, directory, exactDirectory), runtime));
}

/** Creates an operation from an edit of one pattern. */
function patternUseCase<Input>(
  change: (manager: DNAManager, input: Input) => Promise<EditedItem<LearnedPattern>>,
): OperationFunction<Input, PatternOutput> {
  return async (context, input) => {
    const { item: pattern, warnings } = await change(managerOf(context), input);
    return { ok: true, output: { pattern, confidence: currentConfidence(pattern, context.runtime.clock.now()) }, warnings };
  };
}

/** Creates an operation from an edit of one rule. */
function constraintUseCase<Input>(
  change: (manager: DNAManager, input: Input) => Promise<EditedItem<ProjectConstraint>>,
): OperationFunction<Input, ConstraintOutput> {
  return async (context, input) => {
    const { item: constraint, warnings } = await change(managerOf(context), input);
    return { ok: true, output: { constraint }, warnings };
  };
}

/** Updates `manifest.crtx` by detection, or creates it. */
export async function detectDna(context: OperationContext, { dryRun }: DetectInput): Promise<Outcome<DetectOutput>> {
  const { created, changes, warnings } = await managerOf(context).refresh({ dryRun, signal: context.signal });
  return { ok: true, output: { created, dryRun, changes: [...changes] }, warnings };
}

/** Shows the whole DNA, with the current confidence in each pattern. */
export async function showDna(context: OperationContext): Promise<Outcome<ShowDnaOutput>> {
  const manager = managerOf(context);
  const dna = await manager.get();
  const now = context.runtime.clock.now();
  const confidence = dna.patterns.map((pattern) => currentConfidence(pattern, now));
  return { ok: true, output: { dna, confidence }, warnings: await manager.leftOut() };
}

/** Returns a page about the project for an agent. */
export async function describeProject(context: OperationContext, { tokens }: DescribeInput): Promise<Outcome<DescribeOutput>> {
  const manager = managerOf(context);
  return { ok: true, output: await manager.describe({ maxTokens: tokens }), warnings: await manager.leftOut() };
}

/** Sets the purpose of the project. */
export async function setPurpose(context: OperationContext, { text }: PurposeInput): Promise<Outcome<PurposeOutput>> {
  const { dna, warnings } = await managerOf(context).setPurpose(text);
  return { ok: true, output: { purpose: dna.project.purpose }, warnings };
}

/** Adds a rule, or replaces the one with the same text. */
export const constrain = constraintUseCase((manager, input: ConstrainInput) => manager.addConstraint(input));

/** Removes a rule. */
export const unconstrain = constraintUseCase((manager, { rule }: UnconstrainInput) => manager.removeConstraint(rule));

/** Records a pattern, or confirms the one with the same text. */
export const learnPattern = patternUseCase((manager, { domain, pattern, from }: LearnInput) =>
  manager.learn({ domain, pattern, learnedFrom: from }),
);

/** Raises the confidence in a pattern. */
export const confirmPattern = patternUseCase((manager, { id, from }: ConfirmInput) => manager.confirm(id, from));

/** Lowers the confidence in a pattern. */
export const doubtPattern = patternUseCase((manager, { id }: PatternInput) => manager.doubt(id));

/** Removes a pattern. */
export const forgetPattern = patternUseCase((manager, { id }: PatternInput) => manager.forget(id));
