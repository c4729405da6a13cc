import { CoalescedWork } from '../../platform/coalesced-work.ts';
import { CortexError, describeError } from '../../platform/errors.ts';
import type { OperationContext, Outcome } from '../../platform/operation.ts';
import { watchDirectory } from '../../platform/watching.ts';
import { counted } from '../../text/amounts.ts';
import { calendarDay } from '../calendar.ts';
import type { VaultConfig } from '../config/config.ts';
import type { WatchInput, WatchOutput } from '../schemas/upkeep.ts';
import { type VaultChanges, VaultStore } from '../store.ts';
import { problemsOf, vaultOf } from './open-vault.ts';
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
async function keepUp(context: OperationContext, config: VaultConfig, said: WatchedConfig, signal: AbortSignal): Promise<Watched> {
  const { runtime, progress } = context;
  const store = await VaultStore.open(runtime, config, { watch: watchDirectory });
  const writing = new CoalescedWork(runtime, WRITE_MS, async () => {
    if (said.isThere) await store.writeIndexes();
  });
  const write = () => writing.request().catch((error: unknown) => progress(describeError(error)));
  let changes = 0;
  const changed = (notes: VaultChanges) => {
    // If the whole vault is gone, do not report each note as removed.
    if (!said.isThere) return said.look();
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
    for (const problem of problemsOf(store)) progress(problem);
    progress(`Watching ${counted(store.index.size, 'note')} in ${config.root}; press Ctrl-C to stop.`);
    const today = () => calendarDay(runtime.clock.now(), config.timeZone);
    for (let day = today(); !signal.aborted; await runtime.sleep(CALENDAR_MS, signal)) {
      said.look();
      if (today() === day) continue;
      day = today();
      void write();
    }
    return { notes: store.index.size, changes };
  } finally {
    await writing.end();
    if (said.isThere) await store.remember();
    await store.close();
  }
}

/** Keeps `index/` and `layers/` up to date until the signal aborts or the vault is removed. Restarts when `cortex.toml` changes. */
export async function watchVault(context: OperationContext, { vault }: WatchInput): Promise<Outcome<WatchOutput>> {
  let config = vaultOf(context, vault);
  let changes = 0;
  for (;;) {
    const said = new WatchedConfig(context, vault, config);
    try {
      const watched = await keepUp(context, config, said, AbortSignal.any([context.signal, said.over]));
      changes += watched.changes;
      if (said.outcome instanceof CortexError) throw said.outcome;
      if (said.outcome === null) return { ok: true, output: { vault: config.root, notes: watched.notes, changes } };
      config = said.outcome;
      context.progress('The configuration of the vault has changed.');
    } finally {
      said.dispose();
    }
  }
}
