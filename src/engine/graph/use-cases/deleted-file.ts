import { isGone } from '../../crtx/index.ts';
import { CortexError, joinSentences } from '../../platform/errors.ts';
import { readGit } from '../../platform/git/git.ts';
import type { OperationContext } from '../../platform/operation.ts';
import { shellWord } from '../../text/shell-word.ts';
import type { GraphModel } from '../graph-model.ts';
import { languageOf } from '../languages.ts';
import { symbolFile } from '../questions/files-named.ts';
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

/** Returns a folder whose files share their names. In Java, `src/main/java/a` and `src/test/java/a` of a module are the same package. */
const packageFolder = (path: string): string => folderOf(path).replace(/(^|\/)src\/[^/]+\/java(?=\/|$)/, '$1src/*/java');

/** Names the other files of the package, which may use the deleted file without an import; empty in languages without such uses. */
function packageFiles(model: GraphModel, path: string): string {
  const language = languageOf(path)?.name;
  if (language === undefined || !SHARED.has(language)) return '';
  const [folder, isThere] = [packageFolder(path), (at: number): boolean => model.fileOf[at] === at];
  const others = model.nodes.flatMap(({ path: each }, at) =>
    isThere(at) && languageOf(each)?.name === language && packageFolder(each) === folder ? [each] : [],
  );
  if (others.length === 0) return 'Its package has no other files.';
  const left = others.length - MAX_LISTED;
  const listed = `${others.slice(0, MAX_LISTED).join(', ')}${left > 0 ? ` and ${left} more` : ''}`;
  return `Files of its package use its names without an import, so they are not listed as unresolved. Compile them: ${listed}.`;
}

/** What asks for a path that the graph does not know. */
export interface AskedGraph {
  readonly context: OperationContext;
  /** Root folder of the project, a real path. */
  readonly root: string;
  readonly model: GraphModel;
}

/**
 * Returns the error for a deleted source that the graph does not know; `null` if the path is not that of a deleted source.
 * @param isMeant whether an unresolved import may mean it
 */
export async function deletedFileError({ context, root, model }: AskedGraph, path: string, isMeant: boolean): Promise<CortexError | null> {
  const { fs } = context.runtime;
  if (languageOf(path) === null || !isGone(fs, root, path) || !(await isKnownToGit(root, path))) return null;
  const links = await deadLinksTo(fs, root, path);
  const [first] = links;
  const linked = first === undefined ? '' : `Symbolic links led to it (${links.join(', ')}): cortex graph blast ${shellWord(first)}.`;
  const found = [linked, packageFiles(model, path)].filter((each) => each !== '');
  const said = found.length === 0 && !isMeant ? ['No unresolved import can mean it.'] : found;
  const next = [...said, `Its last version: git log -1 -p -- ${shellWord(path)}`].join(' ');
  return new CortexError('not-found', 'not in the graph, because the file was deleted', { value: path, next });
}

/** Returns a warning for each path that the graph does not know, although an answer is given. It says so if a file was deleted. */
export function unknownWarnings(asked: AskedGraph, paths: readonly string[]): Promise<string[]> {
  return Promise.all(
    paths.map(async (path) => {
      const deleted = await deletedFileError(asked, symbolFile(path), true);
      return deleted === null ? `${path}: not in the graph` : `${path}: ${joinSentences(deleted.message, deleted.data.next)}`;
    }),
  );
}
