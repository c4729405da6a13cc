import path from 'node:path';
import { writeFileDurable } from '../../files/atomic-file.ts';
import { CortexError } from '../../platform/errors.ts';
import type { OperationContext, Outcome } from '../../platform/operation.ts';
import { typedText } from '../../platform/typed-text.ts';
import { planYaml } from '../plans/import/plan-yaml.ts';
import { findSource, readSource } from '../plans/import/read-source.ts';
import { toPlan } from '../plans/import/to-plan.ts';
import type { ImportInput, ImportOutput } from '../schemas/import.ts';

/** Name of standard input in messages. */
const INPUT = 'standard input';

/** Maximum number of warnings: others would scroll the plan away. */
const MAX_WARNINGS = 10;

function firstOf(notes: readonly string[]): string[] {
  const more = notes.length - MAX_WARNINGS;
  return more <= 0 ? [...notes] : [...notes.slice(0, MAX_WARNINGS), `and ${more} more like these: --json lists all`];
}

/** @throws CortexError `invalid-input` for standard input where a folder is needed */
async function textOf(context: OperationContext, { format, source }: ImportInput): Promise<string | null> {
  if (source !== '-') return null;
  if (format !== 'backlog') return typedText(context, source);
  throw new CortexError('invalid-input', 'Backlog.md keeps its tasks in a folder', {
    value: source,
    next: 'Name it: cortex import backlog FOLDER',
  });
}

/**
 * Makes a plan of the open tasks of another program, and writes it to a new file if one is named.
 * @throws CortexError `not-found` without open tasks; `broken-file` for tasks that cannot be read; `already-exists` for the new file
 */
export async function importPlan(context: OperationContext, input: ImportInput): Promise<Outcome<ImportOutput>> {
  const { runtime, directory } = context;
  const { format, tag, out } = input;
  const text = await textOf(context, input);
  const source = text === null ? findSource(runtime.fs, format, path.resolve(directory, input.source)) : INPUT;
  const imported = readSource(runtime.fs, { format, source, text, tag });
  const { decomposition, count, done, dropped, started, notes } = toPlan(imported, source);
  const plan = planYaml(decomposition);
  const written = out === undefined ? null : path.resolve(directory, out);
  if (written !== null) await writeFileDurable(runtime, written, Buffer.from(plan), { exclusive: true });
  return {
    ok: true,
    output: { source, plan, goal: imported.goal, tasks: count, done, dropped, started: [...started], written, notes: [...notes] },
    warnings: firstOf(notes),
  };
}
