export { answerHook, type Hook, kindsAnswered } from './guard.ts';
export { codecOf, guardOperation } from './operation.ts';
