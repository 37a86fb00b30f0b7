// Debian's chromium, driven by puppeteer-core.

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

export function launch() {
  return puppeteer.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    headless: true,
    args: [...(process.getuid() === 0 ? ['--no-sandbox'] : []),
           '--disable-dev-shm-usage', '--disable-background-networking', '--disable-component-update', '--disable-sync',
           // No host name resolves, so requests to other hosts fail and are detected.
           '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
           // Text rendering is the same in every run.
           '--hide-scrollbars', '--disable-lcd-text', '--font-render-hinting=none', '--force-color-profile=srgb'],
  });
}
