// @ts-check

/**
 * Mutants of how the published file is written, compared and adopted, by file.
 * @type {readonly (readonly [file: string, list: readonly import('./log-mutants.mjs').Row[]])[]}
 */
export const publishingMutants = [
  [
    'log/publishing/published-file.ts',
    [
      ['now - since >= TORN_MS', 'now >= since', 'replaced-files', 'a torn file is read twice'],
      ['now - first >= RESTLESS_MS', 'now < first', 'adoption', 'that changes at every read'],
      [
        "known.kind !== 'ours' || (this.#isWhole && this.log.core.knows(known.hash))",
        'known !== null',
        'clone',
        'also by a process that knew the old log',
      ],
      ['await this.#passTick(stat);', '', 'adoption', 'on a coarse clock'],
      ['!stat.isFile() || stat.size > FILE_LIMIT', 'stat.size > FILE_LIMIT', 'replaced-files', 'a symbolic link is refused'],
      ['!stat.isFile() || stat.size > FILE_LIMIT', '!stat.isFile()', 'replaced-files', 'over 64 MiB'],
      ['each?.identity === identity', 'each !== null', 'adoption', 'a foreign edit is adopted once'],
    ],
  ],
  [
    'log/publishing/replaced-publications.ts',
    [
      ['identityOf(stat) !== identity', 'identity === null', 'adoption', 'through an old descriptor'],
      ['if (age < RECHECK_MS) return false;', '', 'replaced-files', 'kept for a second'],
      ['Math.abs(now - Number(at))', 'now - Number(at)', 'replaced-files', 'is not kept forever'],
      ['age <= GIVE_UP_MS', 'age <= 1e12', 'replaced-files', 'abandoned after ten seconds'],
    ],
  ],
  [
    'files/file-content.ts',
    [
      ['same ?? free', 'free', 'replaced-files', 'moved its bytes aside for the next'],
      [
        "same ? { bytes, identity, hash: hash('sha256', bytes, 'hex'), written: milliseconds(stat.mtimeNs) } : null",
        "bytes.length >= 0 ? { bytes, identity, hash: hash('sha256', bytes, 'hex'), written: milliseconds(stat.mtimeNs) } : null",
        'adoption',
        'while the file changes are not adopted',
      ],
    ],
  ],
  [
    'log/publishing/foreign-difference.ts',
    [
      [
        'if (difference.size <= (best?.size ?? Number.POSITIVE_INFINITY)) best = difference;',
        '',
        'adoption',
        'whose second edit includes the first',
      ],
    ],
  ],
  ['log/publishing/mending.ts', [['if (place.ordinal > upTo) take(state);', '', 'mending', 'what a later record ended']]],
  [
    'log/publishing/adoption.ts',
    [
      [
        'if (identity !== null) this.log.appendFrom(() => this.#publication(foreign, hash, identity));',
        'if (identity === "") this.log.appendFrom(() => this.#publication(foreign, hash, identity));',
        'clone',
        'a clone is adopted whole',
      ],
      ['identity !== null && { identity }', 'false', 'publishing-together', 'is not read again'],
    ],
  ],
  [
    'log/history.ts',
    [
      ['if (measure(all) <= 1 || adoptions.length === 0) return;', 'return;', 'adoption', 'whose second edit includes the first'],
      ['wants: ({ ordinal }) => ordinal <= last,', '', 'adoption', 'whose second edit includes the first'],
      [
        'core.adoptionsSince(origin, exact === undefined ? null : checksum, written)',
        'core.adoptionsSince(origin, exact === undefined ? null : checksum, 1e15)',
        'adoption',
        'an older content of an editor',
      ],
      ['measure(carried.state);', '', 'adoption', 'does not revert an earlier edit'],
      [
        'if (distance < carried.distance) carried = { state, distance };',
        'carried = { state, distance };',
        'adoption',
        'two editors of one publication',
      ],
      ['nearest(runtime, options, recent, measure)', '0', 'adoption', 'computes its own checksum'],
    ],
  ],
  [
    'log/publishing/publisher.ts',
    [
      ['syncDescriptor(fs, fd)', 'Promise.resolve()', 'published-log', 'a closed log is durable'],
      ['waitTick(this.runtime, this.options.directory, milliseconds(stat.mtimeNs))', 'Promise.resolve()', 'adoption', 'on a coarse clock'],
      ['this.log.sync()', 'Promise.resolve()', 'published-log', 'records a publication before its file appears', 'prepare'],
      ['await allDone([this.log.sync(), this.replacedFiles.syncAside()]);', '', 'adoption', 'that replaces ours before keep'],
      ['await syncDirectory(fs, dirname(file));', '', 'published-log', 'a closed log is durable'],
      ['await syncDirectory(this.runtime.fs, dirname(aside));', '', 'replaced-files', 'broken bytes always have'],
      ['if (hasIdentity(this.runtime.fs, replaced, identity)) return true;', 'return true;', 'adoption', 'that replaces ours before keep'],
      ["if (present.kind === 'broken' && !(await this.#moveAside(present))) return;", '', 'replaced-files', 'a broken file with a log'],
      [
        "if (!(await this.#keep(present.kind === 'foreign' ? NOT_SEEN : present.identity))) return;",
        '',
        'adoption',
        'through an old descriptor',
      ],
      [
        "present.kind === 'foreign' ? NOT_SEEN : present.identity",
        'present.identity',
        'publishing-together',
        'is adopting is not replaced',
      ],
      ['this.log.core === core ? operation : null', 'operation', 'published-log', 'a publisher whose log is restarted'],
      ["identity !== '' && identity !== present.identity", "identity === '-'", 'clone', 'restored by a checkout'],
      [
        'this.log.core.content(present.hash).upTo >= upTo',
        'this.log.core.content(present.hash).upTo >= 0',
        'published-log',
        'a second process adds to them',
      ],
      ['turn.release();', '', 'publishing-together', 'a publisher releases its turn'],
      ['turn === null', 'turn === 0', 'published-log', 'leaves its records to a publishing process'],
      ['this.replacedFiles.adoptLateWrites();', '', 'publishing-together', 'by a process that closes during its pause', 'replace'],
      ['if (refused) throw present.error;', '', 'replaced-files', 'a symbolic link is refused'],
      [
        'if (!this.#link(temporary, file)) return;',
        'fs.renameSync(temporary, file);',
        'replaced-files',
        'appears before the first publication',
      ],
      ['if (linked) removeIfThere(this.runtime.fs, aside);', '', 'replaced-files', 'repaired at the last moment'],
      [
        'this.runtime.clock.now() - this.log.core.changedAt > ABANDONED_MS',
        'this.runtime.clock.now() - this.log.core.changedAt > Infinity',
        'published-log',
        'records of a dead process',
      ],
      ["isOld || present.kind === 'broken'", 'isOld', 'replaced-files', 'breaks right after its publication'],
    ],
  ],
  [
    'log/publishing/unpublished.ts',
    [
      ['this.#isLost(each) && !isShown(each, origin)', 'this.#isLost(each)', 'deleted-log', 'not written twice'],
      [
        'upTo === null ? place.time <= origin.time : place.ordinal <= upTo',
        'place.time <= origin.time',
        'deleted-log',
        'made during a publication',
      ],
      ['holder.lineage !== lineage || place.ordinal > upTo', 'false', 'deleted-log', 'made during a publication'],
    ],
  ],
  [
    'log/publishing/published-file.ts',
    [
      [
        'this.#unreadable === null && waited >= MAX_WAIT_MS && !this.#isNew()',
        'this.#unreadable === null && waited >= MAX_WAIT_MS',
        'deleted-log',
        'a new log answers only after',
      ],
    ],
  ],
  [
    'log/publishing/published-log.ts',
    [
      ['this.#restore(present);', '', 'deleted-log', 'acknowledged but unpublished'],
      ['isAsSeen() ? operation : null', 'operation', 'deleted-log', 'when the log is deleted during its write'],
      ["if (this.#unpublished.isLost) return 'behind';", '', 'races', 'publish: at every call .local is deleted'],
      ["this.#unpublished.isFoundLost() ? 'behind' : 'failed'", "'failed'", 'deleted-log', 'during the last publication'],
      ['!isKnown || !this.#unpublished.isLost', '!this.#unpublished.isLost', 'deleted-log', 'at any check of the file'],
      ['if (isOpening) this.#replacedFileCheck.begin();', '', 'replaced-files', 'kept for a second'],
      ["if (outcome === 'published') this.#addLateRecords();", '', 'publishing-together', 'leaves during any call of a running publisher'],
      ['if (this.#log.isOutpacingSeals) await maintained;', '', 'publishing-together', 'faster than it seals'],
      ['core.adopted > adopted', 'false', 'adoption', 'a foreign edit is adopted once'],
      [
        'if (!(error instanceof CortexError && CANNOT_WRITE.has(error.code))) throw error;',
        'throw error;',
        'adoption',
        'cannot be adopted in a read-only folder',
      ],
      [
        "if (present.kind === 'broken' && core.published === null) throw present.error;",
        '',
        'replaced-files',
        'a broken file without a log',
      ],
    ],
  ],
  ['log/publishing/replaced-file-check.ts', [['if (!this.closing.aborted) this.begin();', '', 'adoption', 'through an old descriptor']]],
  [
    'log/publishing-duty.ts',
    [
      ["outcome === 'busy' || outcome === 'failed'", "outcome === 'failed'", 'publishing-together', 'does not wait for it'],
      ['Math.max(this.#pending, ordinal)', 'ordinal', 'deleted-log', 'during the last publication'],
      ['if (isLost()) deadline = clock.monotonic() + MAX_STAY_MS;', '', 'deleted-log', 'during the last publication'],
      [
        'Math.min(this.options.cost() * (SHARE - 1), MAX_PAUSE_MS)',
        'Math.min(this.options.cost() * (SHARE - 1), Infinity)',
        'published-log',
        'slept during a publication',
      ],
      ['this.options.cost() * (SHARE - 1)', '0', 'published-log', 'a twentieth'],
      ["outcome === 'busy' || outcome === 'failed'", "outcome === 'busy'", 'published-log', 'does not keep retrying'],
    ],
  ],
];
