/** The withdrawals of a customer, the latest first, a page at a time. */
import { createResource, type Resource } from '#marketplace/kit/resource.ts'
import type { Api } from '#shared/api/client.ts'
import { hasNextPage } from '#shared/contract/wire.ts'
import { listWithdrawals, type WithdrawalWire } from '#shared/contract/withdrawals.ts'

export interface Withdrawals {
  readonly rows: readonly WithdrawalWire[]
  readonly hasNext: boolean
}

export const createWithdrawals = (api: Api, customer: number, page: number): Resource<Withdrawals> =>
  createResource(async () => {
    const reply = await api(listWithdrawals, { params: { customer }, query: { page } })
    return { rows: reply.data, hasNext: hasNextPage(reply) }
  })
