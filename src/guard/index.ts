export { codecOf } from './codecs/codecs.ts';
export { type HeldFile, heldFilesOfCommit } from './commit.ts';
export { guardOperation } from './description.ts';
export { answerHook, type Hook, kindsAnswered } from './guard.ts';
