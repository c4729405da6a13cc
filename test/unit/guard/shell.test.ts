import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { GuardedProject } from './support.ts';

/** Each changes src/a.ts, a file in lib, or a Markdown file in docs, all of which another agent holds. */
const REFUSED = [
  // Redirections.
  'echo x > src/a.ts',
  'echo x >src/a.ts',
  'echo x >> src/a.ts',
  'echo x >| src/a.ts',
  'echo x 1> src/a.ts',
  'make 2> src/a.ts',
  'make &> src/a.ts',
  'make &>> src/a.ts',
  'make >& src/a.ts',
  '> src/a.ts',
  ': > "src/a.ts"',
  "cat b > 'src/a.ts'",
  'cat b > src/a\\.ts',
  'cat b > ./src/../src/a.ts',
  'cat b > src//a.ts',
  'exec 3<> src/a.ts',
  'cat <<EOF > src/a.ts\nnew\nEOF',
  "cat > src/a.ts <<'EOF'\nnew\nEOF",
  'cat <<-EOF >src/a.ts\n\tnew\n\tEOF\necho done',
  'cat <<< text > src/a.ts',
  // Writers.
  'echo x | tee src/a.ts',
  'echo x | tee -a log.txt src/a.ts >/dev/null',
  "sed -i 's/a/b/' src/a.ts",
  'sed -i.bak -e s/a/b/ src/a.ts',
  'sed -Ei s/a/b/ src/b.ts src/a.ts',
  "sed -i '' s/a/b/ src/a.ts",
  'sed --in-place=.bak s/a/b/ src/a.ts',
  "perl -pi -e 's/a/b/' src/a.ts",
  "perl -i.bak -pe 's/a/b/' src/a.ts",
  "ruby -i -pe '$_.upcase!' src/a.ts",
  'cp src/b.ts src/a.ts',
  'cp -f src/b.ts src/a.ts',
  'cp a.ts src/',
  'cp a.ts src',
  'cp -t src a.ts',
  'mv src/b.ts src/a.ts',
  'mv src/a.ts src/old.ts',
  'mv src old',
  'mv src/a.ts /tmp/elsewhere',
  'install -m 644 b src/a.ts',
  'ln -sf ../b src/a.ts',
  'rsync -a other/ src/',
  'rm src/a.ts',
  'rm -rf src',
  'rm -f -- src/a.ts',
  'rm src/*.ts',
  'rm src/?.ts',
  'rm src/[a-c].ts',
  'rm src/{a,b}.ts',
  'rm -r lib/',
  'rm lib/x.ts lib/y.ts',
  'rm docs/guide.md',
  'unlink src/a.ts',
  'shred -u src/a.ts',
  'truncate -s 0 src/a.ts',
  'touch lib/new.ts',
  'chmod 600 src/a.ts',
  'dd if=/dev/zero of=src/a.ts bs=1 count=1',
  'patch src/a.ts < fix.patch',
  'patch -p1 <<EOF\n--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1 +1 @@\n-a\n+b\nEOF',
  'patch -p1 < fix.patch',
  'ed src/a.ts <<< w',
  "ex -s -c '%s/a/b/|wq' src/a.ts",
  "vim -es -c 'wq' src/a.ts",
  'curl -o src/a.ts https://example.com/a',
  'curl -fsSLo src/a.ts https://example.com/a',
  'curl --output=src/a.ts https://example.com/a',
  'wget -O src/a.ts https://example.com/a',
  'wget -qO src/a.ts https://example.com/a',
  'sort -o src/a.ts src/a.ts',
  'tar xf x.tar -C lib',
  'find src -name "*.ts" -delete',
  'find . -name a.ts -exec sed -i s/a/b/ {} +',
  "find src -type f -exec sh -c 'echo x > {}' \\;",
  'echo src/a.ts | xargs rm',
  'grep -l text src/*.ts | xargs sed -i s/a/b/',
  'grep -rl text src | xargs -I{} sed -i s/a/b/ {}',
  'git ls-files | xargs sed -i s/a/b/',
  'ls src | while read f; do rm "src/$f"; done',
  "apply_patch <<'EOF'\n*** Begin Patch\n*** Update File: src/a.ts\n@@\n-a\n+b\n*** End Patch\nEOF",
  'npx prettier --write src/a.ts',
  'pnpm exec eslint --fix src',
  // Wrappers, nesting, variables, folders.
  'sudo rm src/a.ts',
  'sudo -u root env X=1 nice -n 5 rm src/a.ts',
  'timeout 5 rm src/a.ts',
  'command rm src/a.ts',
  '/bin/rm src/a.ts',
  '\\rm src/a.ts',
  "bash -c 'echo x > src/a.ts'",
  'bash -lc "rm src/a.ts"',
  'sh -c "bash -c \'rm src/a.ts\'"',
  "eval 'rm src/a.ts'",
  'echo $(rm src/a.ts)',
  'echo "$(echo x > src/a.ts)"',
  'x=`rm src/a.ts`',
  'cat <(rm src/a.ts)',
  'echo x > >(tee src/a.ts)',
  'cd src && echo x > a.ts',
  'cd src; rm a.ts',
  '(cd src && rm a.ts)',
  'pushd src && rm a.ts && popd',
  'F=src/a.ts; echo x > $F',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of the shell
  'F=src/a.ts && echo x > "${F}"',
  'D=src; rm "$D/a.ts"',
  'export F=src/a.ts; rm $F',
  'for f in src/a.ts src/b.ts; do sed -i s/a/b/ "$f"; done',
  'for f in src/*.ts; do rm $f; done',
  'if true; then rm src/a.ts; fi',
  'true && rm src/a.ts || echo no',
  '{ rm src/a.ts; }',
  'f() { rm src/a.ts; }; f',
  'ls\nrm src/a.ts',
  'rm \\\n  src/a.ts',
  'echo ok # nothing\nrm src/a.ts',
  "rm $'src/\\x61.ts'",
  'rm "$PWD/src/a.ts"',
  'echo "rm src/a.ts" | sh',
  "bash <<'EOF'\nrm src/a.ts\nEOF",
  "trap 'rm src/a.ts' EXIT",
  'echo x > src/$NAME.ts',
  // Code for interpreters.
  "python3 -c \"open('src/a.ts', 'w').write('x')\"",
  "python - <<'EOF'\nfrom pathlib import Path\nPath('src/a.ts').write_text('x')\nEOF",
  "python3 <<EOF\nimport os\nopen(os.path.join('src', 'a.ts'), 'w')\nEOF",
  "echo \"open('src/a.ts','w')\" | python3",
  "node -e \"require('fs').writeFileSync('src/a.ts', '')\"",
  'node --eval=\'fs.rmSync("src/a.ts")\'',
  'node -p \'fs.rmSync("./src/a.ts")\'',
  "node <<'EOF'\nfs.rmSync('src', { recursive: true })\nEOF",
  'perl -e \'unlink "src/a.ts"\'',
  'ruby -e \'File.delete("src/a.ts")\'',
  'php -r \'unlink("src/a.ts");\'',
  'deno eval \'Deno.removeSync("src/a.ts")\'',
  'bun -e \'unlinkSync("src/a.ts")\'',
  'awk \'BEGIN { print "x" > "src/a.ts" }\'',
  "python3 -c \"open('lib/not-there-yet.ts'.replace('x','y'),'w'); open('lib')\"",
  // Functions, and text that is run.
  'w() { echo x > "$1"; }; w src/a.ts',
  'function w { rm "$2"; }\nw src/b.ts src/a.ts',
  'w() { rm "$@"; }; if true; then w src/b.ts src/a.ts; fi',
  'eval "$(cat <<EOF\nrm src/a.ts\nEOF\n)"',
  'node -e "$(cat <<\'EOF\'\nfs.rmSync("src/a.ts")\nEOF\n)"',
  "printf '%s' 'rm src/a.ts' | bash -s -- x",
  "printf 'rm %s\\n' src/b.ts src/a.ts | sh",
  'patch -d src a.ts < fix.patch',
  'patch -o src/a.ts src/b.ts fix.patch',
  'patch -d src -p0 < fix.patch',
  'tar cf src/a.ts src/b.ts',
  'tar --create --file=src/a.ts src/b.ts',
  'zip src/a.ts src/b.ts',
  'mv src/a.ts{,.bak}',
  '[[ -f x ]] > src/a.ts',
  // PowerShell.
  'Set-Content -Path src\\a.ts -Value x',
  'pwsh -Command "Remove-Item src/a.ts"',
  "powershell -c 'Get-Content b | Out-File -FilePath src/a.ts'",
  'Move-Item src/a.ts old.ts',
];

