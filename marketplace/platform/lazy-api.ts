/** The API client, fetched with the first call: a visitor who only reads the home page never needs it. */
import { ApiError } from '#shared/api/api-error.ts'
import type { Api, ApiSettings } from '#shared/api/client.ts'

/** Behaves as `createApi` does; code that cannot be fetched counts as no connection, and the next call tries again. */
export function createLazyApi(settings: ApiSettings): Api {
  let client: Promise<Api> | null = null
  return async (endpoint, input, options) => {
    client ??= import('#shared/api/client.ts').then(({ createApi }) => createApi(settings))
    const api = await client.catch((error: unknown) => {
      client = null
      throw new ApiError(endpoint.name, { kind: 'offline' }, error)
    })
    return api(endpoint, input, options)
  }
}
