import * as z from 'zod';
import { learnedPatternSchema, projectConstraintSchema, projectDnaSchema } from '../../crtx/schema/dna.ts';
import { type Checked, onDemand } from '../../platform/on-demand.ts';

const CONSTRAINT_TYPES = ['memory', 'cost', 'latency', 'security', 'compliance', 'convention'] as const;
const SEVERITIES = ['must', 'should', 'prefer'] as const;

const patternId = () => z.string().describe('the id of the pattern').meta({ positional: true });
const evidence = onDemand(() => z.array(z.string()).default([]).describe('supporting timeline entry or file; may be repeated'));

export const detectInput = onDemand(() =>
  z.object({ dryRun: z.boolean().default(false).describe('show the changes without applying them') }),
);
export const nothing = onDemand(() => z.object({}));
export const describeInput = onDemand(() =>
  z.object({
    tokens: z.int().min(150, 'at least 150').default(2_000).describe('maximum length in tokens, 1 token = 4 bytes'),
  }),
);
export const purposeInput = onDemand(() =>
  z.object({ text: z.string().describe('the purpose of the project').meta({ positional: true }) }),
);
export const constrainInput = onDemand(() =>
  z.object({
    type: z.enum(CONSTRAINT_TYPES).describe('category of the rule'),
    severity: z.enum(SEVERITIES).describe('severity of the rule'),
    rule: z.string().describe('text of the rule'),
    reason: z.string().describe('reason for the rule'),
  }),
);
export const unconstrainInput = onDemand(() =>
  z.object({
    rule: z.string().describe('words of the rule, in any order, that match no other rule').meta({ positional: true }),
  }),
);
export const learnInput = onDemand(() =>
  z.object({
    domain: z.string().describe('area where the pattern applies'),
    pattern: z.string().describe('the pattern'),
    from: evidence(),
  }),
);
export const confirmInput = onDemand(() => z.object({ id: patternId(), from: evidence() }));
export const patternInput = onDemand(() => z.object({ id: patternId() }));

/** What detection changed, or would change. `created`: there was no DNA before. */
export const detectOutput = onDemand(() =>
  z.object({
    created: z.boolean(),
    dryRun: z.boolean(),
    changes: z.array(z.object({ change: z.enum(['added', 'removed', 'changed']), place: z.string(), value: z.string() })),
  }),
);
// Schemas of the file are lazy, because most callers need only other parts of this module.
/** `confidence`: the current confidence in each pattern, in the order of `dna.patterns`. */
export const showDnaOutput = onDemand(() => z.object({ dna: z.lazy(projectDnaSchema), confidence: z.array(z.number()) }));
/** `leftOut`: how many lines were left out. */
export const describeOutput = onDemand(() => z.object({ text: z.string(), tokens: z.int(), leftOut: z.int() }));
export const purposeOutput = onDemand(() => z.object({ purpose: z.string() }));
export const constraintOutput = onDemand(() => z.object({ constraint: z.lazy(projectConstraintSchema) }));
/** `confidence`: the current confidence in the pattern. */
export const patternOutput = onDemand(() => z.object({ pattern: z.lazy(learnedPatternSchema), confidence: z.number() }));

export type DetectInput = Checked<typeof detectInput>;
export type DescribeInput = Checked<typeof describeInput>;
export type PurposeInput = Checked<typeof purposeInput>;
export type ConstrainInput = Checked<typeof constrainInput>;
export type UnconstrainInput = Checked<typeof unconstrainInput>;
export type LearnInput = Checked<typeof learnInput>;
export type ConfirmInput = Checked<typeof confirmInput>;
export type PatternInput = Checked<typeof patternInput>;
export type DetectOutput = Checked<typeof detectOutput>;
export type ShowDnaOutput = Checked<typeof showDnaOutput>;
export type DescribeOutput = Checked<typeof describeOutput>;
export type PurposeOutput = Checked<typeof purposeOutput>;
export type ConstraintOutput = Checked<typeof constraintOutput>;
export type PatternOutput = Checked<typeof patternOutput>;
