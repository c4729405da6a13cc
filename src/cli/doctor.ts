import * as z from 'zod';
import { mayBeUnmerged } from '../engine/files/git-state.ts';
import type { readUnnamedConflicts } from '../engine/needs/needs-you.ts';
import { CortexError, describeError, type ErrorCode } from '../engine/platform/errors.ts';
import { type Checked, onDemand } from '../engine/platform/on-demand.ts';
import { defineOperation, type Operation, type OperationContext, type Outcome } from '../engine/platform/operation.ts';
import { placeOptions } from '../engine/workspace/named-places.ts';
import type { Program } from './dispatch.ts';
import type { Output } from './print.ts';

/** A check of one part, done by a command with `--json`. */
export interface PartCheck {
  readonly part: string;
  readonly program: 'cortex' | 'cstack';
  /** Words after the name of the program. */
  readonly words: readonly string[];
  readonly load: () => Promise<Program>;
  /** The option of that command for the place of the part. */
  readonly place?: 'team' | 'vault';
}

/** Loads what reads the unmerged files that no part names; only during a merge. */
export type LoadConflicts = () => Promise<{ readonly readUnnamedConflicts: typeof readUnnamedConflicts }>;

interface Checks {
  readonly checks: readonly PartCheck[];
  readonly conflicts: LoadConflicts;
}

/** `path`: relative to the checked folder. Findings of severity `information` are no problems, and are not counted. */
const finding = onDemand(() =>
  z.object({
    severity: z.enum(['error', 'warning', 'information']),
    path: z.string().nullable(),
    line: z.int().nullable(),
    column: z.int().nullable(),
    message: z.string(),
    next: z.string().nullable(),
  }),
);

/** `state`: `none` when the part does not exist here; `failed` when it could not be checked, for which `findings` has the reason. */
const checkedPart = onDemand(() =>
  z.object({
    part: z.string(),
    command: z.string(),
    state: z.enum(['ok', 'warnings', 'errors', 'failed', 'none']),
    errors: z.int(),
    warnings: z.int(),
    findings: z.array(finding()),
  }),
);
const doctorInput = onDemand(() => z.object(placeOptions));
type DoctorInput = Checked<typeof doctorInput>;

export const doctorOutput = onDemand(() => z.object({ parts: z.array(checkedPart()), errors: z.int(), warnings: z.int() }));
export type DoctorOutput = Checked<typeof doctorOutput>;
type CheckedPart = Checked<typeof checkedPart>;
type PartFinding = Checked<typeof finding>;

const someFinding = onDemand(() => finding().extend({ file: z.string() }).partial().required({ severity: true, message: true }));

/** What the answers of the checks have in common. An answer has `error`, or some of the lists. */
const answer = onDemand(() =>
  z.object({
    error: z.object({ code: z.string(), message: z.string() }).loose().optional(),
    files: z.array(z.object({ file: z.string(), findings: z.array(someFinding()) })).default([]),
    findings: z.array(someFinding()).default([]),
    /** `null`: not found. */
    program: z.string().nullable().default(''),
    agents: z
      .array(z.object({ agent: z.string(), setUp: z.string(), problems: z.array(z.string()), next: z.string().nullable() }))
      .default([]),
  }),
);
type Answer = Checked<typeof answer>;

const problem = (message: string, next: string | null): PartFinding => {
  return { severity: 'error', path: null, line: null, column: null, message, next };
};

/** Returns the problems of connected agents. An agent that is not connected is none. */
function agentProblems({ program, agents }: Answer): PartFinding[] {
  const used = agents.filter(({ setUp }) => setUp !== 'no');
  const incomplete = used.flatMap(({ agent, setUp, problems, next }) =>
    problems.map((each) => problem(`${agent}: ${setUp === 'partly' ? `not complete: ${each}` : each}`, next && `Run: ${next}`)),
  );
  if (program !== null || used.length === 0) return incomplete;
  const next = 'Put it on the PATH, then run: cortex doctor agents';
  return [problem('the program cortex is not on the PATH, so hooks and servers do nothing', next), ...incomplete];
}

function findingsOf(said: Answer): PartFinding[] {
  const ofFiles = said.files.flatMap(({ file, findings }) => findings.map((each) => ({ ...each, file })));
  const found = [...ofFiles, ...said.findings].map(({ severity, message, path, file, line, column, next }) => {
    return { severity, message, path: path ?? file ?? null, line: line ?? null, column: column ?? null, next: next ?? null };
  });
  return [...found, ...agentProblems(said)];
}

