// @ts-check

/**
 * Mutants of who answers for whom, by file.
 * @type {readonly (readonly [file: string, list: readonly import('./log-mutants.mjs').Row[]])[]}
 */
export const answersMutants = [
  [
    'log/leader/record-outcome.ts',
    [
      ['isWritten && (isSealed || isNamed)', 'isWritten', 'leader/fate', 'in a deleted log'],
      ['isWritten && (isSealed || isNamed)', 'isWritten && isNamed', 'leader/fate', 'in a swept segment'],
      ["isSealed ? 'stop' : 'next'", "'next'", 'leader/fate', 'one behind it was not'],
      ['isWritten ||= record.id === id', 'isWritten = true', 'leader/fate', 'is not that record'],
      ['isSeal(record, span)', "record.op === 'seal'", 'leader/fate', 'claims to be a seal'],
    ],
  ],
  [
    'log/leader/leader-socket.ts',
    [
      [
        'shown === null || identity === null || this.#gone !== null',
        'identity === null',
        'leader/shared-answers',
        'while the file cannot be read',
      ],
      [
        'if (!this.#followers.has(asked.wire)) asked.wire.close(); else this.#asked.push(asked);',
        'this.#asked.push(asked);',
        'leader/strangers',
        'asks before it has greeted',
      ],
      ['message.boot !== this.context.boot', 'false', 'leader/strangers', 'started with another machine'],
      ['() => MAX_GREETING_LENGTH', '() => 1e9', 'leader/strangers', 'sends an oversized question'],
      [
        'for (const wire of this.#followers) wire.send(formatNextSegment(segment));',
        '{}',
        'leader/shared-answers',
        'names the segment to write to',
      ],
    ],
  ],
  [
    'log/leader/strangers.ts',
    [
      ["!verifyProof(proof, this.secret, 'follower', numbers)", "proof === ''", 'leader/strangers', 'does not know the secret'],
      ['first.close();', '', 'leader/strangers', 'stays silent is disconnected when there are hundreds'],
    ],
  ],
  [
    'log/leader/shared-answers.ts',
    [
      ['if (!this.options.isAnswer(answer, operation)) break;', '', 'leader/strangers', 'answers what is no answer'],
      ["found !== 'closed' && this.#election.removeLeader(this.#followed)", 'true', 'leader/strangers', 'abandoned after five seconds'],
      ["isVacant ? { kind: 'silent' } : this.#alone(SILENT_MS)", "{ kind: 'gone' }", 'leader/strangers', 'whose file cannot be removed'],
      ['this.#election.wasTaken()', 'false', 'leader/hand-over', 'is offered again'],
    ],
  ],
  [
    'log/leader/leadership.ts',
    [
      ['if (this.election.wasTaken()) return this.resign();', '', 'leader/hand-over', 'ends the leadership'],
      ['if (kept.changed) this.context.publishUpTo(kept.ordinal);', '', 'leader/shared-answers', 'it publishes what it has answered'],
      ['this.log.scheduleSeal(kept.span);', '', 'leader/shared-answers', 'seals for its followers'],
    ],
  ],
  [
    'log/leader/follower-client.ts',
    [
      ['segment?.writable !== false', 'segment !== null', 'leader/followers', 'without write access'],
      ['if (this.#left.delete(segment)) segment.close();', '', 'leader/followers', 'closes each segment'],
      ['if (resolve === undefined) return;', '', 'leader/strangers', 'keeps talking of what nobody has asked'],
    ],
  ],
  [
    'log/leader/leader-election.ts',
    [
      [
        'if (this.holder === holder) removeIfThere(this.runtime.fs, this.#file);',
        'removeIfThere(this.runtime.fs, this.#file);',
        'leader/shared-answers',
        'the file of a hanging leader',
      ],
      ['if (!this.#isSafe()) return null;', '', 'leader/shared-answers', 'in a folder that others may write to'],
      ['await this.#isAnswered()', "secret === ''", 'leader/shared-answers', 'a second candidate'],
    ],
  ],
];
