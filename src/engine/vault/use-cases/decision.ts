import { checkAgent, isPerson, loginName, suggestPersonId } from '../../crtx/index.ts';
import { CortexError } from '../../platform/errors.ts';
import type { OperationContext } from '../../platform/operation.ts';
import { shellWord } from '../../text/shell-word.ts';
import type { Change } from '../notes/planned-change.ts';
import { type Acceptance, findResponsiblePerson, recordDecision } from '../review.ts';
import type { OpenVault } from './open-vault.ts';

/** Returns the option that a person at a terminal adds to a command. */
export function personOption(context: OperationContext): string {
  return `--by ${suggestPersonId(context.environment)}`;
}

/**
 * Returns the actor's id for headers of notes. The default is the login name, `user:ann`, which does not count as a person: an agent may
 * run under it.
 * @throws CortexError as `checkAgent`
 */
export function findActor(context: OperationContext, by: string | undefined): string {
  if (by === undefined) return `user:${loginName(context.environment) ?? 'unknown'}`;
  checkAgent(context, by);
  return by;
}

/** Reports whether only a person may archive or supersede a note (rulings, vault 11). @param text of the note */
export function needsPerson({ config }: Pick<OpenVault, 'config'>, text: string): boolean {
  return config.isReviewRequired && findResponsiblePerson(text) !== null;
}

/**
 * Returns the option to add to a suggested command that archives or supersedes a note: the person at this terminal, if only a person may.
 * Empty if the note cannot be read.
 */
export function personOptionFor(vault: OpenVault, path: string): string {
  try {
    return needsPerson(vault, vault.store.text(path)) ? ` ${personOption(vault.context)}` : '';
  } catch {
    return '';
  }
}

/** A decision to archive or supersede a note. */
export interface Decision extends Acceptance {
  /** Verb for messages, such as `archives`. */
  readonly does: string;
  /** Words of the command that makes the decision. */
  readonly command: readonly string[];
}

/**
 * Wraps a change that archives or supersedes a note, and records the decision in its header. Where reviews are required, only a person may
 * change a note that a person accepted or wrote (rulings, vault 11); otherwise the change throws `denied`.
 */
export function withDecision({ config, context }: OpenVault, { by, day, does, command }: Decision, change: Change): Change {
  return (text) => {
    const after = change(text);
    if (after === text) return text;
    const person = findResponsiblePerson(text);
    if (config.isReviewRequired && person !== null && !isPerson(by)) {
      const next = `A person must run this at a terminal: ${[...command.map(shellWord), personOption(context)].join(' ')}`;
      const message = `[review] required = true in cortex.toml: only a person can ${does} a note that ${person} accepted`;
      throw new CortexError('denied', message, { value: by, allowed: 'person:<name>', next });
    }
    return recordDecision(after, { by, day });
  };
}
