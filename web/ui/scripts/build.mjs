// Builds the page for Maven: installs the packages when they are not those of the lock file, then
// builds. Says what it does and how long it took, since a first installation takes a while.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = dirname(dirname(fileURLToPath(import.meta.url)));
const stamp = join(folder, 'node_modules', '.installed-from');
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  stop(`the page needs Node.js 20.19 or newer; this is ${process.versions.node}`);
}

if (installed()) {
  say('packages are up to date');
} else {
  run('installing packages', 'npm', ['ci', '--no-fund', '--no-audit']);
  writeFileSync(stamp, fingerprint());
}
run('building', process.execPath, ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn']);

/** The lock file's fingerprint; times of files say nothing after a checkout. */
function fingerprint() {
  return createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex');
}

/** Whether what is installed was installed from this very lock file. */
function installed() {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint();
}

function run(what, command, parameters) {
  say(`${what} ...`);
  const began = performance.now();
  const done = spawnSync(command, parameters, {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (done.error) {
    stop(`${what}: cannot start ${command}: ${done.error.message}`);
  }
  if (done.status !== 0) {
    stop(
      `${what} failed: ${command} ${parameters.join(' ')} ended with ${done.status ?? done.signal}`,
    );
  }
  say(`${what} took ${((performance.now() - began) / 1000).toFixed(1)} s`);
}

function say(text) {
  console.log(`page: ${text}`);
}

function stop(text) {
  console.error(`page: ${text}`);
  process.exit(1);
}
