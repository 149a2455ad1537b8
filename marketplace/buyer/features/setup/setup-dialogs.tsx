/** The dialogs of the set-up (spec section 2). What was typed or chosen in one stays when another is shown. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useRef, useState } from 'react'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import type { User } from '#marketplace/buyer/platform/user.ts'
import { EntityForm } from '#marketplace/buyer/ui/company-select/entity-form.tsx'
import {
  createEntityForm,
  type EntityForm as Form,
} from '#marketplace/buyer/ui/company-select/entity-form-model.ts'
import { LinkButton } from '#marketplace/buyer/ui/link.tsx'
import { createPlaceSearch, deviceWhereabouts } from '#marketplace/buyer/ui/place-select/place-search.ts'
import { createTargetMarkets } from '#marketplace/buyer/ui/place-select/target-markets.ts'
import { Modal } from '#marketplace/kit/ui/modal.tsx'
import { PlatDrawing } from '#marketplace/kit/ui/plat-drawing.tsx'
import { Button } from '#shared/ui/button.tsx'
import { LocationSelector } from './location-selector.tsx'
import { PhoneDialog } from './phone-dialog.tsx'
import { OtherWays, SetupFrame } from './setup-frame.tsx'
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

/** The third of the three: LLCs and trusts for the Smart Buy Box. */
function EntitySelector({ act, form }: { act: SetupModel['act']; form: Form }) {
  return (
    <SetupFrame title="Link Your LLC or Trust">
      <EntityForm form={form}>
        <OtherWays
          other="Or, Set up my buy box manually"
          onOther={() => act({ type: 'manual' })}
          onBack={() => act({ type: 'back' })}
        />
      </EntityForm>
    </SetupFrame>
  )
}

const WORDS = {
  smart:
    'Your LLCs and trusts are linked. See what their purchases say about the deals you look for, and change what does not fit.',
  manual: 'Your target markets are set. Add price, type and other criteria to get fewer and better matches.',
} as const

/** Says that the buy box is saved, and what follows. */
function SavedDialog({ act, by }: { act: SetupModel['act']; by: 'smart' | 'manual' }) {
  const go = useRef<HTMLAnchorElement>(null)
  const dismiss = () => act({ type: 'dismissed' })
  return (
    <Modal
      title="Your buy box is saved"
      onClose={dismiss}
      initialFocus={go}
      footer={
        <>
          <Button className="ml-auto pointer-coarse:h-11" onClick={dismiss}>
            Done
          </Button>
          <LinkButton
            ref={go}
            href="/profile/buy-box"
            variant="primary"
            className="pointer-coarse:h-11"
            onClick={dismiss}
          >
            {by === 'smart' ? 'See what we learned' : 'Add criteria'}
          </LinkButton>
        </>
      }
    >
      <p className="text-text-2">{WORDS[by]}</p>
    </Modal>
  )
}

/** The first of the three: smart or manual. */
function Selector({ act }: { act: SetupModel['act'] }) {
  return (
    <SetupFrame title="Set up Your Buy Box">
      <div className="-mx-4 -mt-4.5 relative h-32 overflow-hidden border-line border-b bg-accent-soft [@media(max-height:600px)]:hidden sheet:-mx-6 sheet:-mt-6">
        <PlatDrawing lot="found" lotAt={[0.5, 0.5]} />
      </div>
      <h3 className="mt-6 text-balance font-semibold text-xl tracking-[-0.022em] [@media(max-height:600px)]:mt-0">
        Add Your LLC or Trust for Your Smart Buy Box
      </h3>
      <p className="mt-2 text-text-2">
        AI matches properties to your entity's criteria and location preferences, so your feed and alerts only
        carry deals that fit.
      </p>
      <Button variant="primary" size="lg" isBlock className="mt-5.5" onClick={() => act({ type: 'smart' })}>
        Create My Smart Buy Box
      </Button>
      <OtherWays other="Or, set up my buy box manually" onOther={() => act({ type: 'manual' })} />
    </SetupFrame>
  )
}
