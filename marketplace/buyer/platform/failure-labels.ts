/** A failed load in one sentence (trap T-09): a time-out is not an error of the server, and no connection is neither. */
import { BRAND } from '#marketplace/kit/brand.ts'
import type { Failure } from '#shared/api/api-error.ts'

export function failureWords(failure: Failure): string {
  switch (failure.kind) {
    case 'offline':
      return `${BRAND} cannot be reached. Check your connection.`
    case 'timeout':
      return `${BRAND} took too long to answer. Try again.`
    case 'refused':
    case 'malformed':
      return 'Something failed on our side.'
  }
}
