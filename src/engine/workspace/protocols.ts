import type { Protocol } from '../platform/protocol.ts';
import { stackProtocol } from '../stack/index.ts';
import { teamProtocol } from '../team/index.ts';
import { vaultProtocol } from '../vault/index.ts';
import { cortexProtocol } from './cortex-protocol.ts';

/** Every protocol, once. Nothing else outside of their folders names them but the views of each (docs/decisions/0047-one-registry.md). */
export const PROTOCOLS: readonly Protocol[] = [cortexProtocol, stackProtocol, teamProtocol, vaultProtocol];