const ALLOWED = [
  'npm test',
  'npm run build && npm test',
  'npx vitest run test/a.test.ts',
  'pytest -q tests/',
  'cargo build --release 2>&1 | tail -20',
  'go test ./...',
  'make -j4 > build.log 2>&1',
  'cat src/a.ts',
  'cat src/a.ts | head -20',
  'head -n 5 src/a.ts; tail -5 src/a.ts',
  'sed -n 1,20p src/a.ts',
  'grep -rn "text" src lib',
  'rg text src/a.ts > /tmp/found.txt',
  'ls -la src; wc -l src/*.ts',
  'diff src/a.ts src/b.ts',
  'stat src/a.ts && file src/a.ts',
  'find src -name "*.ts"',
  'find src -name "*.pyc" -delete',
  "find src -name '*.ts' -exec grep -l text {} +",
  'cp src/a.ts /tmp/copy.ts',
  'cp src/a.ts src/copy.ts',
  'cp src/b.ts build/',
  'cp docs/guide.md /tmp/',
  'echo x > src/b.ts',
  'echo "> src/a.ts"',
  "echo 'rm src/a.ts'",
  'echo x > out/$NAME.log',
  'rm src/b.ts',
  'rm src/deep/*.ts',
  'rm docs/*.svg',
  'rm -rf node_modules dist',
  'mkdir -p src/new',
  'touch src/new.ts',
  'sort -o sorted.txt list.txt',
  'sed -i s/a/b/ src/b.ts',
  'cd src && echo x > b.ts',
  '(cd src && ls); rm a.ts',
  'cat <<EOF\nrm src/a.ts > src/a.ts\nEOF',
  "cat > notes.txt <<'EOF'\n$(rm src/a.ts) > src/a.ts\nEOF",
  'node -e "console.log(1 > 2)"',
  'python3 -c "print(1)"',
  'python3 scripts/gen.py --out build',
  'echo $((1 << 2)) && [[ 1 < 2 ]]',
  'curl -s https://example.com/src/a.ts | head',
  "awk '{ print $1 }' src/a.ts",
  "jq '.name' package.json",
  'cortex lock acquire src/a.ts --agent bob --wait 10m',
  'test -f src/a.ts && echo there',
  'node server.js &',
  'docker compose up -d',
  'git log --oneline -- src/a.ts',
  'w() { echo x > "$1"; }; w src/b.ts',
  'git bisect log',
  'cp src/a.ts{,.bak}',
  'rsync -an other/ src/',
  'ruff format --check src/a.ts',
  'patch -o /tmp/x src/a.ts fix.patch',
  'tar czf /tmp/x.tgz src',
  'zip -r /tmp/x.zip src',
  '[[ a > src/a.ts ]]',
  'if ! [[ "$x" > "src/a.ts" ]]; then ls; fi',
  'command -v rm src/a.ts',
  'echo "a > b" && ls # rm src/a.ts',
  '',
  '   ',
];

