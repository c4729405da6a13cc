// @ts-check
import { answersMutants } from './leader-mutants.mjs';
import { publishingMutants } from './publishing-mutants.mjs';

/**
 * A change that removes a safeguard of the log, and the test that must fail because of it.
 * @typedef {object} Mutant
 * @property {string} file below src/engine
 * @property {string} find an expression, statement or property that the file has exactly once, in any formatting
 * @property {string} replace
 * @property {string | undefined} within the function or method that has `find`, if the file has several
 * @property {string} test file below test/unit/engine/log, without `.test.ts`
 * @property {string} name a part of the test's name
 */

/** @typedef {readonly [find: string, replace: string, test: string, name: string, within?: string]} Row */

/**
 * @param {string} file
 * @param {readonly Row[]} list
 * @returns {Mutant[]}
 */
const inFile = (file, list) => list.map(([find, replace, test, name, within]) => ({ file, find, replace, test, name, within }));

const CRASH = 'a process crash or power loss at any call';

/** @type {readonly Mutant[]} */
export const mutants = [
  ...inFile('log/record.ts', [
    ['if (checksumOf(body) !== head[1]) return null;', '', 'record', 'every single bit'],
    ['if (line[end] !== CLOSING_BRACE) return null;', '', 'record', 'every single bit'],
    [`\`\\n\${headOf(body)}\${body}}\``, `\`\${headOf(body)}\${body}}\``, 'record', 'one line that begins with a newline'],
    ['Number.isSafeInteger(value.t)', "typeof value.t === 'number'", 'record', 'with the right checksum is no record'],
  ]),
  ...inFile('log/segments/tail.ts', [
    [
      "if (action === 'wait' && !finished) this.#offset = start + at; else this.#follows = true;",
      "if (action === 'wait' && !finished) this.#offset = end; else this.#follows = true;",
      'tail',
      'an unfinished last line waits',
    ],
    ["this.#parts(line, true, visit) === 'stop'", 'this.#parts(line, true, visit) === null', 'tail', 'stops after the line'],
    ["this.#parts(rest, false, visit) === 'stop'", 'this.#parts(rest, false, visit) === null', 'tail', 'stops at an unfinished seal'],
    ['this.#skipping = true;', '', 'tail', 'a line over the limit'],
    ['!this.#skipping && isWanted && chunk.length < this.lineLimit', 'isWanted && chunk.length < 1e9', 'tail', 'a line over the limit'],
    ['filled += read;', 'filled += length;', 'tail', 'joins short reads'],
  ]),
  ...inFile('log/segments/line-parts.ts', [
    ['countText(line.subarray(0, start)) <= 1', 'countText(line.subarray(0, start)) <= 0', 'line-parts', 'every record survives'],
    [
      'countText(line.subarray(end)) === 0 ? null : end',
      'countText(line.subarray(end)) === 0 ? end : null',
      'line-parts',
      'every record survives',
    ],
  ]),
  ...inFile('log/segments/reader.ts', [
    ['for (const leading of segmentsLeadingTo(name, names)) touched?.(leading);', '', 'checkpoint', 'with the seal that leads there'],
    ["if (!isFinished && mayGrow(line)) return 'wait';", '', 'log', 'a partially written record'],
    ['if (corrected.isSplit) this.core.unskip();', '', 'mending', 'a newline splits a record'],
    ['if (this.#isCaughtUp && this.core.missesDamage(record)) return this.#startAgain();', '', 'mending', 'reads the log again'],
    ['noted.next === null', 'noted.ordinal !== 0', 'log-lifetime', 'when two processes seal at once'],
    ["end === 'gone'", 'segment === null', 'log-lifetime', 'a log whose folder was deleted'],
    ['if (this.#search !== null) this.#search.found = found;', '', 'log-lifetime', 'a log whose folder was deleted'],
    [
      'if (this.core.version > LOG_VERSION) throw newerLogError(this.options.directory, this.core.version);',
      '',
      'log',
      'continued by a newer version',
    ],
    ['if (this.#segment === null) this.options.opened?.();', '', 'log-lifetime', 'sync is durable after the folder'],
    ['segment?.close();', '', 'log-lifetime', 'a log whose folder was deleted'],
    [
      'if (this.#isOutdated) this.refresh(); else this.close();',
      'if (this.#isOutdated) this.refresh();',
      'log-lifetime',
      'a log whose folder was deleted',
    ],
    ['this.#isEndSure = false;', '', 'unreached', 'also by a process that has it open', 'skip'],
    [
      'this.#unreached.after(segment.name, names).length > 0 && !this.#readOn(through)',
      'this.#unreached.after(segment.name, names).length < 0',
      'unreached',
      'sealing and writing during a read',
    ],
    [
      "through === 'shortest' && this.#isFarBehind(segment)",
      'this.#isFarBehind(segment)',
      'checkpoint',
      'whose later checkpoints are all damaged',
    ],
    ['applied === null', 'record === null', 'log', 'that is not an operation of the protocol'],
  ]),
  ...inFile('log/segments/reader-problems.ts', [
    ['if (this.#problems.length > PROBLEMS_KEPT) this.#problems.shift();', '', 'log', 'problems are limited to the last hundred'],
  ]),
  ...inFile('log/segments/unreached.ts', [
    ['if (core.unreached.includes(segment)) return true;', '', 'unreached', 'left after a power loss'],
    [
      'core.boot !== this.runtime.process.boot && !names.includes(checkpointName(segment))',
      'core.boot !== this.runtime.process.boot',
      'unreached',
      'a durable checkpoint behind the lost seal',
    ],
  ]),
  ...inFile('log/segments/segment.ts', [
    [`\`\${dev}:\${ino}\` === this.identity`, 'size !== null', 'log-lifetime', 'restarted under the same name'],
    ['size ?? this.size', 'size ?? 0', 'races', 'append: at every call another process seals and sweeps'],
    ['if (written === line.length) return;', 'return;', 'log', 'a full disk'],
    ['OPEN.append', 'OPEN.appendOrCreate', 'races', 'append: at every call another process seals and sweeps'],
    ['{ fs.closeSync(fd); throw error; }', '{ throw error; }', 'log-lifetime', 'at any call of a seal'],
    ['await syncDescriptor(fs, fd);', '', 'crash', CRASH],
    ['await syncDirectory(fs, directory);', '', 'crash', CRASH],
    ['attempt < BEGINNINGS', 'attempt < 1', 'deleted-log', 'between its creation and the first segment'],
    ["if (!NO_WRITING.has(systemCode(error) ?? '')) throw error;", 'throw error;', 'log', 'a segment without write permission'],
  ]),
  ...inFile('log/log.ts', [
    ['this.#reader.segment !== null', 'this.#reader.segment === segment', 'log-lifetime', 'when two processes seal at once'],
    ['await this.sync();', '', 'crash', CRASH],
    [
      'if (!this.runtime.clock.pinned) this.#clockGuard.check(); else if (this.begun) this.#refusePinned();',
      'if (!this.runtime.clock.pinned) this.#clockGuard.check();',
      'log',
      'a pinned clock writes only',
    ],
    [
      'if (!this.runtime.clock.pinned) this.#clockGuard.check(); else if (this.begun) this.#refusePinned();',
      'if (this.begun) this.#refusePinned();',
      'log',
      'a wrong clock may read',
    ],
    ['if (this.core.pinned) return;', '', 'log', 'a pinned log accepts any clock'],
    ['Math.max(clock.now() * 1000, this.core.ordinal + ORDINALS_SPARED)', '0', 'crash', CRASH],
    [
      'Math.min(MAX_FLOOR, Math.max(clock.now() * 1000, this.core.ordinal + ORDINALS_SPARED))',
      '(Math.max(clock.now() * 1000, this.core.ordinal + ORDINALS_SPARED))',
      'log',
      'a forged begin record',
    ],
    ['this.core.ordinal + ORDINALS_SPARED', 'this.core.ordinal', 'log', 'a clock that was set back'],
    ['opened: () => this.#durability.opened(),', '', 'log-lifetime', 'sync is durable after the folder'],
    ['touched: (segment) => this.#durability.touch(segment),', '', 'crash', CRASH],
    ['if (this.#reader.segment?.writable === false) this.#reader.close();', '', 'adoption', 'cannot be adopted in a read-only folder'],
    ['search.found === null && this.#reader.segment === segment', 'search === null', 'log', 'differs when it is read back'],
    ['requireReadable(record, this.options);', '', 'log', 'unknown to its own state machine'],
    ['n < ATTEMPTS', 'n < 1', 'log-lifetime', 'restarted under the same name'],
    ['sweepLogFiles(this.runtime.fs, directory);', '', 'crash', CRASH],
  ]),
  ...inFile('log/segments/segment-size.ts', [
    ['Math.floor(to / limit) > Math.floor(from / limit)', 'to >= limit', 'publishing-together', 'a full segment is sealed by'],
  ]),
  ...inFile('platform/descriptor.ts', [['fsync', 'fdatasync', 'published-log', 'a closed log is durable']]),
  ...inFile('log/durability.ts', [
    ['await this.#syncDirectories();', '', 'durability', 'syncs all directories once'],
    ['this.#directories().map((directory) => syncDirectory(this.fs, directory))', '[]', 'durability', 'syncs all directories once'],
    ['await syncDescriptor(this.fs, fd);', '', 'durability', 'syncs all directories once'],
    ['for (const segment of [...round, ...since]) this.#pending.add(segment);', '', 'durability', 'segments that failed to sync'],
    ['[...round, ...since]', '[...since, ...round]', 'durability', 'segments that failed to sync'],
    ['{ this.#directoriesDone = false; throw error; }', '{ throw error; }', 'durability', 'directories that failed to sync'],
    ['{ this.#directoriesDone = false; }', '{ }', 'durability', 'a reopened log'],
    ["if (systemCode(error) === 'ENOENT') return;", '', 'durability', 'a swept segment'],
    ['if (round.length === 0) return;', '', 'durability', 'does nothing when no segment'],
    [
      'this.#next ??= this.#running .catch(() => undefined) .then(() => { const round = this.#round(); this.#running = round; this.#next = null; return round; })',
      'this.#next = this.#running .catch(() => undefined) .then(() => { const round = this.#round(); this.#running = round; this.#next = null; return round; })',
      'durability',
      'no call resolves before',
    ],
  ]),
  ...inFile('log/segments/checkpoint.ts', [
    ['record?.boot === process.boot ? record : null', 'record', 'crash', CRASH],
    [
      "record?.op === 'checkpoint' && record.id === segment ? record.state : null",
      "record?.op === 'checkpoint' ? record.state : null",
      'checkpoint',
      'in the place of another',
    ],
    ['durable() ?? fresh() ?? durable()', 'durable() ?? fresh()', 'checkpoint', 'a fresh checkpoint is valid for readers of the same boot'],
    ['await syncDescriptor(fs, fd);', '', 'checkpoint', 'a checkpoint is durable'],
    ['await syncDirectory(fs, directory);', '', 'checkpoint', 'a checkpoint is durable'],
    ['name !== FIRST_SEGMENT && numberOf(name) < limit', 'numberOf(name) < limit', 'checkpoint', 'history is kept for thirty days'],
    ['numberOf(name) < limit', 'numberOf(name) <= limit', 'checkpoint', 'nothing is swept with fewer than two'],
    [
      'isSpare || kept > REPLAY_BYTES || now - file.time > REPLAY_MS',
      'isSpare || now - file.time > REPLAY_MS',
      'checkpoint',
      'up to the latest 64 MiB',
    ],
    ['isSpare || kept > REPLAY_BYTES', 'kept > REPLAY_BYTES', 'checkpoint', 'every fourth checkpoint before the last two'],
    ['now - file.time > STRAY_MS', 'now - file.time > -1', 'checkpoint', 'stray temporary files'],
  ]),
  ...inFile('log/segments/missing.ts', [
    ['stat.size === 0n && number < highest', 'false', 'missing', 'the empty file of a lost seal race'],
    ['from !== swept || !mayBeSwept(present, to)', 'from !== swept', 'missing', 'too young for a sweep'],
    [
      'bytes >= KEPT_PART * REPLAY_BYTES || (kept.at(-1)?.time ?? 0) - first.time > REPLAY_MS',
      '(kept.at(-1)?.time ?? 0) - first.time > REPLAY_MS',
      'missing',
      'of a large log',
    ],
    ['(kept.at(-1)?.time ?? 0) - first.time > REPLAY_MS', '(kept.at(-1)?.time ?? 0) - first.time > 1e15', 'missing', 'of an old log'],
    ['Math.max(number + 1, swept)', 'number + 1', 'missing', 'swept segments are not missing'],
  ]),
  ...inFile('files/folder-entries.ts', [
    ["if (systemCode(error) !== 'ENOENT') throw error;", 'throw error;', 'checkpoint', 'two concurrent sweeps'],
  ]),
  ...inFile('files/file-clock.ts', [
    ['fileSystemNow(runtime, directory) <= mtime', 'fileSystemNow(runtime, directory) < mtime', 'clock-guard', 'waitTick waits until'],
    [
      'n < PAUSES && fileSystemNow(runtime, directory) <= mtime',
      'fileSystemNow(runtime, directory) <= mtime',
      'clock-guard',
      'a file time in the future',
    ],
  ]),
  ...inFile('log/layout.ts', [
    ['(segmentNumber(newest) ?? 0) > (segmentNumber(segment) ?? 0) + 1', 'false', 'log-lifetime', 'several segments behind'],
    ['(segmentNumber(segment) ?? 0) + 1', '0', 'log-lifetime', 'several segments behind'],
    ['(segmentNumber(name) ?? 0) >= whole', '(segmentNumber(name) ?? 0) >= 0', 'checkpoint', 'starting points'],
    ['number <= highest', 'true', 'missing', 'comes from no sweep'],
    ['number >= from', 'number > from', 'checkpoint', 'from the last durable checkpoint'],
  ]),
  ...inFile('log/core-state.ts', [
    ['isLatest && !this.knows(hash)', 'isLatest', 'core-state', 'published content is not adopted'],
    ['isLatest && !this.knows(hash)', '!this.knows(hash)', 'core-state', 'the same content is adopted once'],
    [
      'after === this.adopted || (after > this.adopted && this.damaged.includes(after))',
      'after === this.adopted',
      'core-state',
      'that it names was damaged',
    ],
    ['if (boot === this.boot && version <= this.version) return 0;', '', 'core-state', 'the first begin record'],
    [
      "if (this.boot === '') { this.pinned = pinned; this.lineage = id; }",
      '{ this.pinned = pinned; this.lineage = id; }',
      'core-state',
      'a begin record of another boot',
    ],
    ['Math.max(this.version, version)', 'version', 'core-state', 'a newer version is remembered'],
    ['Math.max(this.ordinal + 1, floor, seen + 1)', 'Math.max(this.ordinal + 1, seen + 1)', 'core-state', 'the first begin record'],
    ['Math.max(this.ordinal + 1, floor, seen + 1)', 'Math.max(this.ordinal + 1, floor)', 'mending', 'several lines are one'],
    ['Math.max(this.time, record.t)', 'record.t', 'core-state', 'ordinals count records'],
    ['this.#contents.delete(hash);', '', 'core-state', 'few hundred contents'],
    ['this.content(hash).adoption', 'null', 'core-state', 'adoptions are remembered'],
  ]),
  ...inFile('log/clock-guard.ts', [
    ['this.runtime.clock.now() - there', 'before - there', 'clock-guard', 'is paused for a minute'],
    ['elapsed - this.#checkedAt < VALID_MS', 'elapsed - this.#checkedAt < Infinity', 'clock-guard', 'is valid for ten seconds'],
    ['this.#checkedAt = elapsed', 'this.#checkedAt = Infinity', 'clock-guard', 'is valid for ten seconds'],
  ]),
  ...publishingMutants.flatMap(([file, list]) => inFile(file, list)),
  ...answersMutants.flatMap(([file, list]) => inFile(file, list)),
];
