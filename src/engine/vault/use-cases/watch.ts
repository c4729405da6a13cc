import { CoalescedWork } from '../../platform/coalesced-work.ts';
import { CortexError, describeError } from '../../platform/errors.ts';
import type { OperationContext, Outcome } from '../../platform/operation.ts';
import { watchDirectory } from '../../platform/watching.ts';
import { counted } from '../../text/amounts.ts';
import { calendarDay } from '../calendar.ts';
import type { VaultConfig } from '../config/config.ts';
import type { WatchInput, WatchOutput } from '../schemas/maintenance.ts';
import { type VaultChanges, VaultStore } from '../store.ts';
import { listWarnings, openConfig } from './open-vault.ts';
import { WatchedConfig } from './watched-config.ts';

/** Interval between updates of the indexes while many notes change, in milliseconds. */
const WRITE_MS = 250;
/** Interval at which the date is checked, in milliseconds. On a new day notes change layers. */
const CALENDAR_MS = 60_000;

/** Result of watching a vault. */
interface Watched {
  readonly notes: number;
  readonly changes: number;
}

/** Keeps the indexes up to date until the configuration changes or `signal` aborts. */
async function keepUp(context: OperationContext, config: VaultConfig, watchedConfig: WatchedConfig, signal: AbortSignal): Promise<Watched> {
  const { runtime, progress } = context;
  const store = await VaultStore.open(runtime, config, { watch: watchDirectory });
  const writing = new CoalescedWork(runtime, WRITE_MS, async () => {
    if (watchedConfig.isThere) await store.writeIndexes();
  });
  const write = () => writing.request().catch((error: unknown) => progress(describeError(error)));
  let changes = 0;
  const changed = (notes: VaultChanges) => {
    // If the whole vault is gone, do not report each note as removed.
    if (!watchedConfig.isThere) return watchedConfig.look();
    changes += notes.changed.length + notes.removed.length;
    for (const path of notes.changed) progress(`changed ${path}`);
    for (const path of notes.removed) progress(`removed ${path}`);
    void write();
  };
  try {
    // Listen before the first write, so that no change during it is missed.
    store.onChange(changed);
    await writing.request();
    await store.remember();
    for (const problem of listWarnings(store)) progress(problem);
    progress(`Watching ${counted(store.index.size, 'note')} in ${config.root}; press Ctrl-C to stop.`);
    const today = () => calendarDay(runtime.clock.now(), config.timeZone);
    for (let day = today(); !signal.aborted; await runtime.sleep(CALENDAR_MS, signal)) {
      watchedConfig.look();
      if (today() === day) continue;
      day = today();
      void write();
    }
    return { notes: store.index.size, changes };
  } finally {
    await writing.end();
    if (watchedConfig.isThere) await store.remember();
    await store.close();
  }
}

/** Keeps `index/` and `layers/` up to date until the signal aborts or the vault is removed. Restarts when `cortex.toml` changes. */
export async function watchVault(context: OperationContext, { vault }: WatchInput): Promise<Outcome<WatchOutput>> {
  let config = openConfig(context, vault);
  let changes = 0;
  for (;;) {
    const watchedConfig = new WatchedConfig(context, vault, config);
    try {
      const watched = await keepUp(context, config, watchedConfig, AbortSignal.any([context.signal, watchedConfig.over]));
      changes += watched.changes;
      if (watchedConfig.outcome instanceof CortexError) throw watchedConfig.outcome;
      if (watchedConfig.outcome === null) return { ok: true, output: { vault: config.root, notes: watched.notes, changes } };
      config = watchedConfig.outcome;
      context.progress('The configuration of the vault has changed.');
    } finally {
      watchedConfig.dispose();
    }
  }
}
