/** Description of `completion`. The help of other commands needs only this. */
export const COMPLETION = 'Print a script for bash, zsh, fish or PowerShell that completes commands, options, agents and tasks';
