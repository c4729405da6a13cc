export { codecOf } from './codecs/codecs.ts';
export { guardOperation } from './description.ts';
export { answerHook, type Hook, kindsAnswered } from './guard.ts';
