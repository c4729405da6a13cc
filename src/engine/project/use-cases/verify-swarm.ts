import { FILE_NAMES } from '../../crtx/cortex-io.ts';
import type { InspectedFile } from '../../crtx/inspect.ts';
import { ignoresCase } from '../../crtx/root.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { findManifestProblems } from '../../swarm/manifest-problems.ts';
import { NOT_CHANGED } from '../../swarm/projection.ts';
import type { SwarmState } from '../../swarm/state/state.ts';
import { swarmLog } from '../../swarm/swarm-log.ts';
import { lineAndColumn, locateJsonPath } from '../../text/json/json-position.ts';
import { decodeUtf8 } from '../../text/utf8.ts';
import type { Finding } from '../schemas/project.ts';
import { notAdoptedFindings } from './verify-adoption.ts';
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
  return notAdoptedFindings(runtime, swarmLog(runtime, root, ignoresCase(runtime.fs, root)), { core, state }, FILE_NAMES.swarm);
}

function unusableManifestFindings({ value, content, file, errors }: InspectedFile<'swarm'>): Finding[] {
  const { tasks, limits } = findManifestProblems(value.data);
  const text = decodeUtf8(content.bytes, file).replace(/^\ufeff/, '');
  const taskProblems = tasks.map(({ text, path }) => ({ message: `data.decomposition cannot be used: ${text}.`, path }));
  return [...taskProblems, ...limits.map(({ text, path }) => ({ message: `${text}.`, path }))].map(({ message, path }) => ({
    severity: 'error',
    message,
    next: NOT_CHANGED,
    // Positions are shifted by entries that were left out, so locate only the list.
    ...lineAndColumn(text, locateJsonPath(text, errors.length > 0 ? path.slice(0, 2) : path)),
  }));
}
