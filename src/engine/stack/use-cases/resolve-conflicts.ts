import path from 'node:path';
import { withGitState } from '../../files/unmerged-files.ts';
import { CortexError } from '../../platform/errors.ts';
import { mergedVersions } from '../../platform/git/merged-versions.ts';
import type { OperationContext, Outcome } from '../../platform/operation.ts';
import { ConflictResolution, RESOLUTION_TEXT, type ResolvedConflicts } from '../../text/conflicts/resolved-conflicts.ts';
import { settleCommand } from '../conflicts.ts';
import { AGENTS_FILE, nameExists } from '../files/find-stacks.ts';
import { adviseDuplicates } from '../plan/duplicate-tasks.ts';
import { certainStackText, resolveStackText } from '../resolve-text.ts';
import type { SettleInput } from '../schemas/settle.ts';
import { Stacks } from '../stacks.ts';
import { STACK_FILES } from '../store.ts';
import { openStacks, stacksAround } from './in-stacks.ts';

const MARKDOWN = '.md';

/** Resolves a file name from the current folder, else from the folder of AGENTS.md, because other commands print names relative to it. */
function fileNamed(context: OperationContext, named: string): string {
  const { directory, runtime } = context;
  const here = path.resolve(directory, named);
  const found = [here, path.resolve(openStacks(context).root, named)].find((file) => nameExists(runtime.fs, file));
  if (found !== undefined) return found;
  const next = 'Use a file that "cstack doctor" lists.';
  throw new CortexError('not-found', 'no such file', { file: here, next });
}

type Change = (change: (text: string | null) => string | null) => Promise<unknown>;

/** Returns how to edit a file. @throws CortexError `invalid-input` unless it is AGENTS.md with agents or a Markdown file of a stack */
function editorOf(stacks: Stacks, file: string): Change {
  if (stacks.agentsText !== null && file === stacks.agentsFile) return (change) => stacks.editAgents((text) => change(text) ?? text);
  const name = path.basename(file);
  const stack = stacksAround(stacks).stacks.find(({ store }) => store.directory === path.dirname(file));
  if (stack !== undefined && name.endsWith(MARKDOWN))
    return (change) => stack.store.edits.edit(name, change, { what: () => RESOLUTION_TEXT });
  const allowed = `${AGENTS_FILE} with agents, or a Markdown file of a stack`;
  const next = 'Resolve other files in an editor, or with "git mergetool".';
  throw new CortexError('invalid-input', 'the file does not belong to a stack', { file, allowed, next });
}

/** Keeps both sides of all merge conflicts in one file, and returns them. Nothing else in it changes. */
export async function resolveConflicts(context: OperationContext, { file: named }: SettleInput): Promise<Outcome<ResolvedConflicts>> {
  const { runtime } = context;
  const found = fileNamed(context, named);
  const file = path.join(runtime.fs.realpathSync(path.dirname(found)), path.basename(found));
  const stacks = Stacks.open(runtime, path.dirname(file));
  await stacks.look();
  const change = editorOf(stacks, file);
  const versions = await mergedVersions(file);
  const name = path.basename(file);
  const resolution = new ConflictResolution({ file, command: settleCommand(file) });
  await change((text) => {
    if (text === null) return null;
    const keepBoth = (delimited: string) => {
      const resolved = resolveStackText(name, delimited);
      const advice = name === STACK_FILES.plan ? adviseDuplicates(text, resolved, versions) : [];
      return { text: resolved, warnings: advice.map(({ line, words }) => `${file}:${line}: ${words}`) };
    };
    return resolution.resolve(text, (whole) => certainStackText(name, whole, versions), keepBoth);
  });
  return withGitState(runtime.fs, file, resolution.outcome(stacks.problems));
}
