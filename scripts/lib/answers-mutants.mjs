// @ts-check

/**
 * Mutants of who answers for whom, by file: what is found, what takes its place, and the test that must notice.
 * @type {readonly (readonly [file: string, list: readonly (readonly [find: string, replace: string, test: string, name: string])[]])[]}
 */
export const answersMutants = [
  [
    'log/answers/fate.ts',
    [
      ['isWritten && (isSealed || isNamed)', 'isWritten', 'answers/fate', 'in a log that was deleted'],
      ['isWritten && (isSealed || isNamed)', 'isWritten && isNamed', 'answers/fate', 'swept behind its seal'],
      ["return isSealed ? 'stop' : 'next';", "return 'next';", 'answers/fate', 'one behind it never did'],
      ['isWritten ||= record.id === id;', 'isWritten = true;', 'answers/fate', 'is not that one'],
      ['isSealed = isSeal(record, span);', "isSealed = record.op === 'seal';", 'answers/fate', 'calls itself a seal'],
    ],
  ],
  [
    'log/answers/leader.ts',
    [
      [
        'if (shown === null || standing === null || this.#gone !== null)',
        'if (standing === null)',
        'answers/answers',
        'that cannot be read',
      ],
      ['if (!this.#followers.has(asked.wire)) asked.wire.close();\n    else', '', 'answers/strangers', 'asks before it has greeted'],
      ['else if (message.boot !== this.desk.boot) wire.close();', '', 'answers/strangers', 'started with another machine'],
      ['longest: () => LONGEST_GREETING', 'longest: () => 1e9', 'answers/strangers', 'says more than anybody asks'],
      ["!isProof(proof, this.secret, 'follower', numbers)", "proof === ''", 'answers/strangers', 'does not know the secret'],
      ['      first.close();\n', '', 'answers/strangers', 'says nothing is hung up on when hundreds do'],
      ['for (const wire of this.#followers) wire.send(next(segment));', '{}', 'answers/answers', 'is told where to write'],
    ],
  ],
  [
    'log/answers/answers.ts',
    [
      ['if (!this.options.isAnswer(answer, operation)) break;', '', 'answers/strangers', 'answers what is no answer'],
      ["found !== 'closed' && this.#seat.vacate(this.#followed)", 'true', 'answers/strangers', 'left after five seconds'],
      ["isVacant ? 'silent' : this.#goAlone(SILENT_MS)", "'gone'", 'answers/strangers', 'whose place cannot be taken'],
      ['if (this.#seat.wasTaken()) void this.#leading.resign();\n    else ', '', 'answers/hand-over', 'is offered again'],
    ],
  ],
  [
    'log/answers/leading.ts',
    [
      ['if (this.seat.wasTaken()) return this.resign();', '', 'answers/hand-over', 'ends its time'],
      ['if (kept.changed) this.desk.owe(kept.ordinal);', '', 'answers/answers', 'it publishes what it has answered'],
      ['this.log.seeTo(kept.span);', '', 'answers/answers', 'seals for those that follow'],
    ],
  ],
  [
    'log/answers/follower.ts',
    [
      ['if (segment?.writable !== false) return segment;', 'if (segment !== null) return segment;', 'answers/followers', 'may not write'],
      ['if (this.#left.delete(segment)) segment.close();', '', 'answers/followers', 'lets go of each segment'],
      ['if (resolve === undefined) return;', '', 'answers/strangers', 'speaks on and on of what nobody has asked'],
    ],
  ],
  [
    'log/answers/seat.ts',
    [
      ['if (this.holder === holder) removeIfThere', 'removeIfThere', 'answers/answers', 'the seat of a leader that hung'],
      ['if (!this.#isSafe()) return null;', '', 'answers/answers', 'in a folder that others may write to'],
      ['if (await this.#isAnswered()) return', "if (secret === '') return", 'answers/answers', 'whoever comes second'],
    ],
  ],
];
