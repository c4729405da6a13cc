import { type Codec, claudeAnswers, names, readFields } from './codec.ts';

const readers = names(
  'read_file list_dir grep_files view_image update_plan web_search list_mcp_resources list_mcp_resource_templates read_mcp_resource',
);

/** Codex. It treats an explicit "allow" as an error. */
export const codex: Codec = { ...claudeAnswers, read: (value, folder) => readFields(value, folder, { readers }) };
