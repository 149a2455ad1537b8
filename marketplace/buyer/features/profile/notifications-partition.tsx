/** What one is told of, where and how often; when it has to be quiet; and notices on this device. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState } from 'react'
import { failureWords } from '#marketplace/buyer/platform/failure-labels.ts'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { Link } from '#marketplace/buyer/ui/link.tsx'
import { LoadFailed } from '#marketplace/buyer/ui/load-failed.tsx'
import { LoadingRows, Note, Section } from '#marketplace/buyer/ui/partition-parts.tsx'
import { BUYER_NOTICES, browserNotices } from '#marketplace/kit/notifications/browser-notices.ts'
import { createDeviceModel } from '#marketplace/kit/notifications/device-model.ts'
import { DEVICE_WORDS, DeviceSwitch } from '#marketplace/kit/notifications/device-switch.tsx'
import { createMatrixModel, type MatrixModel } from '#marketplace/kit/notifications/matrix-model.ts'
import { MatrixProblem } from '#marketplace/kit/notifications/matrix-problem.tsx'
import { type Kinds, NotifyMatrix } from '#marketplace/kit/notifications/notify-matrix.tsx'
import { QuietHours } from '#marketplace/kit/notifications/quiet-hours.tsx'
import { useMatrix } from '#marketplace/kit/notifications/use-matrix.ts'
import { toast } from '#marketplace/kit/ui/toast.ts'
import type { Api } from '#shared/api/client.ts'
import {
  addPushDevice,
  type NotificationPreferencesWire,
  pushKey,
  removePushDevice,
  setNotificationPreferences,
  showNotificationPreferences,
} from '#shared/contract/notifications.ts'
import { unsubscribe } from '#shared/contract/subscriptions.ts'
import type { TextPurpose } from '#shared/contract/text-purposes.ts'
import { Button } from '#shared/ui/button.tsx'
import type { PartitionProps } from './partition-props.ts'
import { AgreeDialog, TextsSection } from './texts-section.tsx'

export default function NotificationsPartition({ user }: PartitionProps) {
  useSignals()
  const services = useServices()
  const model = useMatrix(() => createNotifyModel(services), services.connection)
  const state = model.state.value
  const [agreeing, setAgreeing] = useState<TextPurpose | null>(null)
  const confirmed = user.phones.filter(({ isConfirmed }) => isConfirmed)
  const phone = confirmed.find(({ isDefault }) => isDefault) ?? confirmed[0]
  if (state.phase === 'loading') return <LoadingRows count={8} />
  if (state.phase === 'failed')
    return <LoadFailed onRetry={() => void model.load()}>{failureWords(state.failure)}</LoadFailed>
  const { known } = state
  const onAgree = phone ? setAgreeing : null
  return (
    <>
      {phone && agreeing ? (
        <AgreeDialog purpose={agreeing} phone={phone} refresh={model.load} onDone={() => setAgreeing(null)} />
      ) : null}
      <Section
        title="What we notify you about"
        note={user.email === null ? undefined : `Email goes to ${user.email}.`}
        action={<AllMails model={model} known={known} />}
      >
        <DeliveryProblem known={known} />
        <NotifyMatrix kinds={BUYER_KINDS} model={model} known={known} onAgree={onAgree} />
        <div className="mt-2.5 empty:hidden">
          <MatrixProblem model={model} part="cells" />
        </div>
      </Section>
      <TextsSection phones={user.phones} onAgree={onAgree} />
      <QuietSection model={model} known={known} />
      <DeviceSection userId={user.id} devices={known.devices} refresh={model.load} />
      <Section title="Always on">
        <Note>
          Emails about your offers, your money and the security of your account come in any case: without them
          you could miss a deadline or a login that is not yours.
        </Note>
      </Section>
    </>
  )
}

function AllMails({ model, known }: { model: NotifyModel; known: NotificationPreferencesWire }) {
  useSignals()
  const isAnyOn = known.cells.some((cell) => isTypical(cell) && cell.frequency !== 'off')
  async function press() {
    if (await model.setAllMails(!isAnyOn))
      toast(isAnyOn ? 'All of these emails are off' : 'All emails are on')
  }
  return (
    <Button className="pointer-coarse:h-11" isBusy={model.isBusy.value} onClick={() => void press()}>
      {isAnyOn ? 'Turn all emails off' : 'Turn all emails on'}
    </Button>
  )
}

/** Whoever waits for something that could not be handed over is told so. */
function DeliveryProblem({ known: { delayed, undelivered } }: { known: NotificationPreferencesWire }) {
  if (delayed === 0 && undelivered === 0) return null
  return (
    <div className="mb-3.5">
      <Note tone="warn" role="status">
        {delayed > 0 ? `${counted(delayed)} could not be sent to you yet and will be tried again. ` : ''}
        {undelivered > 0
          ? `${counted(undelivered)} could not be sent within two days. Look in the bell and in Messages.`
          : ''}
      </Note>
    </div>
  )
}

const counted = (count: number) => (count === 1 ? '1 email or text' : `${count} emails or texts`)

type Cell = NotificationPreferencesWire['cells'][number]

