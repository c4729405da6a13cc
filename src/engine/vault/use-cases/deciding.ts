import { checkAgent, isPerson, loginName, personHere } from '../../crtx/index.ts';
import { CortexError } from '../../platform/errors.ts';
import type { OperationContext } from '../../platform/operation.ts';
import { shellWord } from '../../text/shell-word.ts';
import type { Change } from '../notes/planned-change.ts';
import { type Acceptance, decidedText, personBehind } from '../review.ts';
import type { OpenVault } from './open-vault.ts';

/** What a person at a terminal adds to a command. */
export function asPerson(context: OperationContext): string {
  return `--by ${personHere(context.environment)}`;
}

/**
 * Who acts, as headers of notes name it. Without an id this is the login name, `user:ann`, which is no person: an agent may run under it.
 * @throws CortexError as `checkAgent`
 */
export function whoActs(context: OperationContext, by: string | undefined): string {
  if (by === undefined) return `user:${loginName(context.environment) ?? 'unknown'}`;
  checkAgent(context, by);
  return by;
}

/** A decision that puts a note aside. */
export interface Decision extends Acceptance {
  /** What is done: `archives`. */
  readonly does: string;
  /** The words of the command that does it. */
  readonly command: readonly string[];
}

/**
 * A change that puts a note aside, and says in its header who decided so. Where reviews are required and a person has accepted the note,
 * or written it, the change is refused to all but persons (rulings, vault 11): `denied`.
 */
export function decided({ config, context }: OpenVault, { by, day, does, command }: Decision, change: Change): Change {
  return (text) => {
    const after = change(text);
    if (after === text) return text;
    const person = personBehind(text);
    if (config.isReviewRequired && person !== null && !isPerson(by)) {
      const next = `Let a person run this at a terminal: ${[...command.map(shellWord), asPerson(context)].join(' ')}`;
      const message = `[review] required = true in cortex.toml: only a person ${does} what ${person} accepted`;
      throw new CortexError('denied', message, { value: by, allowed: 'person:<name>', next });
    }
    return decidedText(after, { by, day });
  };
}
