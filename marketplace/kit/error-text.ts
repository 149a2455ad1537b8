/** What went wrong with a call, as the seller app and the console say it. */
import { ApiError } from '#shared/api/api-error.ts'

export function errorText(error: unknown): string {
  if (!(error instanceof ApiError)) return 'Something in this page is broken.'
  const { failure } = error
  switch (failure.kind) {
    case 'offline':
      return 'There is no connection to the server.'
    case 'timeout':
      return 'The server took too long to answer.'
    case 'malformed':
      return 'The server answered something else than expected.'
    case 'refused': {
      const [first] = Object.values(failure.problem.errors ?? {}).flat()
      return first ?? failure.problem.message
    }
  }
}
