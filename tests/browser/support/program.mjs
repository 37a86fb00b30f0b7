// The program under test: tables in a temporary folder, the output of its commands (which the page must show), and
// `pipo serve` on a free port.

import {execFileSync, spawn, spawnSync} from 'node:child_process';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {fileURLToPath} from 'node:url';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
export const PIPO = resolve(process.env.PIPO ?? join(ROOT, 'build/release/pipo'));

// Small tables, made in a fraction of a second. None covers 5x5.
const TABLES = ['1x1', '2x2', '2x2-swedish', '2x3', '3x3', '3x4-swedish'];

const folder = mkdtempSync(join(tmpdir(), 'pipo-browser-'));
const servers = new Set();
process.on('exit', () => {
  for (const server of servers) server.kill('SIGKILL');
  rmSync(folder, {recursive: true, force: true});
});

// The output of the program.
export function pipo(...args) {
  return execFileSync(PIPO, ['--tables', folder, ...args], {encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe']});
}

for (const table of TABLES) pipo('generate', table);

// {value, moves: [{edge, value, ...}], best: [...]}; if a score is given (player to move first), also final_mover_score.
export function probe(position, score = null) {
  return JSON.parse(pipo('probe', position, '--format', 'jsonl', ...(score ? ['--mover-score', score.join('-')] : [])));
}

export function solved(position) {
  return JSON.parse(pipo('solve', position, '--format', 'jsonl'));
}

// The output of `pipo convert` without the last line end; null if it cannot convert.
export function convert(text, ...args) {
  const {status, stdout} = spawnSync(PIPO, ['convert', ...args], {input: text, encoding: 'utf8'});
  return status === 0 ? stdout.replace(/\n$/, '') : null;
}

// Its message about a text that it cannot convert.
export function complaint(text) {
  return spawnSync(PIPO, ['convert', '--to', 'dbn'], {input: text, encoding: 'utf8'}).stderr.replace(/\s+/g, ' ');
}

export function tables() {
  return [...TABLES];
}

export class Server {
  #child;
  address;

  // Port 0 chooses a free port. `more` are further options.
  static async start(port = 0, more = []) {
    const server = new Server();
    const child = server.#child = spawn(PIPO, ['--tables', folder, 'serve', '--port', String(port), '--memory', '2G', '--time', '60', ...more],
                                        {stdio: ['ignore', 'pipe', 'inherit']});
    servers.add(child);
    server.address = await new Promise((found, failed) => {
      let said = '';
      child.on('exit', (code) => failed(new Error(`pipo serve ended with ${code}: ${said}`)));
      child.stdout.on('data', (data) => {
        said += data;
        const address = /http:\S*\/\s/.exec(said);
        if (address) found(address[0].trim());
      });
    });
    return server;
  }

  get port() {
    return Number(new URL(this.address).port);
  }

  async json(path) {
    return (await fetch(new URL(path, this.address))).json();
  }

  // Immediately, as in a crash.
  async kill() {
    const child = this.#child;
    if (child.exitCode !== null || child.signalCode !== null) return;
    await new Promise((ended) => {
      child.once('exit', ended);
      child.kill('SIGKILL');
    });
    servers.delete(child);
  }
}
