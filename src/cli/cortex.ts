#!/usr/bin/env node
import { config } from 'zod/v4/core';
import { cortexProgram } from './cortex-program.ts';
import { EXIT } from './exit-codes.ts';
import { runInTerminal } from './streams.ts';

// Generating a parser for every schema takes longer than a short-lived program saves by it. Set before any schema is created;
// the setting is global, so it also applies to the other files of this program.
config({ jitless: true });
void runInTerminal(cortexProgram, EXIT.failed);
