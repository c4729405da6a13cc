// @ts-check
// Stands in for the part of the MCP library that checks answers to forms with ajv: the server asks nobody by form, and zod checks the rest.

export { default as process } from 'node:process';

export class DefaultJsonSchemaValidator {
  /** @returns {never} */
  getValidator() {
    throw new Error('ajv is not part of this build: pass a jsonSchemaValidator to the server');
  }
}
