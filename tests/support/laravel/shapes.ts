/** How a Laravel backend writes what it answers: its paginators, its errors, its resources with text where ours has numbers. */

/** `lengthAware`, `simple` and `cursor` are resources; `raw` is a paginator returned as it is. */
export type Paging = 'lengthAware' | 'simple' | 'cursor' | 'raw'

/** What the server believes its own address to be, behind whatever proxy: nobody can reach it. */
const OWN_ADDRESS = 'http://10.0.0.7:8000'
const PER_PAGE = 15

/** One page of rows, newest first, by `page` or by `cursor`, which is the id of the last row seen. */
export function pageOf<T extends { id: number | string }>(rows: readonly T[], url: URL, paging: Paging) {
  const page = Number(url.searchParams.get('page') ?? '1')
  const after = url.searchParams.get('cursor')
  const start =
    paging !== 'cursor'
      ? (page - 1) * PER_PAGE
      : after === null
        ? 0
        : 1 + rows.findIndex(({ id }) => String(id) === atob(after))
  const data = rows.slice(start, start + PER_PAGE)
  const hasMore = start + PER_PAGE < rows.length
  const path = OWN_ADDRESS + url.pathname
  const at = (number: number) => `${path}?page=${number}`
  const next = hasMore ? at(page + 1) : null
  const lastPage = Math.max(1, Math.ceil(rows.length / PER_PAGE))
  const span = {
    from: data.length > 0 ? start + 1 : null,
    to: data.length > 0 ? start + data.length : null,
    per_page: PER_PAGE,
    path,
  }
  const prev = page > 1 ? at(page - 1) : null
  const buttons = [{ url: prev, label: '&laquo; Previous', active: false }]
  switch (paging) {
    case 'lengthAware':
      return {
        data,
        links: { first: at(1), last: at(lastPage), prev, next },
        meta: { current_page: page, last_page: lastPage, total: rows.length, links: buttons, ...span },
      }
    case 'simple':
      return { data, links: { first: at(1), last: null, prev, next }, meta: { current_page: page, ...span } }
    case 'cursor': {
      const cursor = hasMore ? `${path}?cursor=${btoa(String(data.at(-1)?.id))}` : null
      return {
        data,
        links: { first: null, last: null, prev: null, next: cursor },
        meta: { path, per_page: PER_PAGE },
      }
    }
    case 'raw':
      return {
        current_page: page,
        data,
        first_page_url: at(1),
        last_page: lastPage,
        links: buttons,
        next_page_url: next,
        prev_page_url: prev,
        total: rows.length,
        ...span,
      }
  }
}

/** As `APP_DEBUG=false` answers: often with an empty sentence. */
export const PROBLEMS = {
  401: { message: 'Unauthenticated.' },
  403: { message: '' },
  404: { message: '' },
  419: { message: 'CSRF token mismatch.' },
  422: {
    message: 'The given data was invalid.',
    errors: { message: ['The message field must not be greater than 1000 characters.'] },
  },
  429: { message: 'Too Many Attempts.' },
  500: { message: 'Server Error' },
} as const

export function json(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return new Response(status === 204 ? null : JSON.stringify(body), {
    status,
    headers: {
      'Content-Type': 'application/json',
      'Cache-Control': 'no-cache, private',
      'Access-Control-Allow-Origin': '*',
      ...headers,
    },
  })
}

/** To whoever did not say that it wants JSON. */
export const htmlPage = (status: number): Response =>
  new Response(
    '<!DOCTYPE html>\n<html lang="en"><head><title>Server Error</title></head><body>500</body></html>',
    {
      status,
      headers: { 'Content-Type': 'text/html; charset=UTF-8', 'Access-Control-Allow-Origin': '*' },
    },
  )
