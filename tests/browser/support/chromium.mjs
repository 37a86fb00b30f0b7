// Debian's chromium, driven by puppeteer-core.

import {createRequire} from 'node:module';
import {join, resolve} from 'node:path';
import {fileURLToPath} from 'node:url';

// What npm installs lies in the build folder, not beside the source.
const MODULES = process.env.PIPO_BROWSER_MODULES ?? fileURLToPath(new URL('../../../build/release/browser', import.meta.url));
const {default: puppeteer} = createRequire(join(resolve(MODULES), 'here.js'))('puppeteer-core');

export const DESK = {width: 1400, height: 900};
export const TELEPHONE = {width: 360, height: 740, hasTouch: true, isMobile: true, deviceScaleFactor: 2};

export function launch() {
  return puppeteer.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    headless: true,
    args: [...(process.getuid() === 0 ? ['--no-sandbox'] : []),
           '--disable-dev-shm-usage',
           // No name has an address: what asks for another host is seen, and gets nowhere.
           '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
           // Text is drawn the same way every time.
           '--hide-scrollbars', '--disable-lcd-text', '--font-render-hinting=none', '--force-color-profile=srgb'],
  });
}
