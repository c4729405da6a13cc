export const SHELLS = ['bash', 'zsh', 'fish', 'powershell'] as const;
export type Shell = (typeof SHELLS)[number];

// Each script passes the typed words on as they are, without evaluating them: `$(…)` in a line must not run because of a Tab. The last
// word follows an equals sign, because some shells leave out empty arguments. No answer means that the shell completes a file.
const SCRIPTS: Readonly<Record<Shell, string>> = {
  bash: `# Completion for %program% in bash. Add this line to ~/.bashrc:
#   source <(%program% completion bash)
_%program%_complete() {
  local line
  COMPREPLY=()
  while IFS= read -r line; do
    COMPREPLY+=("\${line%%$'\\t'*}")
  done < <(%program% complete bash "\${COMP_WORDS[@]:1:COMP_CWORD-1}" "=\${COMP_WORDS[COMP_CWORD]}" 2>/dev/null)
}
complete -o default -F _%program%_complete %program%
`,
  zsh: `#compdef %program%
# Completion for %program% in zsh. Add these lines to ~/.zshrc:
#   autoload -U compinit && compinit
#   source <(%program% completion zsh)
_%program%() {
  local line
  local -a found
  for line in "\${(@f)$(%program% complete zsh "\${(@)words[2,CURRENT-1]}" "=\${words[CURRENT]}" 2>/dev/null)}"; do
    [[ -n $line ]] && found+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
  done
  if (( \${#found} )); then
    _describe '%program%' found
  else
    _files
  fi
}
if [[ \${funcstack[1]} == _%program% ]]; then
  _%program% "$@"
else
  compdef _%program% %program%
fi
`,
  fish: `# Completion for %program% in fish. Save it as ~/.config/fish/completions/%program%.fish:
#   %program% completion fish > ~/.config/fish/completions/%program%.fish
function __%program%_complete
    set -l words (commandline -opc)
    set -e words[1]
    set -l word (commandline -ct)
    set -l found (%program% complete fish $words "=$word" 2>/dev/null)
    if test (count $found) -gt 0
        printf '%s\\n' $found
    else
        __fish_complete_path "$word"
    end
end
complete -c %program% -f -a '(__%program%_complete)'
`,
  powershell: `# Completion for %program% in PowerShell. Add this line to your profile ($PROFILE):
#   %program% completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName %program% -ScriptBlock {
  param($word, $line, $position)
  $before = @($line.CommandElements | Select-Object -Skip 1 | Where-Object { $_.Extent.EndOffset -lt $position } | ForEach-Object { "$_" })
  & %program% complete powershell @before "=$word" 2>$null | ForEach-Object {
    $value, $about = $_ -split "\`t", 2
    if (-not $about) { $about = $value }
    [System.Management.Automation.CompletionResult]::new($value, $value, 'ParameterValue', $about)
  }
}
`,
};

/** Returns the script that a shell loads to complete the commands of a program. */
export const completionScript = (shell: Shell, program: string): string => SCRIPTS[shell].replaceAll('%program%', program);
