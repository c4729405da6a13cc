/**
 * Setup file of the end-to-end tests. Vitest's main process ends at once on Ctrl-C, and a worker that is in the middle of a
 * test does not notice for a long time; but its channel to the main process closes, and that it does notice.
 */
function endWithVitest(): void {
  // What others do at exit (the browser's temporary folders go then); `process.exit` itself is not allowed in a worker.
  process.emit('exit', 1);
  process.kill(process.pid, 'SIGKILL');
}

// A worker runs this before each of its files.
if (!process.listeners('disconnect').some(({ name }) => name === endWithVitest.name)) process.once('disconnect', endWithVitest);
