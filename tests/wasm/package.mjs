// The packages for npm as a user gets them: packed, and installed into folders of their own.
import {execFileSync} from 'node:child_process';
import {cpSync, mkdtempSync, mkdirSync, readdirSync, rmSync, writeFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {pathToFileURL} from 'node:url';

const run = (command, ...words) => execFileSync(command, words, {encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit']});

// Returns a folder with two more: `small`, where pipopipette is installed, and `whole`, with pipopipette-atlas, too.
export function installed() {
  const folder = mkdtempSync(join(tmpdir(), 'pipo-npm-'));
  const packed = join(folder, 'packed');
  mkdirSync(packed);
  run('python3', 'scripts/npm.py', '--module', 'build/wasm', '--to', folder);
  const pack = (name) => join(packed, JSON.parse(run('npm', 'pack', '--json', '--pack-destination', packed, join(folder, name)))[0].filename);
  const [own, rest] = [pack('pipopipette'), pack('pipopipette-atlas')];
  const install = (name, ...packages) => {
    const place = join(folder, name);
    mkdirSync(place);
    writeFileSync(join(place, 'package.json'), '{"private": true, "type": "module"}');
    run('npm', 'install', '--prefix', place, '--offline', '--no-audit', '--no-fund', '--silent', ...packages);
    return place;
  };
  return {folder, small: install('small', own), whole: install('whole', own, rest), remove: () => rmSync(folder, {recursive: true, force: true})};
}

// Returns what a program in this folder imports.
export function imported(place) {
  return import(pathToFileURL(createRequire(join(place, 'here.js')).resolve('pipopipette')).href);
}

// Runs a program in a folder, where it finds the package. Returns what it printed.
export function runIn(place, program, {text} = {}) {
  const file = join(place, 'program.mjs');
  if (text) writeFileSync(file, text);
  else cpSync(program, file);
  return execFileSync('node', [file], {cwd: place, encoding: 'utf8'});
}

// Returns the files of a folder below it, sorted.
export const filesIn = (folder) => readdirSync(folder, {recursive: true, withFileTypes: true})
  .filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(resolve(folder).length + 1)).sort();
