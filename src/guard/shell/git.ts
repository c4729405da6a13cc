import { type Expanded, joinPath, literal, patternWord, withoutStart } from './expand.ts';
import { parseArguments } from './options.ts';

/** The effect of a git command on the files of a working tree. */
export interface GitEffect {
  /** The folder of `-C`; `null`: the working directory. */
  readonly folder: Expanded | null;
  readonly command: string;
  /** It may change any files. */
  readonly changesTree: boolean;
  /** The files that it names and changes. */
  readonly files: readonly Expanded[];
  /** It changes no file of the working tree; it only reads what it names. */
  readonly isReader: boolean;
  /** It may run a hook of the repository, although it changes no file itself. */
  readonly mayRunHooks: boolean;
  /** Shell command lines that it runs. */
  readonly lines: readonly string[];
  /** A setting on the line (`-c`) may name a program, which git starts. */
  readonly isConfigured: boolean;
}

const GLOBAL = '-C -c --git-dir --work-tree --namespace --exec-path --config-env';
const SHORT: Readonly<Record<string, string>> = { co: 'checkout', ci: 'commit', sw: 'switch', rb: 'rebase', cp: 'cherry-pick' };
/** Commands that change files of the working tree with any arguments. */
const TREE = new Set([
  'merge',
  'rebase',
  'pull',
  'apply',
  'am',
  'cherry-pick',
  'revert',
  'read-tree',
  'checkout-index',
  'filter-branch',
  'filter-repo',
  'subtree',
  'mergetool',
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

/** Returns the words after `--`, or else those that name existing files. */
function pathsOf({ words, exists }: Rest, valued = ''): readonly Expanded[] {
  const divided = words.findIndex(({ plain }) => plain === '--');
  if (divided >= 0) return words.slice(divided + 1);
  return parseArguments(words, valued).operands.filter((word) => word.isPattern || exists(word));
}

type Rule = (rest: Rest) => Pick<GitEffect, 'changesTree' | 'files' | 'lines'>;
const nothing = { changesTree: false, files: [], lines: [] };
const wholeTree = { changesTree: true, files: [], lines: [] };
/** Returns the effect on named files. A pathspec with magic, as `:(top)src`, may name any file. */
const only = (files: readonly Expanded[]) =>
  files.some(({ plain }) => plain.startsWith(':')) ? wholeTree : { ...nothing, files: files.flatMap(asPathspecs) };
/** Git itself expands patterns, also quoted ones, unless they name a file. */
const asPathspecs = (word: Expanded): Expanded[] =>
  !word.isCut && !word.isPattern && /[*?[]/.test(word.plain) ? [word, patternWord(word.plain)] : [word];

const checkout: Rule = (rest) => {
  const args = parseArguments(rest.words, '-b -B -c -C --orphan --create --conflict');
  const isNew = args.values('-b', '-c', '--create').length > 0;
  if (isNew && args.operands.length === 0 && !args.has('f', '--force')) return nothing;
  const files = isNew ? [] : pathsOf(rest, '--conflict --pathspec-from-file');
  return files.length > 0 ? only(files) : wholeTree;
};
const restore: Rule = (rest) => {
  const args = parseArguments(rest.words, '-s --source');
  if (args.has('S', '--staged') && !args.has('W', '--worktree')) return nothing;
  const files = pathsOf(rest, '-s --source');
  return files.length > 0 ? only(files) : wholeTree;
};
const withPaths: Rule = (rest) => {
  const files = pathsOf(rest);
  return files.length > 0 ? only(files) : wholeTree;
};
const reset: Rule = (rest) => (parseArguments(rest.words).has('', '--soft') ? nothing : withPaths(rest));
const clean: Rule = (rest) => (parseArguments(rest.words, '-e --exclude').has('n', '--dry-run') ? nothing : withPaths(rest));
const stash: Rule = (rest) => {
  const [command] = rest.words.filter(({ plain }) => !plain.startsWith('-'));
  if (command !== undefined && ['list', 'show', 'create', 'store'].includes(command.plain)) return nothing;
  return withPaths({ ...rest, words: command?.plain === 'push' ? rest.words.slice(1) : rest.words });
};
const commit: Rule = ({ words }) => (parseArguments(words, VALUED_COMMIT).has('a', '--all') ? wholeTree : nothing);
const apply: Rule = ({ words }) => {
  const { flags } = parseArguments(words);
  const isQuestion = flags.some((flag) => ['--check', '--stat', '--numstat', '--summary'].includes(flag)) && !flags.includes('--apply');
  return isQuestion || (flags.includes('--cached') && !flags.includes('--index')) ? nothing : wholeTree;
};
const READS_CONFIG = /^(?:get|list|get-color|get-colorbool|get-urlmatch)$/;
const config: Rule = ({ words }) => {
  const { values, operands, flags } = parseArguments(words, '-f --file --blob --type --default --comment --value --url');
  const isReading = READS_CONFIG.test(operands[0]?.plain ?? '') || flags.some((flag) => /^(?:--get|--list$|-l$|--help$|-h$)/.test(flag));
  const isWriting = operands.length > 1 || flags.some((flag) => /^(?:--(?:unset|add|replace|remove|rename|edit)|-e$)/.test(flag));
  return isReading || !(isWriting || /^(?:set|unset|edit)$/.test(operands[0]?.plain ?? '')) ? nothing : only(values('-f', '--file'));
};
const bisect: Rule = ({ words }) => (/^(?:log|view|visualize|terms|help)$/.test(words[0]?.plain ?? '') ? nothing : wholeTree);
const submodule: Rule = ({ words: [command, ...words] }) => {
  if (command?.plain === 'foreach')
    return {
      ...nothing,
      lines: [
        words
          .filter(({ plain }) => !plain.startsWith('-'))
          .map(({ plain }) => plain)
          .join(' '),
      ],
    };
  return ['update', 'deinit'].includes(command?.plain ?? '') ? wholeTree : nothing;
};

const RULES: ReadonlyMap<string, Rule> = new Map([
  ...[...TREE].map((name) => [name, (): ReturnType<Rule> => wholeTree] as const),
  ...(['checkout', 'switch'] as const).map((name) => [name, checkout] as const),
  ['reset', reset],
  ['sparse-checkout', ({ words }) => (words[0]?.plain === 'list' ? nothing : wholeTree)],
  ['lfs', ({ words }) => (/^(?:pull|checkout)$/.test(words[0]?.plain ?? '') ? wholeTree : nothing)],
  [
    'worktree',
    ({ words: [command, ...words] }) => (/^(?:remove|move)$/.test(command?.plain ?? '') ? only(parseArguments(words).operands) : nothing),
  ],
  ['archive', ({ words }) => only(parseArguments(words, '-o --output').values('-o'))],
  ['config', config],
  ['bundle', ({ words }) => only(words[0]?.plain === 'create' ? parseArguments(words.slice(1)).operands.slice(0, 1) : [])],
  ['restore', restore],
  ['clean', clean],
  ['stash', stash],
  ['commit', commit],
  ['apply', apply],
  ['bisect', bisect],
  ['submodule', submodule],
  ['rm', ({ words }) => (parseArguments(words).has('n', '--cached', '--dry-run') ? nothing : only(parseArguments(words).operands))],
  ['mv', ({ words, exists }) => only(movedBy(parseArguments(words).operands, exists))],
]);

function movedBy(operands: readonly Expanded[], exists: Rest['exists']): Expanded[] {
  const target = operands.at(-1);
  const sources = operands.slice(0, -1);
  if (target === undefined) return [];
  const isInto = sources.length > 1 || target.plain.endsWith('/') || exists(target);
  return [...sources, ...(isInto ? sources.map((source) => joinPath(target, source)) : [target])];
}

/** @param isAlias whether `-c` defines an alias, so that the command may be anything */
function effectOf(command: string, rest: Rest, isAlias: boolean): ReturnType<Rule> {
  if (isAlias) return wholeTree;
  if (rest.words.some(({ plain }) => plain === '--help')) return nothing;
  const effect = RULES.get(command)?.(rest) ?? nothing;
  const outputs = parseArguments(rest.words).flags.includes('--output') ? parseArguments(rest.words, '--output').values('--output') : [];
  return { ...effect, files: [...effect.files, ...outputs] };
}

interface Globals {
  /** Index of the command. */
  readonly at: number;
  readonly folder: Expanded | null;
  readonly isAlias: boolean;
  readonly isConfigured: boolean;
}

const TAKING: ReadonlySet<string> = new Set(GLOBAL.split(' '));

/** Reads the global options before a command. */
function globalsOf(words: readonly Expanded[]): Globals {
  let [at, folder, isAlias, isConfigured]: [number, Expanded | null, boolean, boolean] = [0, null, false, false];
  for (; words[at]?.plain.startsWith('-'); at += 1) {
    const option = words[at] ?? literal('');
    const value = words[at + 1] ?? null;
    if (/^(?:-C|--work-tree)$/.test(option.plain)) folder = value;
    else if (option.plain.startsWith('--work-tree=')) folder = withoutStart(option, '--work-tree='.length);
    isConfigured ||= /^(?:-c|--config-env|--exec-path)/.test(option.plain);
    isAlias ||= option.plain === '-c' && value?.plain.startsWith('alias.') === true;
    if (TAKING.has(option.plain)) at += 1;
  }
  return { at, folder, isAlias, isConfigured };
}

/** Returns the effect of a git command. @param words after `git` @param exists whether a word names an existing file, relative to `-C` */
export function gitEffect(words: readonly Expanded[], exists: (folder: Expanded | null, word: Expanded) => boolean): GitEffect {
  const { at, folder, isAlias, isConfigured } = globalsOf(words);
  const typed = words[at]?.plain ?? '';
  const command = Object.hasOwn(SHORT, typed) ? (SHORT[typed] ?? typed) : typed;
  const rest = words.slice(at + 1);
  const effect = effectOf(command, { words: rest, exists: (word) => exists(folder, word) }, isAlias);
  const opensPager = command === 'grep' && rest.some(({ plain }) => /^-[A-Za-z]*O|^--open-files-in-pager/.test(plain));
  const isReader = (READERS.has(command) && !opensPager) || command === '';
  return { folder, command, ...effect, isReader, mayRunHooks: runsHooks(command, rest), isConfigured };
}

/** Returns whether a command runs hooks: of commits, or of changed references. */
const runsHooks = (command: string, words: readonly Expanded[]): boolean =>
  /^(?:commit|fetch)$/.test(command) || (/^(?:branch|tag|remote)$/.test(command) && words.some(({ plain }) => !plain.startsWith('-')));
