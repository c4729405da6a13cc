import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

/** Keys of a git configuration that name a program, set to a program that records its calls. */
export const PROGRAM_KEYS = [
  ...['core.fsmonitor', 'core.sshCommand', 'core.gitProxy', 'core.askPass', 'core.editor', 'core.pager', 'core.alternateRefsCommand'],
  ...['sequence.editor', 'credential.helper', 'diff.external', 'diff.tool', 'diff.x.command', 'diff.x.textconv', 'difftool.x.cmd'],
  ...['filter.x.clean', 'filter.x.smudge', 'filter.x.process', 'filter.a=b.c.clean', 'filter.a=b.c.process'],
  ...['merge.x.driver', 'mergetool.x.cmd', 'browser.x.cmd', 'man.x.cmd'],
  ...['gpg.program', 'gpg.ssh.program', 'gpg.x509.program', 'gpg.ssh.defaultKeyCommand', 'interactive.diffFilter', 'web.browser'],
  ...['pager.log', 'pager.status', 'pager.diff', 'pager.ls-files', 'remote.origin.uploadpack', 'remote.origin.receivepack'],
  ...['trailer.x.command', 'trailer.x.cmd', 'uploadpack.packObjectsHook', 'hook.x.command', 'alias.log', 'alias.commit-tree'],
  ...['submodule.x.update', 'instaweb.browser', 'sendemail.smtpServer', 'gc.recentObjectsHook'],
] as const;

/** Keys that make git run more programs, or require such. */
const SWITCHES = {
  'log.showSignature': 'true',
  'commit.gpgSign': 'true',
  'tag.gpgSign': 'true',
  'filter.x.required': 'true',
  'protocol.allow': 'always',
  'protocol.ext.allow': 'always',
  'protocol.file.allow': 'always',
  'hook.x.event': 'pre-commit',
  'remote.origin.promisor': 'true',
  'remote.origin.partialclonefilter': 'blob:none',
  'extensions.partialClone': 'origin',
};

const HOOKS = [
  ...['applypatch-msg', 'commit-msg', 'fsmonitor-watchman', 'post-checkout', 'post-commit', 'post-index-change', 'post-merge'],
  ...['post-rewrite', 'pre-auto-gc', 'pre-commit', 'pre-merge-commit', 'prepare-commit-msg', 'reference-transaction'],
];

/**
 * Configures a program wherever a repository can: in its settings, as hooks, and by attributes of its files.
 * @param repository `.git`, or a bare repository
 * @param ran the file to which the program appends a line whenever it runs
 */
export function nameProgramsIn(repository: string, tree: string, ran: string): void {
  const program = path.join(path.dirname(ran), 'program');
  fs.writeFileSync(program, `#!/bin/sh\necho "$0 $*" >> '${ran}'\ncat\n`, { mode: 0o755 });
  const set = (key: string, value: string) => execFileSync('git', ['config', '--file', path.join(repository, 'config'), key, value]);
  for (const key of PROGRAM_KEYS)
    set(key, key.startsWith('alias.') || key === 'submodule.x.update' ? `!${program} ${key}` : `${program} ${key}`);
  for (const [key, value] of Object.entries(SWITCHES)) set(key, value);
  set('remote.origin.url', `ext::${program} ext`);
  fs.mkdirSync(path.join(repository, 'hooks'), { recursive: true });
  for (const hook of HOOKS) fs.copyFileSync(program, path.join(repository, 'hooks', hook));
  fs.writeFileSync(path.join(tree, '.gitattributes'), '* filter=x diff=x merge=x\n*.md filter=a=b.c\n');
}
