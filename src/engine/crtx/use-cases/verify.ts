import path from 'node:path';
import { CortexError, describeError, fileError, systemCode } from '../../kernel/errors.ts';
import type { FileSystem } from '../../kernel/file-system.ts';
import { Log } from '../../kernel/log/log.ts';
import type { LogMachine } from '../../kernel/log/machine.ts';
import type { OperationContext, Outcome } from '../../kernel/operation.ts';
import type { Runtime } from '../../kernel/runtime.ts';
import { FILE_NAMES } from '../cortex-io.ts';
import { inspectFile } from '../inspect.ts';
import type { Finding, VerifiedFile, VerifyOutput } from '../operations/project.ts';
import { CORTEX_FOLDER, findProjectRoot, LOCAL_FOLDER } from '../root.ts';
import type { CortexFileType } from '../schema.ts';
import { swarmMachine } from '../swarm/machine.ts';
import { timelineMachine } from '../timeline/machine.ts';

const REASONING = 'reasoning';
const TYPES: Readonly<Record<string, CortexFileType>> = {
  [FILE_NAMES.dna]: 'dna',
  [FILE_NAMES.timeline]: 'timeline',
  [FILE_NAMES.graph]: 'graph',
  [FILE_NAMES.swarm]: 'swarm',
};

/** Names of `.crtx` files in a folder, in order; none when there is no such folder. */
function cortexFiles(fs: FileSystem, folder: string): string[] {
  try {
    return fs
      .readdirSync(folder)
      .filter((name) => name.endsWith('.crtx'))
      .sort();
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return [];
    throw fileError(error, folder, 'list the folder');
  }
}

/** Which type belongs into a file; `null` where the protocol knows no such file (seed 1, "Directory Structure"). */
function typeOf(name: string): CortexFileType | null {
  if (name.startsWith(`${REASONING}/`)) return 'reasoning';
  return Object.hasOwn(TYPES, name) ? (TYPES[name] ?? null) : null;
}

function findingOf(error: unknown): Finding {
  if (!(error instanceof CortexError)) throw error;
  const { line = null, column = null, value, allowed, next } = error.data;
  const message = describeError(
    new CortexError(error.code, error.message, { ...(value !== undefined && { value }), ...(allowed && { allowed }) }),
  );
  return { severity: 'error', message, line, column, next: next ?? null };
}

async function verifyFile(runtime: Runtime, folder: string, name: string): Promise<VerifiedFile> {
  const file = `${CORTEX_FOLDER}/${name}`;
  const type = typeOf(name);
  if (type === null) {
    const next = 'Move it out of the folder, or give it the name that the protocol gives it.';
    return { file, type, findings: [{ severity: 'warning', message: 'is not a file of this protocol', line: null, column: null, next }] };
  }
  try {
    const found = await inspectFile(runtime, folder, { type, file: path.join(folder, name) });
    const findings = (found?.warnings ?? []).map(({ message, line, column, next }): Finding => {
      return { severity: 'warning', message, line, column, next };
    });
    return { file, type, findings };
  } catch (error) {
    return { file, type, findings: [findingOf(error)] };
  }
}

/** Reads a log from its newest checkpoint on. Creates nothing. */
function verifyLog<Operation extends { readonly op: string }, State, Answer>(
  runtime: Runtime,
  root: string,
  name: string,
  machine: LogMachine<Operation, State, Answer>,
): VerifiedFile {
  const local = `${CORTEX_FOLDER}/${LOCAL_FOLDER}/${name}`;
  const log = new Log(runtime, { directory: path.join(root, local), root, machine });
  try {
    log.refresh();
    const findings = log.problems.map((message): Finding => ({ severity: 'warning', message, line: null, column: null, next: null }));
    return { file: local, type: null, findings };
  } catch (error) {
    return { file: local, type: null, findings: [findingOf(error)] };
  } finally {
    log.close();
  }
}

/** Checks the schema and the checksum of every file of the protocol, and that the logs can be read. Writes nothing. */
export async function verifyProject({ runtime, directory, exactDirectory }: OperationContext): Promise<Outcome<VerifyOutput>> {
  const root = findProjectRoot(runtime.fs, directory, exactDirectory);
  const folder = path.join(root, CORTEX_FOLDER);
  const traces = cortexFiles(runtime.fs, path.join(folder, REASONING)).map((name) => `${REASONING}/${name}`);
  const files: VerifiedFile[] = [];
  for (const name of [...cortexFiles(runtime.fs, folder), ...traces]) files.push(await verifyFile(runtime, folder, name));
  files.push(verifyLog(runtime, root, 'swarm', swarmMachine), verifyLog(runtime, root, 'timeline', timelineMachine));
  const found = files.flatMap(({ findings }) => findings);
  const errors = found.filter(({ severity }) => severity === 'error').length;
  return { ok: errors === 0, output: { files, errors, warnings: found.length - errors } };
}
