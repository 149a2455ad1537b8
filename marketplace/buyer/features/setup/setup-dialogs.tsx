/** The dialogs of the set-up (spec section 2). What was typed or chosen in one stays when another is shown. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState } from 'react'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import type { User } from '#marketplace/buyer/platform/user.ts'
import { createEntityForm } from '#marketplace/buyer/ui/company-select/entity-form-model.ts'
import { createPlaceSearch, deviceWhereabouts } from '#marketplace/buyer/ui/place-select/place-search.ts'
import { createTargetMarkets } from '#marketplace/buyer/ui/place-select/target-markets.ts'
import { EntitySelector } from './entity-selector.tsx'
import { LocationSelector } from './location-selector.tsx'
import { PhoneDialog } from './phone-dialog.tsx'
import { SavedDialog } from './saved-dialog.tsx'
import { Selector } from './selector.tsx'
import type { SetupModel } from './setup-model.ts'

export default function SetupDialogs({ setup }: { setup: SetupModel }) {
  useSignals()
  const services = useServices()
  const [form] = useState(() =>
    createEntityForm({
      ...services,
      // Whoever is asked to set up has nothing linked yet; the server refuses what is.
      connected: () => new Set(),
      onAdded: () => setup.act({ type: 'saved' }),
    }),
  )
  const [markets] = useState(() => createTargetMarkets(services))
  const [places] = useState(() => createPlaceSearch({ ...services, whereabouts: deviceWhereabouts }))
  // Asked for early: whoever is here is about to search places.
  useEffect(() => void places.loadHistory(), [places])
  useEffect(
    () => () => {
      form.dispose()
      places.dispose()
    },
    [form, places],
  )

  const state = setup.state.value
  const { act } = setup
  switch (state.at) {
    case 'phone': {
      const user = userOf(services.user.state.value)
      return user ? <PhoneDialog setup={setup} user={user} hasBox={state.hasBox} /> : null
    }
    case 'buybox-selector':
      return <Selector act={act} />
    case 'location-selector':
      return <LocationSelector act={act} markets={markets} search={places} />
    case 'entity-selector':
      return <EntitySelector act={act} form={form} />
    case 'saved':
      return <SavedDialog act={act} by={state.by} />
    default:
      return null
  }
}

const userOf = (state: { phase: string; user?: User }): User | null => state.user ?? null
