#!/usr/bin/env node
import { cstackProgram } from './cstack-program.ts';
import { runInTerminal } from './streams.ts';

void runInTerminal(cstackProgram);
