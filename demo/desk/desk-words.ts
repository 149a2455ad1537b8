/** The desk's sentences: the tab's title, and what went wrong. */
import { ApiError } from '#shared/api/api-error.ts'

/** The count stands first, where a narrow tab still shows it. */
export function deskTitle(account: string | null, unread: number): string {
  const name = account === null ? 'Seller desk' : `Seller desk · ${account}`
  return unread > 0 ? `(${unread}) ${name}` : name
}

export function troubleText(error: unknown): string {
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
