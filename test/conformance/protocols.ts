import { crtx } from './crtx.ts';
import type { Protocol } from './protocol.ts';
import { stack } from './stack.ts';
import { team } from './team.ts';
import { vault } from './vault.ts';

export const protocols: readonly Protocol[] = [crtx, stack, team, vault];
