#!/usr/bin/env node
import { config } from 'zod/v4/core';
import { cstackProgram } from './cstack-program.ts';
import { runInTerminal } from './streams.ts';

// As in `cortex`: to generate a parser for every schema takes longer than a program that runs once will ever win by it.
config({ jitless: true });
void runInTerminal(cstackProgram);