/** The mail that says for all of them whether they are on. */
const isTypical = ({ type, channel }: Cell): boolean => type === 'new_match' && channel === 'email'

/** How often it comes stays, if it is on already. */
const withTypical =
  (isOn: boolean) =>
  (settings: NotificationPreferencesWire): NotificationPreferencesWire => ({
    ...settings,
    cells: settings.cells.map((cell) =>
      isTypical(cell) && (cell.frequency !== 'off') !== isOn
        ? { ...cell, frequency: isOn ? 'instant' : 'off' }
        : cell,
    ),
  })

interface NotifyModel extends MatrixModel {
  /** Every mail that has a switch. */
  setAllMails(isOn: boolean): Promise<boolean>
}

/** The matrix of a buyer, with one switch for all mails. No React. */
export function createNotifyModel({ api }: { api: Api }): NotifyModel {
  const model = createMatrixModel({
    show: () => api(showNotificationPreferences, {}),
    set: (body) => api(setNotificationPreferences, { body }),
  })
  return {
    ...model,
    setAllMails: (isOn) =>
      model.also({ part: 'cells', apply: withTypical(isOn) }, () =>
        api(unsubscribe, { body: { scope: 'all', is_subscribed: isOn } }),
      ),
  }
}

const TYPE_WORDS: Kinds['words'] = {
  new_match: {
    label: 'Buy box matches',
    text: 'A new deal fits one of your buy boxes, each of which can be set to fewer emails. Daily and weekly ones come at 8 AM, weekly ones on Mondays.',
  },
  saved_search: { label: 'Saved searches', text: 'New deals in a search, as often as the search says.' },
  price_drop: { label: 'Price drops', text: 'A deal you saved costs less.' },
  deal_status: { label: 'Saved deals', text: 'A deal you saved is pending, sold or available again.' },
  blast: {
    label: 'Blasts',
    text: 'A seller sends a deal to their buyers, by email or by text and in Messages. With both off, you get none.',
  },
  message: {
    label: 'Messages',
    text: 'A seller wrote to you. The email and the text are sent if it is unread for ten minutes.',
  },
  address_request: { label: 'Address requests', text: 'A seller grants or declines an address.' },
  offer: { label: 'Offers', text: 'Your offer is answered, countered, accepted or closed.' },
  offer_expiring: { label: 'Offers about to expire', text: 'The time to answer or confirm runs out.' },
  open_house: {
    label: 'Open houses',
    text: 'Your open house is soon, moved or canceled, or has a place for you.',
  },
  review: { label: 'Reviews', text: 'Somebody reviewed you or answered your review.' },
  wallet: { label: 'Deposit and wallet', text: 'Money came in, went out or could not be charged.' },
  identity: { label: 'Identity verification', text: 'Your identity check is done.' },
  proof_of_funds: { label: 'Proof of funds', text: 'Your proof of funds was reviewed.' },
  security: {
    label: 'Security',
    text: 'Your password, email or phone was changed, or a new device logged in.',
  },
}

const GROUPS: Kinds['groups'] = [
  { title: 'Deals', types: ['new_match', 'saved_search', 'price_drop', 'deal_status', 'blast'] },
  {
    title: 'Buying',
    types: ['message', 'address_request', 'offer', 'offer_expiring', 'open_house', 'review'],
  },
  { title: 'Account', types: ['wallet', 'identity', 'proof_of_funds', 'security'] },
]

/** What a buyer’s kinds of news are called. */
const BUYER_KINDS: Kinds = { of: 'customer', words: TYPE_WORDS, groups: GROUPS }

interface QuietProps {
  model: MatrixModel
  known: NotificationPreferencesWire
}

/** When texts and notices on devices wait. */
function QuietSection({ model, known }: QuietProps) {
  return (
    <Section
      title="Quiet hours"
      note="Texts, notices on your devices and emails about messages wait until they end. Other emails and the bell do not wait."
    >
      <QuietHours model={model} known={known}>
        <Link href="/profile/personal" className="text-link">
          Change it
        </Link>
      </QuietHours>
    </Section>
  )
}

interface DeviceProps {
  userId: number
  /** How many browsers of this person get notices. */
  devices: number
  /** Counts them again. */
  refresh: () => Promise<void>
}

/** A buyer's notices in this browser. */
function DeviceSection({ userId, devices, refresh }: DeviceProps) {
  useSignals()
  const { api } = useServices()
  const [model] = useState(() =>
    createDeviceModel({
      calls: {
        key: () => api(pushKey, {}),
        add: (body) => api(addPushDevice, { body }),
        remove: (body) => api(removePushDevice, { body }),
      },
      notices: browserNotices(window, BUYER_NOTICES, userId),
    }),
  )
  useEffect(() => void model.look(), [model])
  const switched = (isOn: boolean) =>
    toast(isOn ? 'Push notifications are on on this device' : 'Push notifications are off on this device')
  return (
    <Section title="Notifications on this device" note={DEVICE_WORDS[model.state.value.phase]}>
      <DeviceSwitch model={model} devices={devices} refresh={refresh} onSwitched={switched} />
    </Section>
  )
}
