// The package has what index.d.ts declares. tsc compares them; this file is not part of the package.
import type * as made from './api.js';
import type * as declared from './index.js';

type Values = {[name in keyof typeof declared]: (typeof declared)[name]};

export const complete = (its: typeof made): Values => its;
export const noMore = (its: Values): {[name in keyof typeof made]: unknown} => its;
