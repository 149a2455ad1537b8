/** The statement: one page of it for a filter. The filter stands in the address, so that Back and a reload keep it. */
import { createResource, type Resource } from '#marketplace/kit/resource.ts'
import type { Api } from '#shared/api/client.ts'
import {
  exportTransactions,
  listTransactions,
  TRANSACTION_KINDS,
  type TransactionKind,
  type TransactionWire,
} from '#shared/contract/money.ts'
import { hasNextPage } from '#shared/contract/wire.ts'

export interface StatementFilter {
  readonly kind: TransactionKind | null
  /** Days as YYYY-MM-DD, both included. */
  readonly from: string | null
  readonly to: string | null
  readonly page: number
}

export interface StatementPage {
  readonly rows: readonly TransactionWire[]
  readonly hasNext: boolean
}

const DAY = /^\d{4}-\d{2}-\d{2}$/

/** What is no filter, e.g. a kind there is not, is left out. */
export function readFilter(search: URLSearchParams): StatementFilter {
  const day = (name: string) => {
    const value = search.get(name)
    return value !== null && DAY.test(value) ? value : null
  }
  const page = Number(search.get('page') ?? '1')
  return {
    kind: TRANSACTION_KINDS.find((kind) => kind === search.get('kind')) ?? null,
    from: day('from'),
    to: day('to'),
    page: Number.isInteger(page) && page > 0 ? page : 1,
  }
}

/** The part of an address after its `?`, without what is not filtered. */
export function filterText({ page, ...filter }: StatementFilter): string {
  return new URLSearchParams({ ...given(filter), ...(page > 1 ? { page: String(page) } : {}) }).toString()
}

export const isFiltered = ({ kind, from, to }: StatementFilter): boolean =>
  kind !== null || from !== null || to !== null

export function createStatement(
  api: Api,
  customer: number,
  { page, ...filter }: StatementFilter,
): Resource<StatementPage> {
  return createResource(async () => {
    const query = { ...given(filter), ...(page > 1 ? { page } : {}) }
    const reply = await api(listTransactions, { params: { customer }, query })
    return { rows: reply.data, hasNext: hasNextPage(reply) }
  })
}

/** Where the file of it comes from, the whole of it; the session's cookie goes with a plain link. */
export function statementFile(customer: number, { page: _, ...filter }: StatementFilter): string {
  const path = `/customer/api${exportTransactions.path.replace('{customer}', String(customer))}`
  const query = new URLSearchParams(given(filter)).toString()
  return query ? `${path}?${query}` : path
}

/** Without what is absent, as exact types want it. */
function given({ kind, from, to }: Omit<StatementFilter, 'page'>) {
  return { ...(kind ? { kind } : {}), ...(from ? { from } : {}), ...(to ? { to } : {}) }
}
