import { crtx } from './crtx.ts';
import type { Protocol } from './protocol.ts';
import { stack } from './stack.ts';
import { vault } from './vault.ts';

export const protocols: readonly Protocol[] = [crtx, vault, stack];
