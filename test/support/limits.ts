/**
 * Limits after which something counts as hung. Each is at least 20 times the time on a quiet machine with two cores, so that other load
 * fails no test. Tests and hooks have no limits of their own: the configurations take theirs from here.
 */

/** A test, or a hook of it. */
export const TEST_MS = 1_800_000;

/** A test of many processes at once. */
export const MANY_PROCESSES_MS = 7_200_000;

/** One condition: an answer of a process, a change of a file, a reaction of a page. */
export const WAIT_MS = 600_000;
