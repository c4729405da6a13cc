export { mcpOperation } from './operation.ts';
