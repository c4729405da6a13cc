import { needsOutput, snoozeOutput } from '../../engine/needs/needs-schemas.ts';
import { RANK_TEXTS } from '../../engine/platform/need.ts';
import type { Checked } from '../../engine/platform/on-demand.ts';
import { inNamedPlaces, type NamedPlaces } from '../../engine/platform/suggested.ts';
import { counted, duration, escapeText, seconds, type Text, type TypedInput, textOutput, truncate } from './layout.ts';
import { styled } from './style.ts';
import { commandInPlaces } from './suggested-commands.ts';

type Need = Checked<typeof needsOutput>['needs'][number];

type Roots = Checked<typeof needsOutput>['roots'];

/** Returns the command line for an action. */
export type CommandOf = (action: Need['actions'][number], roots: Roots) => string;

/** Maximum length of a text of an agent, in code units. */
const MAX = 300;
/** Maximum length of a reason: its next step comes last. */
const MAX_REASON = 800;
/** Maximum length of a command. Longer ones are not shown, because a truncated command would do something else. */
const MAX_COMMAND_LENGTH = 1_000;

/** The choices at the end of a reason, whose commands follow it. */
const CHOICES = / "git .*$/;

/** Returns a text on one line, shortened before it is processed. */
const seen = (value: string, most = MAX): string =>
  escapeText(
    truncate(
      truncate(value, 4 * most)
        .trim()
        .split(/\s+/u)
        .join(' '),
      most,
    ),
  );

/** Returns the command of an action; only its name if it cannot be pasted or is too long. */
function commandText(action: Need['actions'][number], roots: Roots, commandOf: CommandOf): string {
  const command = commandOf(action, roots);
  const canBeTyped = command.length <= MAX_COMMAND_LENGTH && command === escapeText(command);
  return canBeTyped ? `$ ${command}` : `${action.operation}: its input cannot be typed; see --json`;
}

/** Returns how long a need has waited; the day only, if the time of day is unknown. */
function ageOf({ since, day }: Need, now: number): string[] {
  if (since === null || since > now) return [];
  return [day === undefined ? `for ${duration(now - since)}` : `since ${escapeText(day)}`];
}

/**
 * Returns the reason of a need, and its command on a separate line, so that the command is never truncated. The command does not name the
 * project, because it finds it like `needs-you` did: in a linked worktree, a named project would be a different one.
 */
function reasonLines({ why: said, command, otherCommands }: Need, places: NamedPlaces): [reason: string, command: string | null] {
  const why = inNamedPlaces(otherCommands === undefined ? said : said.replace(CHOICES, ' One of these:'), places);
  if (command === undefined) return [seen(why, MAX_REASON), null];
  const named = placedCommand(command, places);
  // A colon instead of a full stop, because "To keep both sides" is not a whole sentence without the command.
  const reason = why.endsWith(`: ${named}`) ? `${seen(why.slice(0, -named.length - 2), MAX_REASON)}:` : seen(why, MAX_REASON);
  return [reason, typedCommand(named)];
}

const placedCommand = (command: string, places: NamedPlaces): string => inNamedPlaces(`: ${command}`, places).slice(2);
const typedCommand = (command: string): string =>
  command === escapeText(command) ? `$ ${command}` : 'The command cannot be typed; see --json';

function needLines(need: Need, now: number, places: NamedPlaces, write: (action: Need['actions'][number]) => string): string[] {
  const { id, title, place, actions, snoozed, otherCommands = [] } = need;
  const [reason, command] = reasonLines(need, places);
  const notes = [...ageOf(need, now), ...(snoozed ? ['snoozed'] : [])];
  return [
    `  ${styled('strong', seen(title))}${notes.length === 0 ? '' : `  (${notes.join(', ')})`}  ${styled('weak', `[${escapeText(id)}]`)}`,
    ...(place === null ? [] : [`    ${styled('weak', escapeText(place.line === null ? place.file : `${place.file}:${place.line}`))}`]),
    `    ${reason}`,
    ...(command === null ? [] : [`    ${command}`]),
    ...otherCommands.map((other) => `    ${typedCommand(placedCommand(other, places))}`),
    ...actions.map((action) => `    ${write(action)}`),
  ];
}

function list(answer: Checked<typeof needsOutput>, now: number, asked: TypedInput, commandOf: CommandOf): string {
  const { needs, more, snoozed, roots } = answer;
  const { team, vault } = asked;
  const places = { root: roots.others, team, vault };
  const written: CommandOf = (action, where) => inNamedPlaces(`: ${commandOf(action, where)}`, { team, vault }).slice(2);
  const rest = [
    ...(more === 0
      ? []
      : [`${counted(more, 'more item')}: see "${commandInPlaces(`cortex needs-you --limit ${needs.length + more}`, asked)}".`]),
    ...(snoozed === 0 ? [] : [`${counted(snoozed, 'item')} snoozed: see "${commandInPlaces('cortex needs-you --all', asked)}".`]),
  ];
  if (needs.length === 0) return ['Nothing needs you.', ...rest].join('\n');
  const lines = needs.flatMap((need, at) => [
    ...(need.rank === needs[at - 1]?.rank
      ? []
      : [...(at === 0 ? [] : ['']), styled(need.rank === 'blocked' ? 'bad' : 'strong', RANK_TEXTS[need.rank])]),
    ...needLines(need, now, places, (action) => commandText(action, roots, written)),
  ]);
  return [...lines, ...(rest.length === 0 ? [] : ['', ...rest])].join('\n');
}

/** @param commandOf returns the commands of all protocols */
export function needsTexts(commandOf: CommandOf): Readonly<Record<string, Text>> {
  return {
    'needs-you': textOutput(needsOutput, (answer, now, asked) => list(answer, now, asked, commandOf)),
    snooze: textOutput(snoozeOutput, ({ title, until }) =>
      until === null ? `${seen(title)} is no longer snoozed.` : `${seen(title)} is snoozed until ${seconds(until)}.`,
    ),
  };
}
