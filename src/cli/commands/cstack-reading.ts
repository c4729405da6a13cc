import { readingOperations } from '../../engine/stack/operations/reading.ts';
import { createCstack } from '../cstack-frame.ts';
import { readingTexts } from '../text/stack/stack-reading.ts';

/** Runs the queries on all stacks, and their maintenance. */
export const runReading = createCstack(readingOperations, { texts: readingTexts });
