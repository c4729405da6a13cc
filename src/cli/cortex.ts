#!/usr/bin/env node
import { config } from 'zod/v4/core';
import { cortexProgram } from './cortex-program.ts';
import { runInTerminal } from './streams.ts';

// To generate a parser for every schema takes longer than a program that runs once will ever win by it. Said before any schema
// is made; the settings are the process's, so they count in the other files of this program, too.
config({ jitless: true });
void runInTerminal(cortexProgram);
