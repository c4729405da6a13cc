import { editorScript, filesInEditorScript } from './editors.ts';
import { type Expanded, joinPath, literal, patternWord } from './expand.ts';
import { formattedFiles } from './formatters.ts';
import { type Arguments, parseArguments } from './options.ts';
import { patchedFiles } from './patch-text.ts';

/** A command with its arguments. */
export interface CalledCommand {
  readonly name: string;
  readonly words: readonly Expanded[];
  /** Its standard input, as far as it is known from the line. */
  readonly input: string | null;
  isFolder(word: Expanded): boolean;
}

type Rule = (args: Arguments, called: CalledCommand) => readonly Expanded[];
interface Writer {
  /** Options that take a value. */
  readonly valued?: string;
  readonly targets: Rule;
}

/** Everything in the working directory. */
export const EVERYTHING = patternWord('**');

const all: Rule = ({ operands }) => operands;
const butFirst: Rule = (args) => (args.values('--reference').length > 0 ? args.operands : args.operands.slice(1));
const lastOf = <T>(list: readonly T[]): T[] => list.slice(-1);
const when =
  (letters: string, ...long: readonly string[]): Rule =>
  (args) =>
    args.has(letters, ...long) ? args.operands : [];

/** Expands braces: `a.ts{,.bak}` is two words. */
function spread(word: Expanded): Expanded[] {
  const [, before, names, behind] = word.plain === word.pattern ? (/^([^{}]*)\{([^{}]*)\}([^{}]*)$/.exec(word.plain) ?? []) : [];
  return names?.includes(',') !== true ? [word] : names.split(',').map((name) => patternWord(`${before}${name}${behind}`));
}

/** Targets of commands that copy: files in a folder, or one file name. */
const copied: Rule = (given, { isFolder }) => {
  const args = { ...given, operands: given.operands.flatMap(spread) };
  if (args.has('T', '--no-target-directory')) return lastOf(args.operands);
  const [folder] = args.values('-t', '--target-directory');
  const [target] = folder === undefined ? lastOf(args.operands) : [folder];
  const sources = folder === undefined ? args.operands.slice(0, -1) : args.operands;
  if (target === undefined) return [];
  const isInto = folder !== undefined || target.plain.endsWith('/') || isFolder(target);
  return isInto
    ? sources.map((source) => (!source.isCut && /(?:^|\/)\.?$/.test(source.plain) ? target : joinPath(target, source)))
    : [target];
};
const moved: Rule = (args, called) => [
  ...copied(args, called),
  ...(args.values('-t', '--target-directory').length > 0 ? args.operands : args.operands.flatMap(spread).slice(0, -1)),
];

const linked: Rule = (args, called) =>
  args.operands.length === 1 ? args.operands.map((each) => joinPath(literal('.'), each)) : copied(args, called);

/** Targets of in-place edits. The first operand of `sed` or `perl` is the script, unless an option gives it. */
const inPlace =
  (script: readonly string[]): Rule =>
  (args) =>
    args.has('i', '--in-place') ? (args.values(...script).length > 0 ? args.operands : args.operands.slice(1)) : [];

const within = (folder: Expanded, file: Expanded): Expanded =>
  file.plain.startsWith('/') ? file : literal(`${folder.plain}/${file.plain}`);
