/** The open houses in the seller app: who is coming, and calling one off. */
import { type ReadonlySignal, signal } from '@preact/signals-react'
import type * as z from 'zod/mini'
import { isAbout } from '#marketplace/kit/attempt.ts'
import { errorText } from '#marketplace/kit/error-text.ts'
import { createResource } from '#marketplace/kit/resource.ts'
import type { Api } from '#shared/api/client.ts'
import { sellerCancelOpenHouse, sellerOpenHouses } from '#shared/contract/seller-deals.ts'
import type { Clock } from '#shared/lib/clock.ts'
import { asList } from './list-pages.ts'
import type { LoadState } from './load-state.ts'

export type SellerVisit = z.output<typeof sellerOpenHouses.reply>['data'][number]

export interface VisitRows {
  readonly visits: ReadonlySignal<readonly SellerVisit[]>
  readonly state: ReadonlySignal<LoadState>
  /** Why the last press did not work, in words, unless `callOff` rejected. */
  readonly errorMessage: ReadonlySignal<string | null>
  /** Keeps what is shown when it fails. */
  load(): Promise<void>
  /** They changed elsewhere: loads again if they were ever loaded. */
  refresh(): Promise<void>
  /** Everybody who is coming or waiting is notified. Rejects with `ApiError` if the reason was refused. */
  callOff(id: number, reason: string): Promise<void>
}

export function createVisitRows(api: Api, clock?: Clock): VisitRows {
  const list = createResource(
    async (): Promise<readonly SellerVisit[]> => (await api(sellerOpenHouses, {})).data,
    clock,
  )
  const { rows: visits, state, load } = asList(list)
  const errorMessage = signal<string | null>(null)
  return {
    visits,
    state,
    errorMessage,
    load,
    refresh: list.refresh,
    async callOff(id, reason) {
      errorMessage.value = null
      const said = reason.trim()
      try {
        await api(sellerCancelOpenHouse, {
          params: { openHouse: id },
          body: said === '' ? {} : { reason: said },
        })
      } catch (error) {
        if (isAbout(error, 'reason')) throw error
        errorMessage.value = errorText(error)
      }
      await load()
    },
  }
}
