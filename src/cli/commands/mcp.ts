import { guardOperation } from '../../guard/index.ts';
import { mcpOperation } from '../../mcp/index.ts';
import { cortexWith } from '../cortex-frame.ts';
import { version } from '../version.ts';

/** `cortex mcp`, and what `cortex guard` says to a person. */
export const runMcp = cortexWith([mcpOperation(version), guardOperation], {});
