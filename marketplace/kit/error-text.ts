/** What went wrong with a call, as the seller app and the console say it. */
import { ApiError, type Failure } from '#shared/api/api-error.ts'

export const errorText = (error: unknown): string =>
  error instanceof ApiError ? failureText(error.failure) : 'Something in this page is broken.'

export function failureText(failure: Failure): string {
  switch (failure.kind) {
    case 'offline':
      return 'There is no connection to the server.'
    case 'timeout':
      return 'The server took too long to answer.'
    case 'malformed':
      return 'The server sent an unexpected answer.'
    case 'refused': {
      const [first] = Object.values(failure.problem.errors ?? {}).flat()
      return first ?? failure.problem.message
    }
  }
}
