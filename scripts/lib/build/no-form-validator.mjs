// @ts-check
// Replaces the part of the MCP library that validates form answers with ajv: the server sends no forms, and zod validates the rest.

export { default as process } from 'node:process';

export class DefaultJsonSchemaValidator {
  /** @returns {never} */
  getValidator() {
    throw new Error('ajv is not part of this build: pass a jsonSchemaValidator to the server');
  }
}
