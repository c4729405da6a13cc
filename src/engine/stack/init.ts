import path from 'node:path';
import { writeFileDurable } from '../files/atomic-file.ts';
import { makeLocalFolder } from '../files/local-folder.ts';
import { runStep } from '../files/run-step.ts';
import { resolveInside } from '../files/safe-path.ts';
import { CONFLICT_COPIES } from '../files/second-look/conflict-copies.ts';
import { CortexError } from '../platform/errors.ts';
import type { Runtime } from '../platform/runtime.ts';
import { LOCAL_FOLDER, nameExists, STACK_FOLDER, stackDirectory } from './files/find-stacks.ts';
import { makeStackFolder } from './files/stack-folder.ts';
import { STACK_FILES } from './store.ts';

/** Initial files of a new stack (seed 3, "File Formats"): headings only, so that no sample text has to be removed. */
const TEMPLATES: Readonly<Record<string, string>> = {
  [STACK_FILES.current]: '# Current State\n\n## Current Task\n\n## Focus\n\n## Next Steps\n',
  [STACK_FILES.plan]: '# Plan\n\n## Tasks\n\n## Notes\n',
  [STACK_FILES.context]: '# Context\n',
  [STACK_FILES.outbox]: '# Outbox\n',
  [STACK_FILES.inbox]: '# Inbox\n',
};

export interface InitOptions {
  /** Create the stack in `.cstack/.local/`, which git ignores. */
  readonly stealth?: boolean | undefined;
  /** A person named the folder: its `.cstack` may be a link that leads out of it. */
  readonly isNamed?: boolean;
}

/** Paths are relative to the folder in which the stack was made. */
export interface MadeStack {
  /** Real path of the folder with the stack's files. */
  readonly directory: string;
  readonly made: readonly string[];
  /** Existing files, left unchanged. */
  readonly kept: readonly string[];
}

/**
 * Creates a stack with the files of the seed (seed 4, "Initialize Stack"). Existing files stay unchanged; missing ones are created.
 * @param folder created when missing @throws CortexError `already-exists` when `stealth` is set and a visible stack exists; `outside-root`
 */
export async function initStack(
  runtime: Runtime,
  folder: string,
  { stealth = false, isNamed = false }: InitOptions = {},
): Promise<MadeStack> {
  const root = await makeStackFolder(runtime, path.resolve(folder));
  const place = { root, named: isNamed ? path.join(root, STACK_FOLDER) : null };
  const directory = directoryFor(runtime, place, stealth);
  const isHidden = path.basename(directory) === LOCAL_FOLDER;
  await makeStackFolder(runtime, isHidden ? path.dirname(directory) : directory);
  if (isHidden) await makeLocalFolder(runtime, path.dirname(directory), LOCAL_FOLDER);
  const files = Object.entries(isHidden ? TEMPLATES : { '.gitignore': `${LOCAL_FOLDER}/\n${CONFLICT_COPIES}\n`, ...TEMPLATES });
  const [made, kept]: [string[], string[]] = [[], []];
  for (const [name, text] of files) {
    const done = made.length === 0 ? '' : `created ${made.join(', ')}`;
    const command = ['cstack', 'init', root, ...(stealth ? ['--stealth'] : [])];
    const isNew = await runStep({ done, command }, () => makeFile(runtime, path.join(directory, name), text));
    (isNew ? made : kept).push([STACK_FOLDER, ...(isHidden ? [LOCAL_FOLDER] : []), name].join('/'));
  }
  return { directory, made, kept };
}

/** A stealth stack stays in stealth mode: an INBOX.md in `.cstack/` would take precedence over it. */
function directoryFor(runtime: Runtime, { root, named }: { root: string; named: string | null }, stealth: boolean): string {
  const present = stackDirectory(runtime, root, STACK_FOLDER, named);
  if (!stealth || path.basename(present) === LOCAL_FOLDER) return present;
  const name = Object.keys(TEMPLATES).find((each) => nameExists(runtime.fs, path.join(present, each)));
  if (name === undefined) {
    return nameExists(runtime.fs, present) ? resolveInside(runtime.fs, present, LOCAL_FOLDER) : path.join(present, LOCAL_FOLDER);
  }
  const next = `Move its files into ${STACK_FOLDER}/${LOCAL_FOLDER}/ to hide it, or omit --stealth.`;
  throw new CortexError('already-exists', 'a stack that is not hidden already exists here', { file: path.join(present, name), next });
}

/** @returns whether it was created; `false` when another process created it first */
async function makeFile(runtime: Runtime, file: string, text: string): Promise<boolean> {
  if (nameExists(runtime.fs, file)) return false;
  try {
    await writeFileDurable(runtime, file, Buffer.from(text), { root: path.dirname(file), exclusive: true });
    return true;
  } catch (error) {
    if (error instanceof CortexError && error.code === 'already-exists') return false;
    throw error;
  }
}
