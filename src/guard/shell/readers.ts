/** Commands that change no file except by redirection, and cortex itself. Other commands must not name a path that was just refused. */
const READERS: ReadonlySet<string> = new Set(
  [
    'cat less more head tail tac nl od xxd hexdump strings bat',
    'grep egrep fgrep rg ag ack ls exa eza tree wc diff cmp comm stat file du realpath readlink basename dirname',
    'md5sum sha1sum sha256sum cksum cut tr fold column jq sort uniq find',
    'echo printf true false test [ [[ : cd pushd popd pwd sleep date which type command wait exit return set export',
    'done fi esac }',
    'cortex cstack',
  ].flatMap((line) => line.split(' ')),
);

/** Returns whether a command only reads. Its writing options are detected separately: `sort -o`, `find -delete`, redirections. */
export const isReader = (name: string): boolean => READERS.has(name);
