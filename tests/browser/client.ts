// A client in TypeScript whose types are generated from docs/openapi.json. check.sh compiles it, and
// client.test.mjs runs it.

import createClient from 'openapi-fetch';

import type {components, paths} from './api.js';

type Job = components['schemas']['Job'];

export class Client {
  #api;

  constructor(address: string) {
    this.#api = createClient<paths>({baseUrl: address});
  }

  // The names of all moves, the best first.
  async ranking(position: string): Promise<string[]> {
    const {data, error} = await this.#api.GET('/api/v1/moves', {params: {query: {position, order: 'best'}}});
    if (!data) throw new Error(error.detail);
    return data.moves.map(({edge}) => edge);
  }

  async choice(position: string, time: number): Promise<{edge: string, by: string}> {
    const {data, error} = await this.#api.GET('/api/v1/choose', {params: {query: {position, time}}});
    if (!data) throw new Error(error.detail);
    return {edge: data.edge, by: data.by};
  }

  // The margin that each move of a game threw away; null where that is not known.
  async losses(game: string): Promise<(number | null)[]> {
    const {data, error} = await this.#api.POST('/api/v1/review', {
      params: {query: {time: 10}}, body: game, bodySerializer: (text) => text, headers: {'Content-Type': 'text/plain'}});
    if (!data) throw new Error(error.detail);
    let job: Job = data;
    while (job.state === 'queued' || job.state === 'running') {
      await new Promise((wait) => setTimeout(wait, 50));
      const {data: now} = await this.#api.GET('/api/v1/jobs/{id}', {params: {path: {id: job.id}}});
      if (!now) throw new Error('the job is gone');
      job = now;
    }
    return job.review?.moves.map(({lost}) => lost) ?? [];
  }

  // Calls that must not compile, since the types are those of the description, and not `any`.
  async #mistakes() {
    // @ts-expect-error: there is no such path
    await this.#api.GET('/api/v1/values', {});
    // @ts-expect-error: the position is missing
    await this.#api.GET('/api/v1/value', {params: {query: {}}});
    // @ts-expect-error: there is no such order
    await this.#api.GET('/api/v1/moves', {params: {query: {position: '1x1:0111', order: 'worst'}}});
    const {data} = await this.#api.GET('/api/v1/value', {params: {query: {position: '1x1:0111'}}});
    // @ts-expect-error: the value is a number
    return data?.value.length;
  }
}
