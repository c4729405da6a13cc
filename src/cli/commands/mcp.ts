import { guardOperation } from '../../guard/index.ts';
import { mcpOperation } from '../../mcp/index.ts';
import { createCortex } from '../cortex-frame.ts';
import { version } from '../version.ts';

/** Runs `cortex mcp`, and prints the help and usage errors of `cortex guard`. */
export const runMcp = createCortex([mcpOperation(version), guardOperation], {});
