import type { Protocol, ProtocolLocation } from '../../src/engine/platform/protocol.ts';
import { nodeRuntime } from '../../src/engine/platform/runtime.ts';
import { type Disposable, watchDirectory } from '../../src/engine/platform/watching.ts';

/** Watches what a protocol has at a place, as everything does that knows no more than the registry. */
export async function watchOpened(protocol: Protocol, place: Partial<ProtocolLocation>, changed: () => void): Promise<Disposable> {
  const { find } = await protocol.load();
  const found = find(nodeRuntime({}), { folder: null, home: '/nowhere', named: '', environment: {}, isTrusted: true, ...place });
  if (found === null) throw new Error(`there is no ${protocol.name}`);
  const opened = await found.open({ watch: watchDirectory });
  opened.onDidChange(async () => {
    if ((await opened.readChanges()) !== 'same') changed();
  });
  return { dispose: () => void opened.close() };
}
