import path from 'node:path';
import { TextEdits } from '../../files/second-look/text-edits.ts';
import { withGitState } from '../../files/unmerged-files.ts';
import { CortexError } from '../../platform/errors.ts';
import { mergedVersions } from '../../platform/git/merged-versions.ts';
import type { OperationContext, Outcome } from '../../platform/operation.ts';
import { ConflictResolution, RESOLUTION_TEXT, type ResolvedConflicts } from '../../text/conflicts/resolved-conflicts.ts';
import { shellWord } from '../../text/shell-word.ts';
import { pathExists } from '../notes/history.ts';
import { certainTeamText, describeContradiction, describeRenamedTask, resolveTeamText } from '../resolve-text.ts';
import type { SettleInput } from '../schemas/maintenance.ts';
import { teamFile } from '../team-files.ts';
import { readConfig, withTeamCommands } from './in-team.ts';

/** File of a team, and the root for its edit. */
interface TeamFileLocation {
  readonly root: string;
  /** `/`-separated. */
  readonly relative: string;
}

/** Possible numbers of path components below the team directory. */
const DEPTHS = [2, 3];

/** Returns the place of a file by its path alone, because a configuration with conflicts does not tell where the team is. */
function placeIn(file: string): TeamFileLocation | null {
  const names = file.split(path.sep);
  if (names.slice(-2).join('/') === '.cortex/config.yaml') return { root: path.dirname(file), relative: 'config.yaml' };
  const relative = DEPTHS.map((depth) => names.slice(-depth).join('/')).find((each) => teamFile(each) !== null);
  return relative === undefined ? null : { root: file.slice(0, -relative.length - 1), relative };
}

/**
 * Resolves the path against the current directory, or else against the team directory, as `doctor` prints it.
 * @throws CortexError `not-found`, `invalid-input`
 */
function placeOf(context: OperationContext, { file, team }: SettleInput): TeamFileLocation {
  const { runtime, directory } = context;
  const typed = path.resolve(directory, file);
  const found = pathExists(runtime.fs, typed) ? typed : path.resolve(readConfig(context, team).directory, file);
  if (!pathExists(runtime.fs, found))
    throw new CortexError('not-found', 'there is no such file', { file, next: 'List the files with "cortex team doctor".' });
  const place = placeIn(found);
  if (place !== null) return place;
  const allowed = 'agents/…, projects/…, templates/… of a team directory, ~/.cortex/config.yaml';
  throw new CortexError('invalid-input', 'not a file of a team directory', {
    file,
    allowed,
    next: 'List the files with "cortex team doctor".',
  });
}

/** Resolves merge conflicts by keeping both sides, ours first, with whole tasks (rulings, all protocols 10). */
export function resolveConflicts(context: OperationContext, input: SettleInput): Promise<Outcome<ResolvedConflicts>> {
  return withTeamCommands(input.team, () => resolveFile(context, input));
}

async function resolveFile(context: OperationContext, input: SettleInput): Promise<Outcome<ResolvedConflicts>> {
  const { root, relative } = placeOf(context, input);
  const edits = new TextEdits(context.runtime, { root: context.runtime.fs.realpathSync(root), isReal: true, local: '.local' });
  const file = path.join(root, relative);
  const resolution = new ConflictResolution({ file, command: ['cortex', 'team', 'settle', file].map(shellWord).join(' ') });
  const kind = teamFile(relative)?.kind ?? null;
  const versions = await mergedVersions(file);
  const keepBoth = (delimited: string) => {
    const { text, renamed, contradictions } = resolveTeamText(delimited, kind, { versions });
    const ids = renamed.map((task) => `${file}: ${describeRenamedTask(task)}`);
    return { text, warnings: [...ids, ...contradictions.map((each) => describeContradiction(file, each))] };
  };
  await edits.edit(relative, (text) => text && resolution.resolve(text, (whole) => certainTeamText(whole, kind, versions), keepBoth), {
    what: () => RESOLUTION_TEXT,
  });
  return withGitState(context.runtime.fs, file, resolution.outcome(edits.problems));
}
