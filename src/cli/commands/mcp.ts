import { mcpOperation } from '../../mcp/index.ts';
import { cortexWith } from '../cortex-frame.ts';
import { version } from '../version.ts';

/** `cortex mcp` */
export const runMcp = cortexWith([mcpOperation(version)], {});
