import { joinSentences } from '../../engine/platform/errors.ts';
import { type DoctorOutput, doctorOutput } from '../doctor.ts';
import { counted, escapeText, type Text, type TypedInput, textOutput } from './layout.ts';
import { styledSeverity, styledState } from './style.ts';
import { commandInPlaces, nextStepWithLocation } from './suggested-commands.ts';

type Part = DoctorOutput['parts'][number];

/** Maximum number of findings of a part; its own command lists all of them. */
const SHOWN = 10;

const STATES: Readonly<Record<Part['state'], string>> = {
  ok: 'ok     ',
  warnings: 'warning',
  errors: 'error  ',
  failed: 'error  ',
  none: '-      ',
};

function resultOf({ state, errors, warnings }: Part): string {
  if (state === 'none') return 'none here';
  if (state === 'ok') return 'no problems found';
  return state === 'failed' ? 'could not be checked' : `${counted(errors, 'error')}, ${counted(warnings, 'warning')}`;
}

/** In the order in which they are listed, because the list may be cut off. */
const SEVERITIES: readonly Part['findings'][number]['severity'][] = ['error', 'warning', 'information'];

function partText(part: Part, asked: TypedInput): string[] {
  const inOrder = SEVERITIES.flatMap((wanted) => part.findings.filter(({ severity }) => severity === wanted));
  const lines = inOrder.slice(0, SHOWN).map(({ severity, path, line, column, message, next }) => {
    const place = [path, line, column].filter((each) => each !== null).join(':');
    return `          ${styledSeverity(`${severity}: `)}${place === '' ? '' : `${place}: `}${joinSentences(message, nextStepWithLocation(next, asked))}`;
  });
  const more = part.findings.length - lines.length;
  const rest = more > 0 ? [`          … and ${more} more: ${commandInPlaces(part.command, asked)}`] : [];
  return [`${styledState(STATES[part.state])}  ${part.part}: ${resultOf(part)}`, ...lines, ...rest].map(escapeText);
}

function examined({ parts, errors, warnings }: DoctorOutput, _now: number, asked: TypedInput): string {
  const sum = errors + warnings === 0 ? 'No problems found.' : `${counted(errors, 'error')}, ${counted(warnings, 'warning')}.`;
  return [...parts.flatMap((part) => partText(part, asked)), '', sum].join('\n');
}

export const doctorTexts: Readonly<Record<string, Text>> = { doctor: textOutput(doctorOutput, examined) };
