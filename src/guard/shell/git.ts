import { type Expanded, joined } from './expand.ts';
import { argumentsOf } from './options.ts';

/** What a git command does to the files of a working tree. */
export interface GitEffect {
  /** The folder that `-C` names; `null`: the working directory. */
  readonly folder: Expanded | null;
  readonly command: string;
  /** It changes whatever files it likes. */
  readonly changesTree: boolean;
  /** The files that it names, and changes. */
  readonly files: readonly Expanded[];
  /** It changes no file of the working tree, and reads what it names. */
  readonly isReader: boolean;
  /** The words that may name a file: without messages. */
  readonly named: readonly Expanded[];
}

const GLOBAL = '-C -c --git-dir --work-tree --namespace --exec-path --config-env';
const SHORT: Readonly<Record<string, string>> = { co: 'checkout', ci: 'commit', sw: 'switch', rb: 'rebase', cp: 'cherry-pick' };
/** They change files of the tree, whatever they are given. */
const TREE = new Set([
  'merge',
  'rebase',
  'pull',
  'apply',
  'am',
  'cherry-pick',
  'revert',
  'bisect',
  'read-tree',
  'checkout-index',
  'filter-branch',
  'filter-repo',
]);
const READERS = new Set(
  'diff log show blame annotate status grep ls-files ls-tree cat-file rev-parse rev-list shortlog describe branch tag remote fetch config reflog help version check-ignore merge-base name-rev diff-tree show-ref count-objects'.split(
    ' ',
  ),
);
const VALUED_COMMIT = '-m --message -F --file -C -c -t --template --author --date --fixup --squash --trailer';

interface Rest {
  readonly words: readonly Expanded[];
  exists(word: Expanded): boolean;
}

/** What stands behind `--`, or names something that is there. */
function pathsOf({ words, exists }: Rest, valued = ''): readonly Expanded[] {
  const divided = words.findIndex(({ plain }) => plain === '--');
  if (divided >= 0) return words.slice(divided + 1);
  return argumentsOf(words, valued).operands.filter((word) => word.isPattern || exists(word));
}

type Rule = (rest: Rest) => Pick<GitEffect, 'changesTree' | 'files'>;
const nothing = { changesTree: false, files: [] };
const wholeTree = { changesTree: true, files: [] };
const only = (files: readonly Expanded[]) => ({ changesTree: false, files });

const checkout: Rule = (rest) => {
  const args = argumentsOf(rest.words, '-b -B -c -C --orphan --create --conflict');
  const isNew = args.values('-b', '-c', '--orphan', '--create').length > 0;
  if (isNew && args.operands.length === 0 && !args.has('f', '--force')) return nothing;
  const files = isNew ? [] : pathsOf(rest, '--conflict --pathspec-from-file');
  return files.length > 0 ? only(files) : wholeTree;
};
const restore: Rule = (rest) => {
  const args = argumentsOf(rest.words, '-s --source');
  if (args.has('S', '--staged') && !args.has('W', '--worktree')) return nothing;
  const files = pathsOf(rest, '-s --source');
  return files.length > 0 ? only(files) : wholeTree;
};
const withPaths: Rule = (rest) => {
  const files = pathsOf(rest);
  return files.length > 0 ? only(files) : wholeTree;
};
const clean: Rule = (rest) => (argumentsOf(rest.words, '-e --exclude').has('n', '--dry-run') ? nothing : withPaths(rest));
const stash: Rule = (rest) => {
  const [command] = rest.words.filter(({ plain }) => !plain.startsWith('-'));
  if (command !== undefined && ['list', 'show', 'create', 'store'].includes(command.plain)) return nothing;
  return withPaths({ ...rest, words: command?.plain === 'push' ? rest.words.slice(1) : rest.words });
};
const commit: Rule = ({ words }) => (argumentsOf(words, VALUED_COMMIT).has('a', '--all') ? wholeTree : nothing);
const apply: Rule = ({ words }) => {
  const { flags } = argumentsOf(words);
  const isQuestion = flags.some((flag) => ['--check', '--stat', '--numstat', '--summary'].includes(flag)) && !flags.includes('--apply');
  return isQuestion || (flags.includes('--cached') && !flags.includes('--index')) ? nothing : wholeTree;
};
const submodule: Rule = ({ words }) => (['update', 'deinit'].includes(words[0]?.plain ?? '') ? wholeTree : nothing);

const RULES: ReadonlyMap<string, Rule> = new Map([
  ...[...TREE].map((name) => [name, (): ReturnType<Rule> => wholeTree] as const),
  ...(['checkout', 'switch'] as const).map((name) => [name, checkout] as const),
  ['reset', withPaths],
  ['restore', restore],
  ['clean', clean],
  ['stash', stash],
  ['commit', commit],
  ['apply', apply],
  ['submodule', submodule],
  ['rm', ({ words }) => (argumentsOf(words).has('n', '--cached', '--dry-run') ? nothing : only(argumentsOf(words).operands))],
  ['mv', ({ words, exists }) => only(movedBy(argumentsOf(words).operands, exists))],
]);

function movedBy(operands: readonly Expanded[], exists: Rest['exists']): Expanded[] {
  const target = operands.at(-1);
  const sources = operands.slice(0, -1);
  if (target === undefined) return [];
  const isInto = sources.length > 1 || target.plain.endsWith('/') || exists(target);
  return [...sources, ...(isInto ? sources.map((source) => joined(target, source)) : [target])];
}

/** What a git command does. @param words behind `git` @param exists whether a word names something that is there, in the folder of `-C` */
export function gitEffect(words: readonly Expanded[], exists: (folder: Expanded | null, word: Expanded) => boolean): GitEffect {
  const taking = new Set(GLOBAL.split(' '));
  let at = 0;
  let folder: Expanded | null = null;
  for (; at < words.length && words[at]?.plain.startsWith('-'); at += 1) {
    const option = words[at]?.plain ?? '';
    if (option === '-C') folder = words[at + 1] ?? null;
    if (taking.has(option)) at += 1;
  }
  const typed = words[at]?.plain ?? '';
  const command = Object.hasOwn(SHORT, typed) ? (SHORT[typed] ?? typed) : typed;
  const rest = words.slice(at + 1);
  const effect = RULES.get(command)?.({ words: rest, exists: (word) => exists(folder, word) }) ?? nothing;
  const named = command === 'commit' ? argumentsOf(rest, VALUED_COMMIT).operands : rest;
  return { folder, command, ...effect, isReader: READERS.has(command) || command === 'commit' || command === '', named };
}
