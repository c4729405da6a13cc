import type { CortexError } from '../../kernel/errors.ts';
import { quoted } from '../shorten.ts';
import { type OpenSubject, openSubjects } from '../swarm/open-subjects.ts';
import { FEW, type Refused } from '../swarm/swarm-answers.ts';
import type { SwarmDesk } from './desk.ts';
import { errorOf, refusalError } from './refusals.ts';

/** What was to be merged. */
interface Asked {
  readonly task?: string | undefined;
  readonly file?: string | undefined;
}

const options = (name: string, values: readonly string[]) =>
  values
    .slice(0, FEW)
    .map((value) => `--${name} ${quoted(value)}`)
    .join(', ');

/** Why no question is meant: there are several, or none about that file. */
function noQuestion(open: readonly OpenSubject[], task: string, file: string | undefined): CortexError {
  const files = options(
    'file',
    open.map(({ about }) => about),
  );
  if (open.length === 0)
    return errorOf('denied', `For task ${quoted(task)} no question is open; see "cortex swarm status" for what is waited for.`);
  if (file === undefined)
    return errorOf('denied', `For task ${quoted(task)} several questions are open; say which one is meant: ${files}.`);
  return errorOf('denied', `For task ${quoted(task)} no question about ${quoted(file)} is open; choose one that is: ${files}.`);
}

/** A refusal to merge or approve, with what could have been meant. */
export function mergeRefusal({ store }: SwarmDesk, { task, file }: Asked, refused: Refused): CortexError {
  if (refused.code !== 'no-ballot' && (refused.code !== 'nothing-to-merge' || task !== undefined)) return refusalError(refused);
  const manifest = store.manifest();
  const root = manifest.decomposition.id;
  const open = openSubjects(manifest).filter(({ kind }) => kind !== 'proposal');
  if (refused.code === 'no-ballot') {
    const asked = task ?? root;
    return noQuestion(
      open.filter((each) => each.kind === 'question' && each.task === asked),
      asked,
      file,
    );
  }
  const tasks = [...new Set(open.map((each) => each.task))].filter((id) => id !== root);
  return tasks.length === 0
    ? refusalError(refused)
    : refusalError(refused, { 'nothing-to-merge': `name the task that is meant: ${options('task', tasks)}` });
}
