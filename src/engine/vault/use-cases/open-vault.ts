import path from 'node:path';
import { describeError } from '../../platform/errors.ts';
import { type OperationContext, type OperationFunction, type Outcome, withWarnings } from '../../platform/operation.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { counted } from '../../text/amounts.ts';
import { calendarDay } from '../calendar.ts';
import { findVault, type VaultConfig } from '../config/config.ts';
import { CONFIG_FILE } from '../config/config-file.ts';
import { isConflict } from '../conflicts.ts';
import type { NotePart } from '../notes/format.ts';
import { quotedNames } from '../quoted-names.ts';
import { VaultStore } from '../store.ts';
import type { VaultThread } from '../threads/vault-thread.ts';

/** Input of a vault use case: the current notes and the operation's context. */
export interface OpenVault {
  readonly store: VaultStore;
  readonly config: VaultConfig;
  readonly runtime: Runtime;
  /** `YYYY-MM-DD` in the time zone of the vault. */
  readonly today: string;
  readonly context: OperationContext;
  /** Shares the processing of a large vault, if the use case requested it. */
  readonly thread: VaultThread | null;
}

/** How to find and open a vault. */
interface Opening<Input> {
  /** Finds the vault. Default: `findVault`. */
  readonly find?: typeof findVault;
  /** Returns how much of the notes to read. Default: all. */
  readonly part?: (input: Input) => NotePart;
  /** Whether a second thread helps to read a large vault. */
  readonly inThreads?: boolean;
}

/** Finds the vault. @throws CortexError if there is none, or its configuration is unusable */
export function openConfig(context: OperationContext, named: string | undefined, find = findVault): VaultConfig {
  const { runtime, directory, environment = {} } = context;
  return find(runtime, { cwd: directory, env: environment, ...(named !== undefined && { named: path.resolve(directory, named) }) });
}

type VaultUseCase<Input, Output> = (vault: OpenVault, input: Input) => Promise<Outcome<Output>>;

/**
 * Turns a use case into an operation, which finds the vault, reads changed notes (abortable), and always closes the vault.
 * @param warningsOf returns additional warnings when the vault is closed
 */
export function vaultOperation<Input extends { vault?: string | undefined }, Output>(
  work: VaultUseCase<Input, Output>,
  warningsOf: (store: VaultStore) => readonly string[] = listWarnings,
  { find, part = () => 'all', inThreads = false }: Opening<Input> = {},
): OperationFunction<Input, Output> {
  return async (context, input) => {
    const { runtime, signal } = context;
    const config = openConfig(context, input.vault, find);
    const reading = { ...config, part: part(input) };
    // Loaded on demand, because loading threads takes longer than a search.
    const thread = inThreads ? new (await import('../threads/vault-thread.ts')).VaultThread(runtime, reading) : null;
    const options = { signal, part: reading.part, ...(thread && { thread }) };
    const store = await VaultStore.open(runtime, config, options).catch(async (error: unknown) => {
      await thread?.close();
      throw error;
    });
    return withWarnings(
      () => [...outsideWarnings(config), ...warningsOf(store)],
      async () => {
        try {
          if (!config.isOutside && (await store.edits.look())) await store.refresh();
          const today = calendarDay(runtime.clock.now(), config.timeZone);
          return await work({ store, config, runtime, today, context, thread }, input);
        } finally {
          await store.close();
          await thread?.close();
        }
      },
    );
  };
}

/** Warns that the vault is outside of the project. */
function outsideWarnings({ isOutside, root }: VaultConfig): string[] {
  return isOutside ? [`the vault ${root} is outside of the project, whose ${CONFIG_FILE} names it: it is read-only`] : [];
}

function linkWords(links: VaultStore['links']): string {
  const names = quotedNames(
    links.map((link) => link.path),
    ', ',
  );
  return `${counted(links.length, 'link')} out of the vault ${links.length === 1 ? 'is' : 'are'} not followed: ${names}`;
}

/** Warns about notes with merge conflicts, because text between the markers is not read. */
function conflictWarnings({ index }: VaultStore): string[] {
  const places = index.faulty().flatMap(({ path: note, problems }) => {
    const conflict = problems.find(({ code }) => isConflict(code));
    return conflict === undefined ? [] : [`${note}:${conflict.line}`];
  });
  if (places.length === 0) return [];
  const which = `${counted(places.length, 'note')} with merge conflicts: ${quotedNames(places, ', ')}`;
  return [`${which}. Text between the conflict markers is not read; "cortex vault doctor" shows the commands to resolve them`];
}

/** Returns warnings about files that could not be read, and about conflicting edits of other programs. */
export function listWarnings(store: VaultStore): string[] {
  const { problems, links, unread, editProblems } = store;
  const which = '"cortex vault doctor" shows which, and why';
  return [
    ...conflictWarnings(store),
    ...(unread === 0 ? [] : [`${counted(unread, 'note')} could not be read; ${which}`]),
    ...(links.length === 0 ? [] : [`${linkWords(links)}; ${which}`]),
    ...problems.map(({ error }) => describeError(error)),
    ...editProblems,
  ];
}