test('a command that changes a file of another agent is denied', async () => {
  const project = await GuardedProject.make();
  expect(REFUSED.length).toBeGreaterThan(80);
  expect(await project.wrong(REFUSED, true)).toEqual([]);
});

test('a command that reads, builds, tests or changes other files is allowed', async () => {
  const project = await GuardedProject.make();
  expect(ALLOWED.length).toBeGreaterThan(25);
  expect(await project.wrong(ALLOWED, false)).toEqual([]);
});

test('the holder of the files may run all of these commands', async () => {
  const project = await GuardedProject.make();
  const refused: string[] = [];
  for (const line of REFUSED) if ((await project.line(line, { agent: 'ann' })) !== null) refused.push(line);
  expect(refused).toEqual([]);
});

test('symlinks and other names are resolved to the file', async () => {
  const project = await GuardedProject.make();
  fs.symlinkSync('src', path.join(project.root, 'link'));
  fs.symlinkSync(path.join(project.root, 'src/a.ts'), path.join(project.root, 'other.ts'));
  fs.symlinkSync('lib/new.ts', path.join(project.root, 'dangling.ts'));
  const outside = new GuardedProject();
  fs.symlinkSync(project.root, path.join(outside.root, 'in'));
  const lines = [
    'rm link/a.ts',
    'echo > other.ts',
    'echo > dangling.ts',
    `rm ${outside.root}/in/src/a.ts`,
    `cd ${outside.root}/in/src && rm a.ts`,
  ];
  expect(await project.wrong(lines, true)).toEqual([]);
  expect(
    await project.wrong([`rm ${outside.root}/src/a.ts`, 'rm /src/a.ts', 'rm ../a.ts', `cd ${outside.root} && rm src/a.ts`], false),
  ).toEqual([]);
});

