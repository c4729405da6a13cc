import { showDnaOutput } from '../../../engine/dna/index.ts';
import { oneLine, pickText } from '../../model/text.ts';
import { askText, choose, confirm, NothingToChoose, requireNonEmpty } from '../ask.ts';
import { runOperation } from '../operations.ts';
import type { Form, FormContext } from './form.ts';

async function shownDna({ work }: FormContext) {
  return showDnaOutput().parse((await runOperation(work, 'dna show', {})).output);
}

async function purpose(context: FormContext) {
  const { dna } = await shownDna(context);
  const { title } = context;
  return { text: await askText({ title, prompt: 'Purpose of the project', value: dna.project.purpose, check: requireNonEmpty }) };
}

const TYPES = {
  convention: 'A convention of the project',
  security: 'A security requirement',
  memory: 'A memory limit',
  cost: 'A cost limit',
  latency: 'A latency limit',
  compliance: 'A legal or contractual requirement',
};
const SEVERITIES = { must: 'Always', should: 'Unless there is a good reason', prefer: 'If it costs nothing' };

function pickWord(words: Readonly<Record<string, string>>, title: string, placeHolder: string): Promise<string> {
  const choices = Object.entries(words).map(([value, description]) => ({ label: value, description, value }));
  return choose(choices, { title, placeHolder });
}

async function constrain({ title }: FormContext) {
  const rule = await askText({ title, prompt: 'Rule', check: requireNonEmpty });
  return {
    rule,
    severity: await pickWord(SEVERITIES, title, 'Choose a severity'),
    type: await pickWord(TYPES, title, 'Choose a type'),
    reason: await askText({ title, prompt: 'Why?', check: requireNonEmpty }),
  };
}

async function unconstrain(context: FormContext) {
  const { dna } = await shownDna(context);
  const { title } = context;
  if (dna.constraints.length === 0) throw new NothingToChoose('There are no rules.');
  const choices = dna.constraints.map(({ rule, severity, type }) => ({
    label: pickText(rule),
    description: `${severity} · ${type}`,
    value: rule,
  }));
  const rule = await choose(choices, { title, placeHolder: 'Choose the rule to remove' });
  await confirm('Remove this rule?', oneLine(rule, 300), 'Remove');
  return { rule };
}

async function learn({ title }: FormContext) {
  const pattern = await askText({ title, prompt: 'Pattern', check: requireNonEmpty });
  return { pattern, domain: await askText({ title, prompt: 'Domain in a word or two, such as testing', check: requireNonEmpty }) };
}

async function pattern(context: FormContext) {
  const { dna, confidence } = await shownDna(context);
  if (dna.patterns.length === 0) throw new NothingToChoose('There are no patterns.');
  const choices = dna.patterns.map(({ id, domain, pattern: words }, n) => ({
    label: pickText(words),
    description: `${pickText(domain, 60)} · confidence ${Math.round((confidence[n] ?? 0) * 100)} %`,
    value: id,
  }));
  return { id: await choose(choices, { title: context.title, placeHolder: 'Choose a pattern' }) };
}

async function forget(context: FormContext) {
  const chosen = await pattern(context);
  await confirm('Remove this pattern?', 'Its confirmations are removed with it.', 'Remove');
  return chosen;
}

/** Forms of the operations that change the project's DNA, by operation name. */
export const dnaForms: Readonly<Record<string, Form>> = {
  'dna purpose': purpose,
  'dna constrain': constrain,
  'dna unconstrain': unconstrain,
  'dna learn': learn,
  'dna confirm': pattern,
  'dna doubt': pattern,
  'dna forget': forget,
};
