/** The open houses of a deal, on its page: when, how many places, registering, waiting, giving back (checklist OH). */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useId, useRef, useState } from 'react'
import { useLogin, useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { useLiveNews } from '#marketplace/buyer/platform/use-live-news.ts'
import { missingNow } from '#marketplace/buyer/platform/use-missing.ts'
import { openHouseUpdated } from '#shared/contract/events.ts'
import type { OpenHouseWire } from '#shared/contract/open-houses.ts'
import { actOf, OpenHouseRow } from './open-house-row.tsx'
import { phaseOf } from './visit-labels.ts'
import { createVisitsModel } from './visits-model.ts'

export interface OpenHousesSectionProps {
  propertyId: number
  openHouses: readonly OpenHouseWire[]
  /** As far as the reader may know it. */
  place: string
  /** The address was opened, or closed again. */
  onAddress?: () => void
}

const NOTHING = () => {}

export function OpenHousesSection({
  propertyId,
  openHouses,
  place,
  onAddress = NOTHING,
}: OpenHousesSectionProps) {
  useSignals()
  const id = useId()
  const { api, clock, user } = useServices()
  const logIn = useLogin()
  const told = useRef(onAddress)
  told.current = onAddress
  const [model] = useState(() =>
    createVisitsModel({ api, propertyId, houses: openHouses, onAddress: () => told.current() }),
  )
  useEffect(() => model.adopt(openHouses), [model, openHouses])
  const state = user.state.value
  const userId = state.phase === 'user' ? state.user.id : null
  // Who logs in on this page is somebody to whom the server says more.
  useEffect(() => {
    if (userId !== null && model.houses.peek().length > 0) void model.refresh()
  }, [model, userId])
  const houses = model.houses.value
  const isInvolved = houses.some(({ my_state }) => my_state === 'registered' || my_state === 'waiting')
  useLiveNews({
    isNeeded: isInvolved,
    event: openHouseUpdated,
    what: 'Open houses',
    onChange: model.refresh,
  })

  const nowMs = clock.now()
  const shown = houses.filter((house) => Date.parse(house.end) > nowMs)
  if (shown.length === 0) return null
  const register = async (house: OpenHouseWire, isWaitingFine: boolean) => {
    if (!(await logIn())) return
    // A person who has just logged in may have to confirm something first: the row says what.
    if (missingNow(user, actOf(house)).length === 0) await model.register(house.id, { isWaitingFine })
  }
  return (
    <section id="open-houses" aria-labelledby={id} className="pt-7">
      <h2 id={id} className="mb-3 font-semibold text-lg tracking-tight">
        Open houses
      </h2>
      <ul className="[&>li+li]:border-line [&>li+li]:border-t">
        {shown.map((house) => (
          <OpenHouseRow
            key={house.id}
            house={house}
            place={place}
            phase={phaseOf(house, nowMs)}
            note={model.notes.value.get(house.id) ?? null}
            isBusy={model.busyId.value === house.id}
            onRegister={(isWaitingFine) => void register(house, isWaitingFine)}
            onGiveBack={() => void model.giveBack(house.id)}
          />
        ))}
      </ul>
    </section>
  )
}
