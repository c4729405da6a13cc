#!/usr/bin/env node
import { config } from 'zod/v4/core';
import { cstackProgram } from './cstack-program.ts';
import { EXIT } from './exit-codes.ts';
import { runInTerminal } from './streams.ts';

// As in `cortex`: generating a parser for every schema takes longer than a short-lived program saves by it.
config({ jitless: true });
void runInTerminal(cstackProgram, EXIT.no);
