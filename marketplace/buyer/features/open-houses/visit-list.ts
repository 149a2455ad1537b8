/** The list behind the partition: every registration of this customer, in three parts, and what is said after a visit. */
import { attempt } from '#marketplace/kit/attempt.ts'
import { createResource, type Resource } from '#marketplace/kit/resource.ts'
import type { Api } from '#shared/api/client.ts'
import {
  giveVisitFeedback,
  listRegistrations,
  type OpenHouseWire,
  REGISTRATION_RELATIONS,
  type RegistrationWire,
  unregisterFromOpenHouse,
} from '#shared/contract/open-houses.ts'
import { hasNextPage } from '#shared/contract/wire.ts'
import type { Clock } from '#shared/lib/clock.ts'
import { type Phase, phaseOf } from './visit-labels.ts'

export type Visit = RegistrationWire & { readonly open_house: OpenHouseWire }
export type VisitParts = Readonly<Record<Phase, readonly Visit[]>>

export interface VisitList {
  readonly state: Resource<readonly Visit[]>['state']
  load(): Promise<void>
  /** False when it could not be done; the list is as it was. */
  giveBack(id: number): Promise<boolean>
  /** Rejects with `ApiError`. */
  sendFeedback(id: number, feedback: { rating: number; text: string }): Promise<unknown>
}

/** As many as anybody will look through. */
const PAGES_MAX = 10

export function createVisitList(api: Api, clock?: Clock): VisitList {
  const list = createResource((): Promise<readonly Visit[]> => allPages(api), clock)
  // Without an answer it may have been done all the same.
  const change = (call: () => Promise<unknown>) => list.merge(call, (now) => now).finally(list.load)
  return {
    state: list.state,
    load: list.load,
    async giveBack(id) {
      const call = () => api(unregisterFromOpenHouse, { params: { openHouse: id } })
      return (await attempt(change(call))).kind === 'done'
    },
    sendFeedback: (id, { rating, text }) =>
      change(() => api(giveVisitFeedback, { params: { openHouse: id }, body: { rating, text } })),
  }
}

async function allPages(api: Api): Promise<Visit[]> {
  const visits: Visit[] = []
  for (let page = 1; page <= PAGES_MAX; page++) {
    const reply = await api(listRegistrations, { query: { page, with: REGISTRATION_RELATIONS } })
    for (const row of reply.data) if (row.open_house) visits.push({ ...row, open_house: row.open_house })
    if (!hasNextPage(reply)) break
  }
  return visits
}

/** The next one first; what is over or was given back from the latest on. */
export function visitParts(visits: readonly Visit[], nowMs: number): VisitParts {
  const partOf = ({ state, open_house }: Visit): Phase =>
    state === 'cancelled' ? 'cancelled' : phaseOf(open_house, nowMs)
  const startOf = ({ open_house }: Visit) => Date.parse(open_house.start)
  const part = (phase: Phase) => visits.filter((visit) => partOf(visit) === phase)
  return {
    upcoming: part('upcoming').sort((a, b) => startOf(a) - startOf(b)),
    past: part('past').sort((a, b) => startOf(b) - startOf(a)),
    cancelled: part('cancelled').sort((a, b) => startOf(b) - startOf(a)),
  }
}
