import { adviceForInvalidEntries } from '../../crtx/backup-files.ts';
import { type Content, identityOf, readContent, statOf } from '../../files/file-content.ts';
import type { CoreState } from '../../log/core-state.ts';
import type { Loggable } from '../../log/machine.ts';
import type { AdoptionOptions } from '../../log/publishing/adoption.ts';
import { foreignDifference } from '../../log/publishing/foreign-difference.ts';
import { type LeftOutParts, leftOutErrors } from '../../log/publishing/left-out.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { Finding } from '../schemas/project.ts';
import { toFinding } from './verify-findings.ts';

/** The state of a log that can be read. */
interface ReadLog<State> {
  readonly core: Readonly<CoreState>;
  readonly state: State;
}

/**
 * Reports valid parts of a file that the next command would not adopt into its log. Writes nothing.
 * @param name of the file below `.cortex/`
 * @throws CortexError when the file or its log cannot be read
 */
export function notAdoptedFindings<Operation extends Loggable, State, Answer, Foreign>(
  runtime: Runtime,
  options: AdoptionOptions<Operation, State, Answer, Foreign>,
  log: ReadLog<State>,
  name: string,
): Finding[] {
  const { file } = options.projection;
  const parts = notAdopted(runtime, options, log);
  if (parts === null) return [];
  return leftOutErrors(parts, file, adviceForInvalidEntries(name)).map((error) => toFinding(error, file));
}

/**
 * Returns the valid parts of a file that the next command would not adopt into its log; `null` if it would adopt all. Writes nothing.
 * @throws CortexError when the file cannot be read
 */
export function notAdopted<Operation extends Loggable, State, Answer, Foreign>(
  runtime: Runtime,
  options: AdoptionOptions<Operation, State, Answer, Foreign>,
  log: ReadLog<State>,
): LeftOutParts | null {
  const { file } = options.projection;
  const stat = statOf(runtime.fs, file);
  const content = stat === null ? null : readContent(runtime, file, identityOf(stat));
  return content === null ? null : previewAdoption(runtime, options, log, content);
}

/** Returns the parts of a content that the next command would not adopt; `null` if it would adopt all, or has done so. */
function previewAdoption<Operation extends Loggable, State, Answer, Foreign>(
  runtime: Runtime,
  options: AdoptionOptions<Operation, State, Answer, Foreign>,
  { core, state }: ReadLog<State>,
  content: Content,
): LeftOutParts | null {
  if (core.knows(content.hash)) return null;
  const { machine, projection } = options;
  const foreign = projection.parse(content.bytes);
  const operation = foreignDifference(runtime, options, { core, state }, foreign, content.written)(content.hash);
  const copy = machine.restore(JSON.parse(JSON.stringify(machine.snapshot(state))));
  const place = { ordinal: core.ordinal + 1, time: Math.max(core.time, runtime.clock.now()), id: '' };
  return options.leftOut?.(machine.apply(copy, operation, place).answer, content) ?? null;
}
