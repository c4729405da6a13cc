import * as z from 'zod';
import { learnedPatternSchema, projectConstraintSchema, projectDnaSchema } from '../../crtx/schema/dna.ts';
import { type Checked, onDemand } from '../../platform/on-demand.ts';
import { defineOperation, type Operation } from '../../platform/operation.ts';

const CONSTRAINT_TYPES = ['memory', 'cost', 'latency', 'security', 'compliance', 'convention'] as const;
const SEVERITIES = ['must', 'should', 'prefer'] as const;

const patternId = () => z.string().describe('the id of the pattern').meta({ positional: true });
const evidence = onDemand(() => z.array(z.string()).default([]).describe('a timeline entry or file that shows it; may be repeated'));

const detectInput = onDemand(() => z.object({ dryRun: z.boolean().default(false).describe('only say what would change') }));
const nothing = onDemand(() => z.object({}));
const describeInput = onDemand(() =>
  z.object({
    tokens: z.int().min(150, 'at least 150').default(2_000).describe('how long the page may be, in tokens of 4 bytes'),
  }),
);
const purposeInput = onDemand(() => z.object({ text: z.string().describe('what the project is for').meta({ positional: true }) }));
const constrainInput = onDemand(() =>
  z.object({
    type: z.enum(CONSTRAINT_TYPES).describe('what the rule is about'),
    severity: z.enum(SEVERITIES).describe('how binding it is'),
    rule: z.string().describe('the rule itself'),
    reason: z.string().describe('why it exists'),
  }),
);
const unconstrainInput = onDemand(() =>
  z.object({
    rule: z.string().describe('its words, or some of them, in any order, that no other rule has').meta({ positional: true }),
  }),
);
const learnInput = onDemand(() =>
  z.object({
    domain: z.string().describe('the area where it applies'),
    pattern: z.string().describe('what was learned'),
    from: evidence(),
  }),
);
const confirmInput = onDemand(() => z.object({ id: patternId(), from: evidence() }));
const patternInput = onDemand(() => z.object({ id: patternId() }));

/** What detection changed, or would change; `begun`: there was no DNA before. */
export const detectOutput = onDemand(() =>
  z.object({
    begun: z.boolean(),
    dryRun: z.boolean(),
    changes: z.array(z.object({ change: z.enum(['added', 'removed', 'changed']), place: z.string(), value: z.string() })),
  }),
);
// The schemas of the file are made when they are needed: most of what loads this list asks for something else.
/** `sure`: how sure one is of each pattern now, in their order. */
export const showDnaOutput = onDemand(() => z.object({ dna: z.lazy(projectDnaSchema), sure: z.array(z.number()) }));
/** `leftOut`: how many lines had no room. */
export const describeOutput = onDemand(() => z.object({ text: z.string(), tokens: z.int(), leftOut: z.int() }));
export const purposeOutput = onDemand(() => z.object({ purpose: z.string() }));
export const constraintOutput = onDemand(() => z.object({ constraint: z.lazy(projectConstraintSchema) }));
/** `sure`: how sure one is of it now. */
export const patternOutput = onDemand(() => z.object({ pattern: z.lazy(learnedPatternSchema), sure: z.number() }));

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

const useCases = () => import('../use-cases/dna.ts');

/** Seed 1, "ProjectDNA"; RULINGS, crtx 4 and 11. */
export const dnaOperations: readonly Operation[] = [
  defineOperation({
    name: 'dna detect',
    description: 'Write down what the project says of itself: stack, parts, places that break; what people typed stays',
    effect: 'write',
    input: detectInput,
    output: detectOutput,
    load: async () => (await useCases()).detectDna,
  }),
  defineOperation({
    name: 'dna show',
    description: 'Show all that is written down',
    effect: 'read',
    input: nothing,
    output: showDnaOutput,
    load: async () => (await useCases()).showDna,
  }),
  defineOperation({
    name: 'dna describe',
    description: 'Give an agent a page of it that fits a number of tokens, the most important first',
    effect: 'read',
    input: describeInput,
    output: describeOutput,
    load: async () => (await useCases()).describeProject,
  }),
  defineOperation({
    name: 'dna purpose',
    description: 'Say what the project is for',
    effect: 'write',
    input: purposeInput,
    output: purposeOutput,
    load: async () => (await useCases()).setPurpose,
  }),
  defineOperation({
    name: 'dna constrain',
    description: 'Add a rule that work on the project keeps to, or change one',
    effect: 'write',
    input: constrainInput,
    output: constraintOutput,
    load: async () => (await useCases()).constrain,
  }),
  defineOperation({
    name: 'dna unconstrain',
    description: 'Take a rule out',
    effect: 'write',
    input: unconstrainInput,
    output: constraintOutput,
    load: async () => (await useCases()).unconstrain,
  }),
  defineOperation({
    name: 'dna learn',
    description: 'Write down a pattern that work on the project has taught',
    effect: 'write',
    input: learnInput,
    output: patternOutput,
    load: async () => (await useCases()).learnPattern,
  }),
  defineOperation({
    name: 'dna confirm',
    description: 'Say that a pattern proved right: one is surer of it',
    effect: 'write',
    input: confirmInput,
    output: patternOutput,
    load: async () => (await useCases()).confirmPattern,
  }),
  defineOperation({
    name: 'dna doubt',
    description: 'Say that a pattern proved wrong: one is less sure of it',
    effect: 'write',
    input: patternInput,
    output: patternOutput,
    load: async () => (await useCases()).doubtPattern,
  }),
  defineOperation({
    name: 'dna forget',
    description: 'Take a pattern out',
    effect: 'write',
    input: patternInput,
    output: patternOutput,
    load: async () => (await useCases()).forgetPattern,
  }),
];
