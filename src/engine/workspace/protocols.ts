import type { Protocol } from '../platform/protocol.ts';
import { stackProtocol } from '../stack/index.ts';
import { teamProtocol } from '../team/index.ts';
import { vaultProtocol } from '../vault/index.ts';
import { cortexProtocol } from './cortex-protocol.ts';

/** All protocols (docs/decisions/0047-protocol-registry.md). */
export const PROTOCOLS: readonly Protocol[] = [cortexProtocol, stackProtocol, teamProtocol, vaultProtocol];
