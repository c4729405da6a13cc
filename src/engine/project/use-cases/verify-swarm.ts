import { adviceForInvalidEntries } from '../../crtx/backup-files.ts';
import { FILE_NAMES } from '../../crtx/cortex-io.ts';
import type { InspectedFile } from '../../crtx/inspect.ts';
import { ignoresCase } from '../../crtx/root.ts';
import { type Content, identityOf, readContent, statOf } from '../../files/file-content.ts';
import type { CoreState } from '../../log/core-state.ts';
import { foreignDifference } from '../../log/publishing/foreign-difference.ts';
import { type LeftOutParts, leftOutErrors } from '../../log/publishing/left-out.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { findManifestProblems } from '../../swarm/manifest-problems.ts';
import { NOT_CHANGED } from '../../swarm/projection.ts';
import { swarmMachine } from '../../swarm/state/machine.ts';
import type { SwarmState } from '../../swarm/state/state.ts';
import { swarmLog } from '../../swarm/swarm-log.ts';
import { lineAndColumn, locateJsonPath } from '../../text/json/json-position.ts';
import { decodeUtf8 } from '../../text/utf8.ts';
import type { Finding } from '../schemas/project.ts';
import { toFinding } from './verify-findings.ts';
import type { VerifiedLog } from './verify-log.ts';

/**
 * Reports valid parts of `swarm.crtx` that would not be adopted: those that the next command would leave out, or, without a log, why the
 * file cannot be used.
 * @param root the project's folder
 */
export function swarmFindings(
  runtime: Runtime,
  root: string,
  log: Pick<VerifiedLog<SwarmState>, 'core' | 'state'>,
  found: InspectedFile<'swarm'>,
): Finding[] {
  const { core, state } = log;
  const isLogged = core !== null && state !== null && (core.published !== null || core.adopted > 0);
  if (!isLogged) return unusableManifestFindings(found);
  const stat = statOf(runtime.fs, found.file);
  const content = stat === null ? null : readContent(runtime, found.file, identityOf(stat));
  if (content === null) return [];
  const parts = previewAdoption(runtime, root, { core, state }, content);
  if (parts === null) return [];
  return leftOutErrors(parts, found.file, adviceForInvalidEntries(FILE_NAMES.swarm)).map((error) => toFinding(error, found.file));
}

/**
 * Returns the parts of a `swarm.crtx` with a log that the next command would not adopt; `null` if it would adopt all, or has done so.
 * Writes nothing.
 * @throws CortexError when the file or its log cannot be read
 */
function previewAdoption(
  runtime: Runtime,
  root: string,
  log: { readonly core: Readonly<CoreState>; readonly state: SwarmState },
  content: Content,
): LeftOutParts | null {
  const { core, state } = log;
  if (core.knows(content.hash)) return null;
  const options = swarmLog(runtime, root, ignoresCase(runtime.fs, root));
  const foreign = options.projection.parse(content.bytes);
  const operation = foreignDifference(runtime, options, log, foreign, content.written)(content.hash);
  const copy = swarmMachine.restore(JSON.parse(JSON.stringify(swarmMachine.snapshot(state))));
  const place = { ordinal: core.ordinal + 1, time: Math.max(core.time, runtime.clock.now()), id: '' };
  return options.leftOut?.(swarmMachine.apply(copy, operation, place).answer, content) ?? null;
}

function unusableManifestFindings({ value, content, file, errors }: InspectedFile<'swarm'>): Finding[] {
  const { tasks, limits } = findManifestProblems(value.data);
  const text = decodeUtf8(content.bytes, file).replace(/^\ufeff/, '');
  const taskProblems = tasks.map(({ text, path }) => ({ message: `data.decomposition cannot be used: ${text}.`, path }));
  return [...taskProblems, ...limits.map(({ text, path }) => ({ message: `${text}.`, path }))].map(({ message, path }) => ({
    ...{ severity: 'error', message, next: NOT_CHANGED },
    // Positions are shifted by entries that were left out, so locate only the list.
    ...lineAndColumn(text, locateJsonPath(text, errors.length > 0 ? path.slice(0, 2) : path)),
  }));
}