test('quoted pattern characters are literal', async () => {
  const project = await GuardedProject.make();
  project.write('app/[id].ts', 'x');
  project.write('app/i.ts', 'x');
  await project.run(['lock', 'acquire', 'app/[[]id].ts', '--agent', 'ann']);
  expect(await project.wrong(["rm 'app/[id].ts'", 'rm app/\\[id\\].ts', 'rm app/*'], true)).toEqual([]);
  expect(await project.wrong(['rm app/i.ts'], false)).toEqual([]);
});

test('a file that was just denied may only be named by reading commands while it is locked', async () => {
  const project = await GuardedProject.make();
  const odd = ['magic-tool src/a.ts', 'python fix.py --file=src/a.ts', 'cd src && ./rewrite a.ts', 'deploy "src/a.ts"'];
  for (const line of odd) expect(await project.line(line)).toBeNull();
  expect(await project.line('rm src/a.ts')).toContain('another agent holds');
  for (const line of odd) expect(await project.line(line)).toContain('that you were recently refused');
  expect(await project.line('magic-tool src/a.ts', { session: 'another' })).toBeNull();
  const reading = [
    'cat src/a.ts',
    'git diff src/a.ts',
    'git commit -m "wait for src/a.ts"',
    'grep x src/a.ts | wc -l',
    'cortex lock acquire src/a.ts --agent bob',
  ];
  for (const line of [...reading, 'magic-tool src/b.ts', 'npm test']) expect([line, await project.line(line)]).toEqual([line, null]);
  await project.run('lock release src/a.ts --agent ann');
  for (const line of odd) expect(await project.line(line)).toBeNull();
});

test('a command that cannot be parsed completely may change any file that it names', async () => {
  const project = await GuardedProject.make();
  const nested = (line: string) => `${'echo $('.repeat(8)}${line}${')'.repeat(8)}`;
  const long = (line: string) => `${'true; '.repeat(20_000)}${line}`;
  expect(
    await project.wrong([nested('rm src/a.ts'), long('rm src/a.ts'), nested('rm a.ts'), long(`rm ${project.root}/lib/x.ts`)], true),
  ).toEqual([]);
  expect(await project.wrong([nested('rm other.ts'), long('rm other.ts')], false)).toEqual([]);
});