const patched: Rule = (args, { input }) => {
  const [folder] = args.values('-d', '--directory');
  const written = args.values('-o', '--output');
  const named = written.length > 0 ? written : args.operands.slice(0, 1);
  if (args.has('', '--dry-run')) return [];
  if (folder !== undefined) return named.length > 0 ? named.map((file) => within(folder, file)) : [folder];
  if (named.length > 0) return named;
  const files = input === null ? [] : patchedFiles(input);
  // Patches name files with leading folders that `patch` strips.
  return files.length > 0 ? files.flatMap((file) => [literal(file), literal(file.replace(/^[^/]*\//, ''))]) : [EVERYTHING];
};

/** Writes inside a `sed` script: `w FILE`, `s/a/b/w FILE`. */
const SED_WRITES = /(?:^|[\s;{}/\d$gIp])w[ \t]+([^\n;}]+)/g;
const bySed: Rule = (args, called) => {
  const scripts = [...args.values('-e', '--expression').map(({ plain }) => plain), args.operands[0]?.plain ?? ''];
  const files = scripts.flatMap((script) => [...script.matchAll(SED_WRITES)].map(([, file = '']) => literal(file.trim())));
  return [...inPlace(['-e', '--expression', '-f', '--file'])(args, called), ...files];
};

/** Makes targets patterns, because some programs expand patterns themselves: `prettier --write "src/*.ts"`. */
const expanding =
  (rule: Rule): Rule =>
  (args, called) =>
    rule(args, called).map((word) => (word.isPattern || word.isCut ? word : { ...patternWord(word.plain), plain: word.plain }));

const OUTPUTS = ['--output', '--out', '--outfile', '--outFile', '--output-file', '--out-file'];
/** Programs whose `-o` or `-out` names the output file. */
const MAKERS: ReadonlySet<string> = new Set(
  'gcc cc g++ c++ clang clang++ ld rustc go pandoc sass esbuild iconv xxd tree dot protoc tsc openssl objcopy pdftotext ffmpeg'.split(' '),
);
const isNoWriter = new Set(['grep', 'egrep', 'fgrep', 'rg', 'ls', 'find']);

/** Returns the files that any program writes according to its output options. */
function written({ name, words }: CalledCommand): readonly Expanded[] {
  if (isNoWriter.has(name)) return [];
  const options = [...OUTPUTS, ...(MAKERS.has(name) ? ['-o', '-out'] : [])];
  return parseArguments(words, options.join(' ')).values(...options);
}

const unpacked =
  (...options: readonly string[]): Rule =>
  (args) => {
    const into = args.values(...options);
    return into.length > 0 ? into : [EVERYTHING];
  };

/** Targets of `tar`: unpacked files, or the archive. */
const archived: Rule = (args, called) => {
  const letters = /^-?([A-Za-z]+)/.exec(called.words[0]?.plain ?? '')?.[1] ?? '';
  if (letters.includes('x') || args.has('', '--extract')) return unpacked('-C', '--directory')(args, called);
  if (!/[cru]/.test(letters) && !args.has('', '--create', '--append', '--update')) return [];
  const files = args.values('-f', '--file');
  return files.length > 0 || !letters.includes('f') ? files : args.operands.slice(1, 2);
};

const urlName = ({ plain }: Expanded): Expanded => literal(plain.replace(/[?#].*$/s, '').replace(/^.*\//s, ''));
const downloaded: Rule = (args) => [
  ...args.values('-o', '--output', '-D', '--dump-header'),
  ...(args.has('O', '--remote-name')
    ? args.operands.map((url) => joinPath(args.values('--output-dir')[0] ?? literal('.'), urlName(url)))
    : []),
];
const fetched: Rule = (args) => {
  const named = args.values('-O', '--output-document');
  const folders = args.values('-P', '--directory-prefix');
  return named.length > 0 ? named : args.operands.map((url) => joinPath(folders[0] ?? literal('.'), urlName(url)));
};

const VALUED_SED = '-e --expression -f --file -l --line-length';
const VALUED_PERL = '-e -E -I -M -m';
const PERL: Writer = {
  valued: VALUED_PERL,
  targets: (args) => (args.has('i') ? args.operands.slice(args.values('-e', '-E').length > 0 || args.has('e') ? 0 : 1) : []),
};
/** A program that also opens files only to read: `view`, or any with `-R`. A script can write nevertheless. */
const EDITOR: Writer = {
  valued: '-c -S -u --cmd',
  targets: ({ operands, values, has }, { name, input }) => {
    const files = operands.filter(({ plain }) => !plain.startsWith('+'));
    const script = editorScript(operands, values('-c', '--cmd'), input);
    const isReading = /^r?view$/.test(name) || has('R');
    return isReading && script === '' && values('-S').length === 0 ? [] : [...files, ...filesInEditorScript(script)];
  },
};
const COPY: Writer = { valued: '-t --target-directory -S --suffix -m -o -g --mode --owner --group -e', targets: copied };
/** Targets of remote copies; `host:a.ts` is named `a.ts` locally. */
const REMOTE: Writer = {
  valued: '-e --rsh --exclude --include -f --filter --files-from -P -i -o -F -S -c -J',
  targets: (args, called) => {
    if (args.has('n', '--dry-run') && called.name === 'rsync') return [];
    const operands = args.operands.map((word) => (/^[^/]*:/.test(word.plain) ? literal(word.plain.replace(/^[^/]*:/, '')) : word));
    return /^[^/]*:/.test(args.operands.at(-1)?.plain ?? '')
      ? []
      : copied({ ...args, operands, values: () => [], has: () => false }, called);
  },
};
const MOVE: Writer = { valued: '-t --target-directory -S --suffix', targets: moved };
const ALL: Writer = { targets: all };
/** PowerShell: operands, and the values of options in the form `-Path:x`. */
const CMDLET: Writer = {
  valued: '-Encoding',
  targets: ({ operands, flags }) => [
    ...operands,
    ...flags.filter((flag) => flag.includes(':')).map((flag) => literal(flag.replace(/^[^:]*:/, ''))),
  ],
};

const named = (names: string, writer: Writer): [string, Writer][] => names.split(' ').map((name) => [name, writer]);

/** Commands that write files named by their arguments. */
const WRITERS: ReadonlyMap<string, Writer> = new Map([
  ...named('tee sponge unlink rmdir gunzip bunzip2 unxz unzstd dos2unix unix2dos rimraf', ALL),
  ...named('sd', { targets: ({ operands }) => operands.slice(2) }),
  ...named('cpio', { targets: (args) => (args.has('i', '--extract') ? [EVERYTHING] : []) }),
  ...named('7z 7za', { targets: ({ operands }) => (/^[xe]$/.test(operands[0]?.plain ?? '') ? [EVERYTHING] : []) }),
  ...named('gio', { targets: ({ operands }) => (/^(?:trash|remove|move|copy)$/.test(operands[0]?.plain ?? '') ? operands.slice(1) : []) }),
  ...named('rm srm trash trash-put', ALL),
  ...named('shred truncate', { valued: '-s --size -n --iterations -r --reference', targets: all }),
  ...named('touch', { valued: '-d --date -t -r --reference', targets: all }),
  ...named('gzip bzip2 xz zstd', { targets: (args) => (args.has('ckltd', '--stdout', '--keep', '--list', '--test') ? [] : args.operands) }),
  ...named('chmod chown chgrp', { valued: '--reference', targets: butFirst }),
  ...named('cp install', COPY),
  ...named('rsync scp', REMOTE),
  ...named('mv rename', MOVE),
  ...named('ln link', { valued: '-t --target-directory -S --suffix', targets: linked }),
  ...named('dd', {
    targets: ({ operands }) => operands.filter(({ plain }) => plain.startsWith('of=')).map(({ plain }) => literal(plain.slice(3))),
  }),
  ...named('sed gsed', { valued: VALUED_SED, targets: bySed }),
  ...named('perl ruby', PERL),
  ...named('awk gawk mawk', {
    valued: '-f -v -F -i',
    targets: (args) => (args.values('-i').some(({ plain }) => plain === 'inplace') ? args.operands.slice(1) : []),
  }),
  ...named('patch gpatch', { valued: '-i --input -o --output -p -d --directory', targets: patched }),
  ...named('apply_patch applypatch', {
    targets: ({ operands }, { input }) => patchedFiles([...operands.map(({ plain }) => plain), input ?? ''].join('\n')).map(literal),
  }),
  ...named('ed ex vi vim nvim view rview rvim nano emacs pico micro', EDITOR),
  ...named('curl', {
    valued: '-o --output -D --dump-header -H --header -d --data -X --request -u --user -A -e --output-dir',
    targets: downloaded,
  }),
  ...named('wget', { valued: '-O --output-document -P --directory-prefix --header', targets: fetched }),
  ...named('sort', { valued: '-o --output -k --key -t -T -S', targets: (args) => args.values('-o', '--output') }),
  ...named('uniq', { valued: '-f -s -w', targets: ({ operands }) => operands.slice(1) }),
  ...named('split csplit', { valued: '-b -l -n -a', targets: ({ operands }) => operands.slice(1) }),
  ...named('tar bsdtar', {
    valued: '-C --directory -f --file',
    targets: archived,
  }),
  ...named('zip', { valued: '-x -i -b -P -n -t', targets: (args) => args.operands.slice(0, 1) }),
  ...named('unzip', { valued: '-d -x', targets: (args, called) => (args.has('lptvZ') ? [] : unpacked('-d')(args, called)) }),
  ...named('prettier', { targets: expanding(when('w', '--write')) }),
  ...named('gofmt goimports shfmt', { targets: when('w') }),
  ...named('xxd', { valued: '-c -g -l -o -s', targets: ({ operands }) => operands.slice(1) }),
  ...named('yq clang-format autopep8 yapf', { targets: when('i', '--in-place') }),
  ...named('tee-object export-csv invoke-webrequest iwr', CMDLET),
  ...named('set-content sc add-content ac out-file clear-content clc remove-item ri del erase rd', CMDLET),
  ...named('move-item mi move copy-item ci cpi copy rename-item rni ren new-item ni', CMDLET),
]);

/** Returns the files that a command writes, according to its arguments. */
export function filesWrittenBy(called: CalledCommand): readonly Expanded[] {
  const writer = WRITERS.get(called.name);
  return [
    ...(writer?.targets(parseArguments(called.words, writer.valued), called) ?? []),
    ...formattedFiles(called.name, called.words),
    ...written(called),
  ];
}
