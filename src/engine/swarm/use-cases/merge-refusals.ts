import { quoted } from '../../crtx/shorten.ts';
import { CortexError } from '../../platform/errors.ts';
import { type OpenSubject, openSubjects } from '../decisions/open-subjects.ts';
import type { Explanation } from '../events/explanation.ts';
import { FEW, type Refused } from '../refusal.ts';
import type { OpenSwarm } from './context.ts';
import { refusalError, toReader } from './refusals.ts';

/** What the caller wanted to merge. */
interface Asked {
  readonly task?: string | undefined;
  readonly file?: string | undefined;
}

const options = (name: string, values: readonly string[]) =>
  values
    .slice(0, FEW)
    .map((value) => `--${name} ${quoted(value)}`)
    .join(', ');

/** Explains why no single question is selected: there are several, or none about that file. */
function noQuestion(open: readonly OpenSubject[], task: string, file: string | undefined): Explanation {
  const files = options(
    'file',
    open.flatMap((question) => question.file ?? []),
  );
  const about = `For task ${quoted(task)}`;
  if (open.length === 0) return { what: `${about} no question is open`, next: 'See "cortex swarm status" for pending decisions.' };
  if (file === undefined) return { what: `${about} several questions are open`, next: `Choose one: ${files}.` };
  if (files === '') return { what: `${about} the open question is about a candidate, not a file`, next: 'Omit --file.' };
  return { what: `${about} no question about ${quoted(file)} is open`, next: `Choose an open one: ${files}.` };
}

/** Returns the only task with an open decision of a kind; `undefined` if there are several. */
export function findOnlyTask({ store }: OpenSwarm, kind: OpenSubject['kind']): string | undefined {
  const [task, ...others] = new Set(openSubjects(store.manifest()).flatMap((each) => (each.kind === kind ? [each.task] : [])));
  return others.length === 0 ? task : undefined;
}

/** Returns a refused merge or approval as an error that lists the possible choices. */
export function mergeRefusal(context: OpenSwarm, { task, file }: Asked, refused: Refused): CortexError {
  const reader = toReader(context);
  if (refused.code !== 'no-ballot' && (refused.code !== 'nothing-to-merge' || task !== undefined)) return refusalError(refused, reader);
  const manifest = context.store.manifest();
  const root = manifest.decomposition.id;
  const open = openSubjects(manifest).filter(({ kind }) => kind !== 'proposal');
  if (refused.code === 'no-ballot') {
    const asked = task ?? root;
    const questions = open.filter((each) => each.kind === 'question' && each.task === asked);
    const { what, next } = noQuestion(questions, asked, file);
    return new CortexError('denied', what, { next });
  }
  const tasks = [...new Set(open.map((each) => each.task))].filter((id) => id !== root);
  return tasks.length === 0
    ? refusalError(refused, reader)
    : refusalError(refused, reader, { 'nothing-to-merge': `Name the task: ${options('task', tasks)}.` });
}
