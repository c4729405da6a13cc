export { guardOperation } from './operation.ts';
