import path from 'node:path';
import { FILE_NAMES } from '../crtx/cortex-io.ts';
import type { TolerantFile } from '../crtx/invalid/tolerant-format.ts';
import { repairedText } from '../crtx/invalid/tolerant-format.ts';
import { resolveLocalFolder } from '../crtx/local-folder.ts';
import { CORTEX_FOLDER } from '../crtx/root.ts';
import { projectIdReader } from '../crtx/store-life.ts';
import { pathInProject } from '../crtx/typed/typed-path.ts';
import type { Content } from '../files/file-content.ts';
import type { AdoptionOptions } from '../log/publishing/adoption.ts';
import { type LeftOutParts, leftOutParts } from '../log/publishing/left-out.ts';
import type { Runtime } from '../platform/runtime.ts';
import { lineAndColumn, locateJsonPath } from '../text/json/json-position.ts';
import { decodeRepairable } from '../text/utf8.ts';
import { isAnswerTo, type SwarmAnswer } from './answers.ts';
import { escapeLockPath } from './locks/lock-path.ts';
import { escapeExisting } from './locks/names-on-disk.ts';
import { swarmProjection } from './projection.ts';
import { swarmMachine } from './state/machine.ts';
import { findJsonPath, listNotAdopted } from './state/not-adopted.ts';
import type { SwarmRecord } from './state/records.ts';
import type { SwarmState } from './state/state.ts';

export type SwarmLogOptions = AdoptionOptions<SwarmRecord, SwarmState, SwarmAnswer, TolerantFile<'swarm'>>;

/**
 * Returns the options of a project's swarm log and its publication.
 * @param root as returned by `findProjectRoot`
 * @param foldCase true when the file system is case-insensitive
 * @throws CortexError when its folder is outside the project
 */
export function swarmLog(runtime: Runtime, root: string, foldCase: boolean): SwarmLogOptions {
  const projection = swarmProjection({
    file: path.join(root, CORTEX_FOLDER, FILE_NAMES.swarm),
    project: projectIdReader(runtime, root),
    foldCase,
    literalPath: (text) => {
      const written = pathInProject(runtime.fs, { root, tree: root, folder: null }, text, escapeLockPath);
      return escapeExisting(runtime.fs, [root], written);
    },
  });
  return { directory: resolveLocalFolder(runtime.fs, root, 'swarm'), machine: swarmMachine, projection, leftOut };
}

/** Returns the parts of an edited `swarm.crtx` that were not adopted, with their positions; `null` if all were. */
function leftOut(answer: SwarmAnswer, { bytes }: Content): LeftOutParts | null {
  const parts = isAnswerTo(answer, 'adopt') ? listNotAdopted(answer.result) : [];
  if (parts.length === 0) return null;
  const written = decodeRepairable(bytes).replace(/^\ufeff/, '');
  const text = repairedText(written, 'swarm');
  const file: unknown = JSON.parse(text);
  return leftOutParts(parts, ({ place }) => lineAndColumn(written, locateJsonPath(text, findJsonPath(file, place))));
}
