// @ts-check

/**
 * Mutants of who answers for whom, by file: what is found, what takes its place, and the test that must notice.
 * @type {readonly (readonly [file: string, list: readonly (readonly [find: string, replace: string, test: string, name: string])[]])[]}
 */
export const answersMutants = [
  [
    'log/leader/fate.ts',
    [
      ['isWritten && (isSealed || isNamed)', 'isWritten', 'leader/fate', 'in a log that was deleted'],
      ['isWritten && (isSealed || isNamed)', 'isWritten && isNamed', 'leader/fate', 'swept behind its seal'],
      ["return isSealed ? 'stop' : 'next';", "return 'next';", 'leader/fate', 'one behind it never did'],
      ['isWritten ||= record.id === id;', 'isWritten = true;', 'leader/fate', 'is not that one'],
      ['isSealed = isSeal(record, span);', "isSealed = record.op === 'seal';", 'leader/fate', 'calls itself a seal'],
    ],
  ],
  [
    'log/leader/leader-socket.ts',
    [
      [
        'if (shown === null || standing === null || this.#gone !== null)',
        'if (standing === null)',
        'leader/shared-answers',
        'that cannot be read',
      ],
      ['if (!this.#followers.has(asked.wire)) asked.wire.close();\n    else', '', 'leader/strangers', 'asks before it has greeted'],
      ['else if (message.boot !== this.desk.boot) wire.close();', '', 'leader/strangers', 'started with another machine'],
      ['longest: () => LONGEST_GREETING', 'longest: () => 1e9', 'leader/strangers', 'says more than anybody asks'],
      ["!isProof(proof, this.secret, 'follower', numbers)", "proof === ''", 'leader/strangers', 'does not know the secret'],
      ['      first.close();\n', '', 'leader/strangers', 'says nothing is hung up on when hundreds do'],
      ['for (const wire of this.#followers) wire.send(next(segment));', '{}', 'leader/shared-answers', 'is told where to write'],
    ],
  ],
  [
    'log/leader/shared-answers.ts',
    [
      ['if (!this.options.isAnswer(answer, operation)) break;', '', 'leader/strangers', 'answers what is no answer'],
      ["found !== 'closed' && this.#seat.vacate(this.#followed)", 'true', 'leader/strangers', 'left after five seconds'],
      ["isVacant ? 'silent' : this.#goAlone(SILENT_MS)", "'gone'", 'leader/strangers', 'whose place cannot be taken'],
      ['if (this.#seat.wasTaken()) void this.#leading.resign();\n    else ', '', 'leader/hand-over', 'is offered again'],
    ],
  ],
  [
    'log/leader/leadership.ts',
    [
      ['if (this.seat.wasTaken()) return this.resign();', '', 'leader/hand-over', 'ends its time'],
      ['if (kept.changed) this.desk.owe(kept.ordinal);', '', 'leader/shared-answers', 'it publishes what it has answered'],
      ['this.log.seeTo(kept.span);', '', 'leader/shared-answers', 'seals for those that follow'],
    ],
  ],
  [
    'log/leader/follower-client.ts',
    [
      ['if (segment?.writable !== false) return segment;', 'if (segment !== null) return segment;', 'leader/followers', 'may not write'],
      ['if (this.#left.delete(segment)) segment.close();', '', 'leader/followers', 'lets go of each segment'],
      ['if (resolve === undefined) return;', '', 'leader/strangers', 'speaks on and on of what nobody has asked'],
    ],
  ],
  [
    'log/leader/leader-election.ts',
    [
      ['if (this.holder === holder) removeIfThere', 'removeIfThere', 'leader/shared-answers', 'the seat of a leader that hung'],
      ['if (!this.#isSafe()) return null;', '', 'leader/shared-answers', 'in a folder that others may write to'],
      ['if (await this.#isAnswered()) return', "if (secret === '') return", 'leader/shared-answers', 'whoever comes second'],
    ],
  ],
];
