/** What this person is notified of by email, text and on devices, when texts and notices wait, and whether this browser gets them. */
import { useSignals } from '@preact/signals-react/runtime'
import { use, useEffect, useState } from 'react'
import { failureText } from '#marketplace/kit/error-text.ts'
import { browserNotices, SELLER_NOTICES } from '#marketplace/kit/notifications/browser-notices.ts'
import { createDeviceModel } from '#marketplace/kit/notifications/device-model.ts'
import { DEVICE_WORDS, DeviceSwitch } from '#marketplace/kit/notifications/device-switch.tsx'
import { createMatrixModel, type MatrixModel } from '#marketplace/kit/notifications/matrix-model.ts'
import { MatrixProblem } from '#marketplace/kit/notifications/matrix-problem.tsx'
import { type Kinds, NotifyMatrix } from '#marketplace/kit/notifications/notify-matrix.tsx'
import { QuietHours } from '#marketplace/kit/notifications/quiet-hours.tsx'
import { useMatrix } from '#marketplace/kit/notifications/use-matrix.ts'
import { ConnectionContext, LoadFailed } from '#marketplace/kit/ui/load-failed.tsx'
import type { SellerStore } from '#marketplace/seller/seller-model.ts'
import { Section } from '#marketplace/seller/ui/deals/fields.tsx'
import type { NotificationPreferencesWire } from '#shared/contract/notifications.ts'
import {
  sellerAddPushDevice,
  sellerNotificationPreferences,
  sellerPushKey,
  sellerRemovePushDevice,
  sellerSetNotificationPreferences,
} from '#shared/contract/seller-notifications.ts'
import { zoneLabel } from '#shared/format/time-zones.ts'

const SELLER_KINDS: Kinds = {
  of: 'member',
  words: {
    offer: { label: 'Offers', text: 'An offer is new, changed, countered, confirmed, withdrawn or expired.' },
    offer_expiring: { label: 'Offers about to expire', text: 'The time to answer an offer runs out.' },
    address_request: { label: 'Address requests', text: 'A buyer asks for an address.' },
    question: { label: 'Questions', text: 'A buyer asks about a deal.' },
    open_house: { label: 'Open houses', text: 'A buyer registers or joins the waiting list.' },
    message: {
      label: 'Messages',
      text: 'A message has been unread for 10 minutes, on devices for 1 minute.',
    },
    review: { label: 'Reviews', text: 'A buyer has reviewed you, or their review is published.' },
  },
  groups: [
    {
      title: 'Selling',
      types: ['offer', 'offer_expiring', 'address_request', 'question', 'open_house', 'message', 'review'],
    },
  ],
}

export function NotificationsSection({ store }: { store: SellerStore }) {
  useSignals()
  const { call, member } = store
  const model = useMatrix(
    () =>
      createMatrixModel({
        show: () => call(sellerNotificationPreferences, {}),
        set: (body) => call(sellerSetNotificationPreferences, { body }),
      }),
    use(ConnectionContext),
  )
  const state = model.state.value
  return (
    <>
      <Section
        title="Notifications"
        intro={`These are your own; everyone on the team has theirs. Email goes to ${member.email}. Daily emails come at 8 AM.`}
      >
        {state.phase === 'loading' ? <p role="status">Loading</p> : null}
        {state.phase === 'failed' ? (
          <LoadFailed onRetry={() => void model.load()}>{failureText(state.failure)}</LoadFailed>
        ) : null}
        {state.phase === 'ready' ? (
          <div className="grid gap-6">
            <NotifyMatrix kinds={SELLER_KINDS} model={model} known={state.known} />
            {state.known.can_text ? null : (
              <p className="text-sm text-text-2">Texts need a phone number on your login.</p>
            )}
            <MatrixProblem model={model} part="cells" />
            <div className="grid gap-3">
              <h3 className="font-semibold text-base">Quiet hours for texts and devices</h3>
              <QuietHours model={model} known={state.known}>
                <Zone
                  model={model}
                  known={state.known}
                  onSet={(time_zone) => call(sellerSetNotificationPreferences, { body: { time_zone } })}
                />
              </QuietHours>
            </div>
          </div>
        ) : null}
      </Section>
      {state.phase === 'ready' ? (
        <DeviceSection store={store} devices={state.known.devices} refresh={model.load} />
      ) : null}
    </>
  )
}

interface DeviceProps {
  store: SellerStore
  devices: number
  refresh: () => Promise<void>
}

function DeviceSection({ store: { call, member }, devices, refresh }: DeviceProps) {
  useSignals()
  const [model] = useState(() =>
    createDeviceModel({
      calls: {
        key: () => call(sellerPushKey, {}),
        add: (body) => call(sellerAddPushDevice, { body }),
        remove: (body) => call(sellerRemovePushDevice, { body }),
      },
      notices: browserNotices(window, SELLER_NOTICES, member.id),
    }),
  )
  useEffect(() => void model.look(), [model])
  return (
    <Section title="Notifications on this device" intro={DEVICE_WORDS[model.state.value.phase]}>
      <DeviceSwitch model={model} devices={devices} refresh={refresh} />
    </Section>
  )
}

interface ZoneProps {
  model: MatrixModel
  known: NotificationPreferencesWire
  onSet: (zone: string) => Promise<unknown>
}

/** Offers the device's own time zone when another one is set. */
function Zone({ model, known, onSet }: ZoneProps) {
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone
  if (here === known.time_zone) return null
  const apply = (settings: NotificationPreferencesWire) => ({ ...settings, time_zone: here })
  return (
    <button
      type="button"
      onClick={() => void model.also({ part: 'quiet_hours', apply }, () => onSet(here))}
      className="cursor-pointer text-accent-text hover:underline"
    >
      Use {zoneLabel(here)}
    </button>
  )
}
