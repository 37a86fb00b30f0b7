// The server stops and starts again: the page shows a message, never a value of another position, and then continues.

import assert from 'node:assert/strict';

import {inBrowser} from './support/browser.mjs';
import {Server} from './support/program.mjs';

const EARLY = '5x5:001000000010000001000000000111010000100000000010000101101001';

// The browser reports only errors caused by the missing server.
function onlyGone(wrong, allowed = /ERR_CONNECTION|ERR_INCOMPLETE_CHUNKED|ERR_EMPTY_RESPONSE|ERR_SOCKET/) {
  assert.deepEqual(wrong.filter((what) => !allowed.test(what)), []);
}

inBrowser('the server stops during a game and starts again', {hash: '#3x3/h0.0', own: true, speed: 8}, async (explorer, {server, wrong}) => {
  await explorer.agreesWithTable((await explorer.board()).position);
  await server.kill();
  await explorer.draw('v1.1');
  await explorer.page.waitForSelector('#trouble', {visible: true});
  assert.match(await explorer.text('#trouble'), /server does not answer.*pipo serve/);
  const {edges, position} = await explorer.board();
  assert.ok(edges.every(({value, best, figure}) => value === null && !best && figure === ''), 'no value of another position');
  assert.equal(await explorer.text('#final'), '?');
  assert.equal(await explorer.text('#status-value'), '');
  // Known values stay on the page.
  await explorer.click('#undo');
  await explorer.agreesWithTable('3x3:100000000000000000000000');
  await explorer.click('#redo');
  await explorer.drawn(2);
  const again = await Server.start(server.port);
  try {
    await explorer.agreesWithTable(position);
    await explorer.page.waitForSelector('#trouble', {hidden: true});
    await explorer.draw('h3.2');
    await explorer.agreesWithTable((await explorer.board()).position);
  } finally {
    await again.kill();
  }
  onlyGone(wrong);
});

// With delays this long, the page does not ask again by itself.
inBrowser('Try again asks immediately', {hash: '#3x3/h0.0', own: true, speed: 0.01}, async (explorer, {server, wrong}) => {
  await explorer.shows((await explorer.board()).position);
  await server.kill();
  await explorer.draw('v1.1');
  await explorer.page.waitForSelector('#trouble-end', {visible: true});
  const again = await Server.start(server.port);
  try {
    await explorer.click('#trouble-end');
    await explorer.agreesWithTable((await explorer.board()).position);
  } finally {
    await again.kill();
  }
  onlyGone(wrong);
});

inBrowser('the server stops while it solves', {hash: '#' + EARLY, own: true, speed: 4, refused: [404, 422, 503]}, async (explorer, {server, wrong}) => {
  await explorer.solveLonger();
  await explorer.until(() => document.querySelector('#solve-progress').value > 0, 'progress');
  await server.kill();
  await explorer.waitForText('#trouble', /does not answer.*pipo serve/);
  const {edges} = await explorer.board();
  assert.ok(edges.every(({value}) => value === null));
  // Once the server is back, nothing on the page says that it is gone.
  await explorer.draw('h0.0');
  await explorer.page.waitForSelector('#trouble', {visible: true});
  const again = await Server.start(server.port);
  try {
    await explorer.until(() => !/pipo serve|does not answer/.test(document.querySelector('main').innerText), 'no stale message');
  } finally {
    await again.kill();
  }
  onlyGone(wrong);
});

inBrowser('the perfect player waits while the server is stopped, and then goes on', {hash: '#3x3', own: true, speed: 20}, async (explorer, {server, wrong}) => {
  await explorer.shows('3x3:000000000000000000000000');
  await explorer.play({me: 1});
  await server.kill();
  await explorer.draw('h0.0');
  await explorer.waitForText('#trouble', /Perfect could not move, so it pauses/);
  assert.match(await explorer.text('#status-turn'), /Perfect is paused/);
  // The message covers no button.
  const covered = await explorer.page.$eval('#pause', (part) => {
    const {left, top, width, height} = part.getBoundingClientRect();
    return [part.textContent, document.elementFromPoint(left + width / 2, top + height / 2) === part];
  });
  assert.deepEqual(covered, ['Resume', true]);
  await explorer.drawn(1);
  const again = await Server.start(server.port);
  try {
    await explorer.drawn(2);
    assert.match(await explorer.text('#status'), /Perfect drew/);
  } finally {
    await again.kill();
  }
  onlyGone(wrong);
});
