import { FILE_NAMES } from '../../crtx/cortex-io.ts';
import type { InspectedFile } from '../../crtx/inspect.ts';
import { takenOver } from '../../crtx/put-aside.ts';
import { ignoresCase } from '../../crtx/root.ts';
import { identityOf, readContent, statOf } from '../../files/file-content.ts';
import { leftOutErrors } from '../../log/publishing/left-out.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { manifestProblems } from '../../swarm/manifest-problems.ts';
import { NOT_CHANGED } from '../../swarm/projection.ts';
import type { SwarmState } from '../../swarm/state/state.ts';
import { previewAdoption, swarmLog } from '../../swarm/swarm-log.ts';
import { lineAndColumn, locateJsonPath } from '../../text/json-position.ts';
import { decodeUtf8 } from '../../text/utf8.ts';
import type { Finding } from '../schemas/project.ts';
import { findingOf } from './verify-findings.ts';
import type { VerifiedLog } from './verify-log.ts';

/**
 * What is valid in `swarm.crtx`, and would not be taken over: what the next command would leave out, or, of a file without a log, why it
 * cannot be worked on.
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
  if (!isLogged) return unworkable(found);
  const stat = statOf(runtime.fs, found.file);
  const content = stat === null ? null : readContent(runtime, found.file, identityOf(stat));
  if (content === null) return [];
  const parts = previewAdoption(runtime, swarmLog(runtime, root, ignoresCase(runtime.fs, root)), { core, state }, content);
  if (parts === null) return [];
  return leftOutErrors(parts, found.file, takenOver(FILE_NAMES.swarm)).map((error) => findingOf(error, found.file));
}

function unworkable({ value, content, file, errors }: InspectedFile<'swarm'>): Finding[] {
  const { tasks, limits } = manifestProblems(value.data);
  const text = decodeUtf8(content.bytes, file).replace(/^\ufeff/, '');
  const said = tasks.map(({ text, path }) => ({ message: `data.decomposition cannot be used: ${text}.`, path }));
  return [...said, ...limits.map(({ text, path }) => ({ message: `${text}.`, path }))].map(({ message, path }) => ({
    ...{ severity: 'error', message, next: NOT_CHANGED },
    // Without the entries that are left out the others stand elsewhere.
    ...lineAndColumn(text, locateJsonPath(text, errors.length > 0 ? path.slice(0, 2) : path)),
  }));
}
