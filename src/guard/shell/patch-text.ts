/** Lines that name a file: of `apply_patch`, a diff, or a git diff. Each pattern takes linear time. */
const NAMES = [
  /^\*\*\* (?:Update|Add|Delete) File: (.+)$/,
  /^\*\*\* Move to: (.+)$/,
  /^(?:\+\+\+|---) ([^\t]+)/,
  /^rename (?:from|to) (.+)$/,
];
/** More than the guard checks of one input, so that a longer list is refused instead of cut. */
const MAX_FILES = 20_001;

/** Returns the files that a patch changes, as spelled in it: possibly with the `a/` and `b/` that git adds. */
export function patchedFiles(text: string): string[] {
  const files = new Set<string>();
  for (const line of text.split('\n')) {
    const name = NAMES.map((each) => each.exec(line)?.[1]?.trim()).find((each) => each !== undefined);
    if (name !== undefined && name !== '/dev/null' && name !== '') files.add(name);
    if (files.size >= MAX_FILES) break;
  }
  return [...files];
}
