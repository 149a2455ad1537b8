/** Registering for open houses and giving places back, with what came of it. The page's state is what the server said last. */
import { computed, type ReadonlySignal, signal } from '@preact/signals-core'
import { failureWords } from '#marketplace/buyer/platform/failure-labels.ts'
import { createResource } from '#marketplace/kit/resource.ts'
import { ApiError } from '#shared/api/api-error.ts'
import type { Api } from '#shared/api/client.ts'
import {
  listOpenHouses,
  type OpenHouseWire,
  type RegistrationWire,
  registerForOpenHouse,
  unregisterFromOpenHouse,
} from '#shared/contract/open-houses.ts'
import { UNCONFIRMED } from '#shared/contract/requirements.ts'
import type { Clock } from '#shared/lib/clock.ts'

/** About one open house, after a press. */
export type VisitNote =
  | { readonly kind: 'full' }
  | { readonly kind: 'refused'; readonly text: string }
  | { readonly kind: 'overlap' }

export interface VisitsModel {
  readonly houses: ReadonlySignal<readonly OpenHouseWire[]>
  readonly busyId: ReadonlySignal<number | null>
  readonly notes: ReadonlySignal<ReadonlyMap<number, VisitNote>>
  register(id: number, options?: { isWaitingFine?: boolean }): Promise<void>
  giveBack(id: number): Promise<void>
  /** What the page was told since; once they were asked for here, nobody knows whether that is newer, so it is asked again. */
  adopt(houses: readonly OpenHouseWire[]): void
  /** As they are now; keeps what is shown when that fails. */
  refresh(): Promise<void>
}

export interface VisitsDeps {
  api: Api
  propertyId: number
  houses: readonly OpenHouseWire[]
  /** The address was opened, or closed again. */
  onAddress: () => void
  clock?: Clock
}

export function createVisitsModel({
  api,
  propertyId,
  houses: given,
  onAddress,
  clock,
}: VisitsDeps): VisitsModel {
  const list = createResource(
    async (): Promise<readonly OpenHouseWire[]> =>
      (await api(listOpenHouses, { params: { property: propertyId } })).data,
    clock,
  )
  list.put(given)
  const houses = computed(() => (list.state.value.phase === 'ready' ? list.state.value.value : []))
  const busyId = signal<number | null>(null)
  const notes = signal<ReadonlyMap<number, VisitNote>>(new Map())

  const note = (id: number, said: VisitNote | null) => {
    const next = new Map(notes.peek())
    if (said) next.set(id, said)
    else next.delete(id)
    notes.value = next
  }
  let isAsked = false
  const refresh = () => {
    isAsked = true
    return list.load()
  }
  /** One press at a time. */
  const press = async (id: number, call: () => Promise<VisitNote | null>) => {
    if (busyId.peek() !== null) return
    busyId.value = id
    note(id, null)
    try {
      // What was asked before the press says nothing about it.
      note(id, await list.merge(call, (now) => now))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      note(id, refusal(error))
    }
    await refresh()
    busyId.value = null
    if (houses.peek().some((house) => house.id === id && house.grants_address)) onAddress()
  }

  return {
    houses,
    busyId,
    notes,
    refresh,
    adopt(next) {
      if (next === houses.peek()) return
      if (isAsked) void refresh()
      else list.put(next)
    },
    register: (id, { isWaitingFine = false } = {}) =>
      press(id, async () => {
        const body = isWaitingFine ? { waiting_list: true } : {}
        const { data } = await api(registerForOpenHouse, { params: { openHouse: id }, body })
        return hasOverlap(data) ? { kind: 'overlap' } : null
      }),
    giveBack: (id) =>
      press(id, async () => {
        await api(unregisterFromOpenHouse, { params: { openHouse: id } })
        return null
      }),
  }
}

const hasOverlap = ({ overlaps }: RegistrationWire): boolean => (overlaps ?? []).length > 0

function refusal({ failure }: ApiError): VisitNote {
  if (failure.kind !== 'refused' || (failure.status !== 409 && failure.problem.code !== UNCONFIRMED))
    return { kind: 'refused', text: failureWords(failure) }
  return failure.problem.code === 'full'
    ? { kind: 'full' }
    : { kind: 'refused', text: failure.problem.message }
}
