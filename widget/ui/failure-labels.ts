/** A failure as one sentence that says what to do. */
import type { Failure } from '#shared/api/api-error.ts'

export function failureWords(failure: Failure): string {
  switch (failure.kind) {
    case 'offline':
      return 'Check your connection and try again.'
    case 'timeout':
      return 'The server took too long to answer.'
    case 'malformed':
      return 'The server sent an answer that could not be read.'
    case 'refused':
      if (failure.status === 429) return 'Too many requests. Wait a moment and try again.'
      return failure.status >= 500 ? 'The server had a problem.' : 'The server refused the request.'
  }
}