/** Returns the reason why a part could not be checked, as a finding. */
function failure(error: NonNullable<Answer['error']>): PartFinding {
  const { code: _, message, next = null, ...data } = error;
  const said = describeError(new CortexError('io', message, data));
  return problem(said.replace(/\.$/, ''), typeof next === 'string' ? next : null);
}

const NOT_HERE: ErrorCode = 'not-found';

/** Returns the state of a part that was checked, with its findings. */
function judged(findings: PartFinding[]): Pick<CheckedPart, 'state' | 'errors' | 'warnings' | 'findings'> {
  const count = (wanted: PartFinding['severity']) => findings.filter(({ severity }) => severity === wanted).length;
  const [errors, warnings] = [count('error'), count('warning')];
  return { state: errors > 0 ? 'errors' : warnings > 0 ? 'warnings' : 'ok', errors, warnings, findings };
}

/** @param isNamed whether the person named the place of the part, so that it must be there */
function partOf({ part, program, words }: PartCheck, said: Answer, isNamed: boolean): CheckedPart {
  const named = { part, command: [program, ...words].join(' ') };
  if (said.error?.code === NOT_HERE && !isNamed) return { ...named, state: 'none', errors: 0, warnings: 0, findings: [] };
  if (said.error !== undefined) return { ...named, state: 'failed', errors: 1, warnings: 0, findings: [failure(said.error)] };
  return { ...named, ...judged(findingsOf(said)) };
}

const WARNING = 'warning: ';

/** Runs the command of a check in this process. @param warnings receives its warnings */
async function runCheck(check: PartCheck, context: OperationContext, named: DoctorInput, warnings: string[]): Promise<CheckedPart> {
  const { directory, exactDirectory, interactive } = context;
  let written = '';
  const output: Output = {
    write: (text) => {
      written += text;
    },
    error: (text) => {
      if (text.startsWith(WARNING)) warnings.push(`${check.part}: ${text.slice(WARNING.length)}`);
    },
  };
  const place = check.place === undefined ? undefined : named[check.place];
  const where = [...(exactDirectory ? ['--root', directory] : []), ...(place === undefined ? [] : [`--${check.place}=${place}`])];
  await (await check.load())([...check.words, '--json', ...where], output, interactive);
  return partOf(check, answer().parse(JSON.parse(written)), place !== undefined);
}

/** Returns the unmerged files that no other part names; `null` without any. */
async function checkConflicts(load: LoadConflicts, context: OperationContext, named: DoctorInput): Promise<CheckedPart | null> {
  const { runtime, directory, environment = {} } = context;
  if (!mayBeUnmerged(runtime.fs, directory)) return null;
  const { readUnnamedConflicts: read } = await load();
  const home = environment.HOME || environment.USERPROFILE || directory;
  const needs = await read(runtime, { directory, home, environment, named });
  if (needs.length === 0) return null;
  const findings = needs.map(({ rank, place: at, why }): PartFinding => {
    const severity = rank === 'soon' ? 'warning' : 'error';
    return { severity, path: at?.file ?? null, line: at?.line ?? null, column: null, message: why, next: null };
  });
  return { part: 'merge', command: 'cortex needs-you', ...judged(findings) };
}

/** Runs all checks, one after the other. @throws CortexError `not-found` if none of the parts is here */
async function examine({ checks, conflicts: load }: Checks, context: OperationContext, named: DoctorInput): Promise<Outcome<DoctorOutput>> {
  const warnings: string[] = [];
  const parts: CheckedPart[] = [];
  for (const check of checks) parts.push(await runCheck(check, context, named, warnings));
  const conflicts = await checkConflicts(load, context, named);
  if (conflicts !== null) parts.push(conflicts);
  if (parts.every(({ state }) => state === 'none')) {
    const message = `nothing to check here: no ${checks.map(({ part }) => part).join(', no ')}`;
    throw new CortexError(NOT_HERE, message, { file: context.directory, next: 'Start with: cortex init' });
  }
  const sum = (of: (part: CheckedPart) => number) => parts.reduce((total, part) => total + of(part), 0);
  const [errors, warned] = [sum((part) => part.errors), sum((part) => part.warnings)];
  return { ok: errors === 0, output: { parts, errors, warnings: warned }, warnings };
}

/**
 * Creates the operation that runs all checks.
 * @param onFailed called when a part could not be checked
 */
export function doctorOperation(description: string, checks: Checks, onFailed: () => void): Operation {
  return defineOperation({
    name: 'doctor',
    description,
    effect: 'read',
    input: doctorInput,
    output: doctorOutput,
    load: async () => async (context, named) => {
      const outcome = await examine(checks, context, named);
      if (outcome.output.parts.some(({ state }) => state === 'failed')) onFailed();
      return outcome;
    },
  });
}
