import { showDnaOutput } from '../../../engine/dna/index.ts';
import { oneLine, pickText } from '../../model/text.ts';
import { choose, confirm, NothingToChoose, something, write } from '../ask.ts';
import { runOperation } from '../operations.ts';
import type { Form, FormContext } from './form.ts';

async function shownDna({ work }: FormContext) {
  return showDnaOutput().parse((await runOperation(work, 'dna show', {})).output);
}

async function purpose(context: FormContext) {
  const { dna } = await shownDna(context);
  const { title } = context;
  return { text: await write({ title, prompt: 'What is the project for?', value: dna.project.purpose, check: something }) };
}

const TYPES = {
  convention: 'How things are done here',
  security: 'What must be safe',
  memory: 'How much memory it may take',
  cost: 'What it may cost',
  latency: 'How fast it must be',
  compliance: 'What law or contract asks for',
};
const SEVERITIES = { must: 'Always', should: 'Unless there is a good reason', prefer: 'Where it costs nothing' };

function pickWord(words: Readonly<Record<string, string>>, title: string, placeHolder: string): Promise<string> {
  const choices = Object.entries(words).map(([value, description]) => ({ label: value, description, value }));
  return choose(choices, { title, placeHolder });
}

async function constrain({ title }: FormContext) {
  const rule = await write({ title, prompt: 'The rule', check: something });
  return {
    rule,
    severity: await pickWord(SEVERITIES, title, 'How binding is it?'),
    type: await pickWord(TYPES, title, 'What is it about?'),
    reason: await write({ title, prompt: 'Why?', check: something }),
  };
}

async function unconstrain(context: FormContext) {
  const { dna } = await shownDna(context);
  const { title } = context;
  if (dna.constraints.length === 0) throw new NothingToChoose('There is no rule.');
  const choices = dna.constraints.map(({ rule, severity, type }) => ({
    label: pickText(rule),
    description: `${severity} · ${type}`,
    value: rule,
  }));
  const rule = await choose(choices, { title, placeHolder: 'Which rule goes?' });
  await confirm('Take this rule out?', oneLine(rule, 300), 'Take Out');
  return { rule };
}

async function learn({ title }: FormContext) {
  const pattern = await write({ title, prompt: 'What was learned?', check: something });
  return { pattern, domain: await write({ title, prompt: 'Where does it apply? A word or two, such as testing', check: something }) };
}

async function pattern(context: FormContext) {
  const { dna, sure } = await shownDna(context);
  if (dna.patterns.length === 0) throw new NothingToChoose('No pattern is written down.');
  const choices = dna.patterns.map(({ id, domain, pattern: words }, n) => ({
    label: pickText(words),
    description: `${pickText(domain, 60)} · confidence ${Math.round((sure[n] ?? 0) * 100)} %`,
    value: id,
  }));
  return { id: await choose(choices, { title: context.title, placeHolder: 'Which pattern?' }) };
}

async function forget(context: FormContext) {
  const chosen = await pattern(context);
  await confirm('Take this pattern out?', 'How often it proved right is forgotten with it.', 'Take Out');
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
