export { codecOf } from './codecs/codecs.ts';
export { type CommitHook, type HeldFile, lookAtCommit } from './commit.ts';
export { guardOperation } from './description.ts';
export { answerHook, kindsAnswered } from './guard.ts';
export { GIT } from './vendors.ts';
