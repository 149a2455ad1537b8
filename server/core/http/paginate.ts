/** Laravel's `simplePaginate` shape: absolute links, no total, because counting rows would grow with the thread. */
import type { FastifyRequest } from 'fastify'
import { PAGE_SIZE } from '#shared/contract/limits.ts'

export interface PageOf<Row> {
  rows: Row[]
  hasMore: boolean
}

/** LIMIT and OFFSET of a page; one row more than shown tells whether another page follows. */
export const windowOf = (page: number) => ({ limit: PAGE_SIZE + 1, offset: (page - 1) * PAGE_SIZE })

export const pageOf = <Row>(rows: Row[]): PageOf<Row> => ({
  rows: rows.slice(0, PAGE_SIZE),
  hasMore: rows.length > PAGE_SIZE,
})

export interface Paginated<Row> {
  data: Row[]
  links: { first: string; last: null; prev: string | null; next: string | null }
  meta: { current_page: number; from: number | null; path: string; per_page: number; to: number | null }
}

/** What `serve` gives to the handler of an endpoint with pages. */
export function pagingOf(request: FastifyRequest) {
  const { page = 1 } = request.query as { page?: number }
  return { page, paginated: <Row>(found: PageOf<Row>) => paginated(request, page, found) }
}

function paginated<Row>(
  request: FastifyRequest,
  page: number,
  { rows, hasMore }: PageOf<Row>,
): Paginated<Row> {
  // Put together as text: a Host header is the client's, and one that is no host must not become our error.
  const [pathname = '', search = ''] = request.url.split('?')
  const path = `${request.protocol}://${request.host}${pathname}`
  const linkTo = (number: number) => {
    const query = new URLSearchParams(search)
    query.delete('page')
    query.set('page', String(number))
    return `${path}?${query}`
  }
  const first = (page - 1) * PAGE_SIZE + 1
  return {
    data: rows,
    links: {
      first: linkTo(1),
      last: null,
      prev: page > 1 ? linkTo(page - 1) : null,
      next: hasMore ? linkTo(page + 1) : null,
    },
    meta: {
      current_page: page,
      from: rows.length > 0 ? first : null,
      path,
      per_page: PAGE_SIZE,
      to: rows.length > 0 ? first + rows.length - 1 : null,
    },
  }
}
