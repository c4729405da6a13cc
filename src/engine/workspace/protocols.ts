import type { Protocol } from '../platform/protocol.ts';
import { stackProtocol } from '../stack/index.ts';
import { teamProtocol } from '../team/index.ts';
import { vaultProtocol } from '../vault/index.ts';
import { cortexProtocol } from './cortex-protocol.ts';

/** Every protocol. Outside their own folders, only their views in the editor name them otherwise (docs/decisions/0047-one-registry.md). */
export const PROTOCOLS: readonly Protocol[] = [cortexProtocol, stackProtocol, teamProtocol, vaultProtocol];
