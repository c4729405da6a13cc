import type { Expanded } from './expand.ts';

/** Commands that start another one, with their options that take a value. */
const WRAPPERS: Readonly<Record<string, string>> = {
  sudo: '-u -g -h -p -C -r -t -U --user --group',
  doas: '-u -C',
  env: '-u -C -S --unset --chdir',
  time: '-f -o',
  nice: '-n --adjustment',
  ionice: '-c -n -p',
  nohup: '',
  setsid: '',
  stdbuf: '-i -o -e',
  timeout: '-k -s --kill-after --signal',
  gtimeout: '-k -s',
  command: '',
  builtin: '',
  exec: '-a',
  busybox: '',
  npx: '-p --package',
  bunx: '',
  uvx: '',
  pnpx: '',
  unbuffer: '',
  caffeinate: '',
};
/** Those behind which a number stands: `timeout 5 rm x`. */
const COUNTED: ReadonlySet<string> = new Set(['timeout', 'gtimeout']);
/** Programs that start another one with a word of their own: `pnpm exec prettier`. */
const RUNNERS: Readonly<Record<string, readonly string[]>> = {
  npm: ['exec', 'x'],
  pnpm: ['exec', 'dlx'],
  yarn: ['exec', 'dlx', 'run'],
  bun: ['x'],
  poetry: ['run'],
  uv: ['run'],
  pipenv: ['run'],
  bundle: ['exec'],
};

/** The name of a command without its folder, as a table has it. */
export const commandName = (word: Expanded | undefined): string =>
  (word?.plain ?? '')
    .replace(/^.*[/\\]/s, '')
    .replace(/\.exe$/i, '')
    .toLowerCase();

function behindOptions(words: readonly Expanded[], valued: string): readonly Expanded[] {
  const taking = new Set(valued.split(' '));
  let at = 0;
  for (; at < words.length; at += 1) {
    const { plain } = words[at] ?? { plain: '' };
    if (plain === '--') return words.slice(at + 1);
    if (taking.has(plain)) at += 1;
    else if (!plain.startsWith('-') && !/^[A-Za-z_]\w*=/.test(plain)) break;
  }
  return words.slice(at);
}

/** The command that is started in the end, without `sudo`, `env`, `timeout 5` and the like. */
export function unwrapped(words: readonly Expanded[]): readonly Expanded[] {
  let rest = words;
  for (let depth = 0; depth < 16; depth += 1) {
    const name = commandName(rest[0]);
    const valued = Object.hasOwn(WRAPPERS, name) ? WRAPPERS[name] : undefined;
    if (valued !== undefined) rest = behindOptions(rest.slice(1), valued).slice(COUNTED.has(name) ? 1 : 0);
    else if (Object.hasOwn(RUNNERS, name) && RUNNERS[name]?.includes(rest[1]?.plain ?? '')) rest = behindOptions(rest.slice(2), '');
    else return rest;
  }
  return rest;
}

const KEYWORDS: ReadonlySet<string> = new Set(['if', 'then', 'else', 'elif', 'while', 'until', 'do', '!', '{', 'coproc']);

/** A command without the keywords in front of it. */
export function withoutKeywords(words: readonly Expanded[]): readonly Expanded[] {
  let at = 0;
  while (KEYWORDS.has(words[at]?.plain ?? '')) at += 1;
  return words.slice(at);
}
