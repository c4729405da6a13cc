import { readingOperations } from '../../engine/stack/operations/reading.ts';
import { cstackWith } from '../cstack-frame.ts';
import { readingTexts } from '../text/stack/stack-reading.ts';

/** Runs the queries on all stacks, and their maintenance. */
export const runReading = cstackWith(readingOperations, { texts: readingTexts });
