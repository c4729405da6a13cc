import { readingOperations } from '../../engine/stack/operations/reading.ts';
import { cstackWith } from '../cstack-frame.ts';
import { readingTexts } from '../text/stack/stack-reading.ts';

/** What is asked of all stacks, and their upkeep. */
export const runReading = cstackWith(readingOperations, { texts: readingTexts });
