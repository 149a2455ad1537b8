/** The API client, fetched with the first call: a visitor who only reads the home page never needs it. */
import { ApiError, isOutcomeUnknown } from '#shared/api/api-error.ts'
import type { Api, ApiSettings } from '#shared/api/client.ts'
import type { Connection } from './connection.ts'

/** Behaves as `createApi` does, and has the connection checked when no answer came; code that cannot be fetched counts as no connection, and the next call tries again. */
export function createLazyApi(settings: ApiSettings, connection: Pick<Connection, 'check'>): Api {
  let client: Promise<Api> | null = null
  return async (endpoint, input, options) => {
    client ??= import('#shared/api/client.ts').then(({ createApi }) => createApi(settings))
    const api = await client.catch((error: unknown) => {
      client = null
      void connection.check()
      throw new ApiError(endpoint.name, { kind: 'offline' }, error)
    })
    return api(endpoint, input, options).catch((error: unknown) => {
      if (error instanceof ApiError && isOutcomeUnknown(error.failure)) void connection.check()
      throw error
    })
  }
}
