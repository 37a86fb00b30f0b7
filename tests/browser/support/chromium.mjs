// Chromium's headless shell, a package of Debian, driven by puppeteer-core.

import {createRequire} from 'node:module';
import {join, resolve} from 'node:path';
import {fileURLToPath} from 'node:url';

// npm installs into the build folder, not beside the sources.
const MODULES = process.env.PIPO_BROWSER_MODULES ?? fileURLToPath(new URL('../../../build/release/browser', import.meta.url));
export const need = createRequire(join(resolve(MODULES), 'here.js'));
const {default: puppeteer} = need('puppeteer-core');

export const DESK = {width: 1400, height: 900};
export const TELEPHONE = {width: 360, height: 740, hasTouch: true, isMobile: true, deviceScaleFactor: 2};
export const SIDE = {...TELEPHONE, width: TELEPHONE.height, height: TELEPHONE.width};   // the telephone on its side

// A test ends after TEST_LIMIT milliseconds, and a wait for the browser after WAIT_LIMIT. They are for a page that hangs,
// so they are far above the longest test (a whole game of 4x5 without a server), which has taken three minutes on a busy
// machine.
export const TEST_LIMIT = 600_000;
export const WAIT_LIMIT = 540_000;

export function launch() {
  return puppeteer.launch({
    timeout: WAIT_LIMIT,
    protocolTimeout: WAIT_LIMIT,
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
    headless: 'shell',
    args: [...(process.getuid() === 0 ? ['--no-sandbox'] : []),
           // The page is drawn by the processor, so a process for a graphics card would only cost time.
           '--disable-gpu', '--in-process-gpu',
           '--disable-dev-shm-usage', '--disable-background-networking', '--disable-component-update', '--disable-sync',
           // No host name resolves, so requests to other hosts fail and are detected.
           '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
           // A desktop has a mouse, which points precisely and hovers.
           '--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4',
           // Text rendering is the same in every run.
           '--hide-scrollbars', '--disable-lcd-text', '--font-render-hinting=none', '--force-color-profile=srgb'],
  });
}
