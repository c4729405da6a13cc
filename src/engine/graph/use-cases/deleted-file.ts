import { isGone } from '../../crtx/index.ts';
import { CortexError } from '../../platform/errors.ts';
import { readGit } from '../../platform/git/git.ts';
import type { OperationContext } from '../../platform/operation.ts';
import { shellWord } from '../../text/shell-word.ts';
import type { GraphModel } from '../graph-model.ts';
import { languageOf } from '../languages.ts';
import { folderOf } from '../structure/paths.ts';
import { deadLinksTo } from './dead-links.ts';

/** Languages in which the files of a folder use each other's names without an import. */
const SHARED: ReadonlySet<string> = new Set(['go', 'java']);
/** Maximum number of listed files of the same package. */
const MAX_LISTED = 5;

/** Whether git knows a path: it is in the index, or a commit changed it. */
async function isKnownToGit(root: string, path: string): Promise<boolean> {
  const place = ['--', path];
  const answers = await Promise.all([
    readGit(root, ['ls-files', '--cached', ...place]),
    readGit(root, ['log', '-1', '--format=%h', ...place]),
  ]);
  return answers.some((answer) => !('problem' in answer) && answer.output.length > 0);
}

/** Names the other files of the package, which may use the deleted file without an import. */
function packageFiles(model: GraphModel, path: string): string {
  const language = languageOf(path)?.name;
  if (language === undefined || !SHARED.has(language)) return 'No unresolved import can mean it.';
  const [folder, isThere] = [folderOf(path), (at: number): boolean => model.fileOf[at] === at];
  const others = model.nodes.flatMap(({ path: each }, at) =>
    isThere(at) && folderOf(each) === folder && languageOf(each)?.name === language ? [each] : [],
  );
  if (others.length === 0) return 'Its package has no other files.';
  const left = others.length - MAX_LISTED;
  const listed = `${others.slice(0, MAX_LISTED).join(', ')}${left > 0 ? ` and ${left} more` : ''}`;
  return `Files of its package use its names without an import, so they are not listed as unresolved. Compile them: ${listed}.`;
}

/** Returns the error for a deleted source that the graph does not know; `null` if the path is not that of a deleted source. */
export async function deletedFileError(
  { runtime: { fs } }: OperationContext,
  root: string,
  model: GraphModel,
  path: string,
): Promise<CortexError | null> {
  if (languageOf(path) === null || !isGone(fs, root, path) || !(await isKnownToGit(root, path))) return null;
  const links = await deadLinksTo(fs, root, path);
  const [first] = links;
  const linked =
    first === undefined
      ? packageFiles(model, path)
      : `Symbolic links led to it (${links.join(', ')}): cortex graph blast ${shellWord(first)}.`;
  const next = `${linked} Its last version: git log -1 -p -- ${shellWord(path)}`;
  return new CortexError('not-found', 'not in the graph, because the file was deleted', { value: path, next });
}
