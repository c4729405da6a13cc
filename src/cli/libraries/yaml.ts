/** What the programs need of `yaml`: one file beside those of the commands, loaded by the first of them that needs it. */
export { Composer, isMap, isNode, isScalar, isSeq, Parser, parseDocument, Scalar } from 'yaml';
