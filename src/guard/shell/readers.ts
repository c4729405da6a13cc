/** Commands that change no file unless a redirection does, and cortex itself: nothing else may name what was just refused. */
const READERS: ReadonlySet<string> = new Set(
  [
    'cat less more head tail tac nl od xxd hexdump strings bat view',
    'grep egrep fgrep rg ag ack ls exa eza tree wc diff cmp comm stat file du realpath readlink basename dirname',
    'md5sum sha1sum sha256sum cksum cut tr fold column jq sort uniq find',
    'echo printf true false test [ [[ : cd pushd popd pwd sleep date which type command wait exit return set export',
    'cortex cstack',
  ].flatMap((line) => line.split(' ')),
);

/** Whether a command only reads, but for what is seen as a write of its own: `sort -o`, `find -delete`, redirections. */
export const isReader = (name: string): boolean => READERS.has(name);
