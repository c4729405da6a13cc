// @ts-check
import fs from 'node:fs';
import path from 'node:path';
import * as esbuild from 'esbuild';
import { root } from '../project.mjs';

/**
 * Writes ES modules that esbuild has divided as CommonJS, with the sizes of that in the metafile. esbuild divides nothing else, and the
 * editor gives `vscode` to whoever requires it.
 * @param {esbuild.BuildResult<{ metafile: true, write: false }>} built
 * @param {boolean} production
 */
export async function writeAsCommonJs({ outputFiles, metafile }, production) {
  const write = async (/** @type {esbuild.OutputFile} */ { path: file, text }) => {
    const { code } = await esbuild.transform(text, {
      format: 'cjs',
      platform: 'node',
      target: 'node20',
      supported: { 'dynamic-import': false },
      minify: production,
      sourcemap: production ? false : 'inline',
      sourcefile: file,
      legalComments: 'none',
    });
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, code);
    const output = metafile.outputs[path.relative(root, file).split(path.sep).join('/')];
    if (output !== undefined) output.bytes = Buffer.byteLength(code);
  };
  await Promise.all(outputFiles.map(write));
}