/** Typical commands with indirection: lists of files from commands, loops, other folders, arguments, and started programs. */
const ROUNDABOUT = [
  "sed -i 's/a/b/' $(grep -rl text src)",
  'sed -i s/a/b/ `grep -rl text .`',
  'sed -i s/a/b/ $(git ls-files)',
  'npx prettier --write $(git diff --name-only)',
  'rm $(ls src/*.ts)',
  'rm "$(pwd)/src/a.ts"',
  'echo x > "$(echo src/a.ts)"',
  'for f in $(find src -name "*.ts"); do rm "$f"; done',
  'for f in $(ls src); do rm src/$f; done',
  'for f in src/*; do sed -i s/a/b/ "$f"; done',
  'FILES=$(git ls-files); for f in $FILES; do rm $f; done',
  'while read -r f; do rm "$f"; done < list.txt',
  'while IFS= read -r f; do rm "$f"; done < <(ls src/*.ts)',
  'read F <<< src/a.ts; rm $F',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of the shell
  'mapfile -t A < list.txt; rm "${A[@]}"',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of the shell
  'F=(src/a.ts src/b.ts); rm "${F[@]}"',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of the shell
  'rm "${F:-src/a.ts}"',
  'set -- src/a.ts; rm "$1"',
  'bash -c \'rm "$1"\' _ src/a.ts',
  'bash -s src/a.ts <<< \'rm "$@"\'',
  'source /dev/stdin <<< "rm src/a.ts"',
  'eval "$(echo rm src/a.ts)"',
  'xargs rm < list.txt',
  'xargs rm <<< src/a.ts',
  'parallel rm ::: src/a.ts',
  'cd /nowhere || rm src/a.ts',
  'cd docs; cd -; rm src/a.ts',
  'pushd docs; popd; rm src/a.ts',
  'cd docs & rm src/a.ts',
  'cd docs | cat; rm src/a.ts',
  "env -S 'rm src/a.ts'",
  'env -C src rm a.ts',
  'sudo -D src rm a.ts',
  "su -c 'rm src/a.ts'",
  "script -qc 'rm src/a.ts'",
  "flock x -c 'rm src/a.ts'",
  'flock x rm src/a.ts',
  'strace -f rm src/a.ts',
  'watch -n1 rm src/a.ts',
  'time { rm src/a.ts; }',
  "rm $'src/\\u0061.ts'",
  "$'\\162m' src/a.ts",
  'rm src/[[:alpha:]].ts',
  'rm src/\0a.ts',
  'prettier --write "src/**/*.ts"',
  'npm exec prettier -- --write src/a.ts',
  'yarn prettier --write src/a.ts',
  'python3 -m black src',
  'cargo fmt',
  'gcc -o src/a.ts x.c',
  'esbuild x.ts --outfile=src/a.ts',
  "sed -n 'w src/a.ts' list.txt",
  'cp -rT other src',
  'scp host:a.ts src/',
  'python3 -c "import sys; open(sys.argv[1], \'w\')" src/a.ts',
];

const ROUNDABOUT_ALLOWED = [
  'sed -i s/a/b/ $(grep -rl text src/deep)',
  'rm $(ls src/b.ts)',
  'rm "$(mktemp)"',
  'T=$(mktemp -d) && cp src/a.ts "$T/" && rm -rf "$T"',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of the shell
  'LINE=$(grep -n text src/a.ts | head -1); sed -i "${LINE}d" src/b.ts',
  'OUT=$(npm pack) && mv "$OUT" /tmp',
  'for f in src/*.ts; do cat "$f"; done',
  'for f in src/deep/*.ts; do rm "$f"; done',
  'while read -r line; do echo "$line" >> copy.txt; done < src/a.ts',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of the shell
  'rm "${F:-src/b.ts}"',
  'mkdir new && cd new && rm src/a.ts',
  'cd /tmp && rm src/a.ts',
  'pushd /tmp; rm src/a.ts; popd',
  'xargs cat < list.txt',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of the shell
  'F=(src/b.ts); rm "${F[@]}"',
  'set -- src/b.ts; rm "$1"; bash -c \'cat "$1"\' _ src/a.ts',
  'prettier --check "src/**/*.ts"',
  'jest -o src/a.ts',
  'rsync -a src/ host:src/',
  'vim -R src/a.ts',
  'python3 -m json.tool src/a.ts',
];

test('a command that changes a file indirectly is denied, too', async () => {
  const project = await GuardedProject.make();
  expect(await project.wrong(ROUNDABOUT, true)).toEqual([]);
  const another = await GuardedProject.make();
  expect(await another.wrong(ROUNDABOUT_ALLOWED, false)).toEqual([]);
});
