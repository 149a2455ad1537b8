/** Registering for open houses and giving places back, with what came of it. The page's state is what the server said last. */
import { type ReadonlySignal, signal } from '@preact/signals-core'
import { failureWords } from '#marketplace/platform/failure-words.ts'
import { ApiError } from '#shared/api/api-error.ts'
import type { Api } from '#shared/api/client.ts'
import {
  listOpenHouses,
  type OpenHouseWire,
  type RegistrationWire,
  registerForOpenHouse,
  unregisterFromOpenHouse,
} from '#shared/contract/open-houses.ts'

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
}

export function createVisitsModel({ api, propertyId, houses: given, onAddress }: VisitsDeps): VisitsModel {
  const houses = signal(given)
  const busyId = signal<number | null>(null)
  const notes = signal<ReadonlyMap<number, VisitNote>>(new Map())

  const note = (id: number, said: VisitNote | null) => {
    const next = new Map(notes.peek())
    if (said) next.set(id, said)
    else next.delete(id)
    notes.value = next
  }
  /** What was asked before the last question, or before a press, may know less. */
  let latest = 0
  const refresh = async () => {
    const mine = ++latest
    try {
      const { data } = await api(listOpenHouses, { params: { property: propertyId } })
      if (mine === latest) houses.value = data
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    }
  }
  /** One press at a time. */
  const press = async (id: number, call: () => Promise<VisitNote | null>) => {
    if (busyId.peek() !== null) return
    busyId.value = id
    note(id, null)
    try {
      note(id, await call())
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      note(id, refusal(error))
    }
    await refresh()
    busyId.value = null
    if (houses.peek().some((house) => house.id === id && house.grants_address)) onAddress()
  }

  return {
    ...{ houses, busyId, notes, refresh },
    adopt(next) {
      if (next === houses.peek()) return
      if (latest > 0) void refresh()
      else houses.value = next
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
  if (failure.kind !== 'refused' || failure.status !== 409)
    return { kind: 'refused', text: failureWords(failure) }
  return failure.problem.code === 'full'
    ? { kind: 'full' }
    : { kind: 'refused', text: failure.problem.message }
}
