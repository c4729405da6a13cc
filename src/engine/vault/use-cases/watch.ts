import { CoalescedWork } from '../../kernel/coalesced-work.ts';
import { describeError } from '../../kernel/errors.ts';
import type { OperationContext, Outcome } from '../../kernel/operation.ts';
import { watchDirectory } from '../../kernel/watching.ts';
import { calendarDay } from '../calendar.ts';
import type { WatchInput, WatchOutput } from '../operations/upkeep.ts';
import { VaultStore } from '../store.ts';
import { vaultOf } from './open-vault.ts';

/** Between two writings of the indexes while many notes change, milliseconds. */
const WRITE_MS = 250;
/** Between two looks at the calendar: with a new day notes leave their layers. Milliseconds. */
const CALENDAR_MS = 60_000;

/** Keeps `index/` and `layers/` up to date until it is told to stop. */
export async function watchVault(context: OperationContext, { vault }: WatchInput): Promise<Outcome<WatchOutput>> {
  const { runtime, signal, progress } = context;
  const config = vaultOf(context, vault);
  const store = await VaultStore.open(runtime, config, { watch: watchDirectory });
  const writing = new CoalescedWork(runtime, WRITE_MS, async () => {
    await store.writeIndexes();
  });
  const write = () => writing.request().catch((error: unknown) => progress(describeError(error)));
  let changes = 0;
  try {
    await store.writeIndexes();
    await store.remember();
    store.onChange(({ changed, removed }) => {
      changes += changed.length + removed.length;
      for (const path of changed) progress(`changed ${path}`);
      for (const path of removed) progress(`removed ${path}`);
      void write();
    });
    for (const { error } of store.problems) progress(describeError(error));
    progress(`Watching ${store.index.size} notes in ${config.root}; Ctrl-C ends it.`);
    const today = () => calendarDay(runtime.clock.now(), config.timeZone);
    for (let day = today(); !signal.aborted; await runtime.sleep(CALENDAR_MS, signal)) {
      if (today() === day) continue;
      day = today();
      void write();
    }
    return { ok: true, output: { vault: config.root, notes: store.index.size, changes } };
  } finally {
    await writing.end();
    await store.remember();
    await store.close();
  }
}
