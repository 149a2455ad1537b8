/** The profile at a glance: what is missing and what it would unlock, what waits, and how far sellers can trust it. */

import { useSignals } from '@preact/signals-react/runtime'
import { CircleCheck, CircleDashed } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useDealServices } from '#marketplace/buyer/platform/deal-services.ts'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { useLiveNews } from '#marketplace/buyer/platform/use-live-news.ts'
import { useLiveWallet } from '#marketplace/buyer/platform/use-wallet.ts'
import type { User } from '#marketplace/buyer/platform/user.ts'
import { Link, LinkButton } from '#marketplace/buyer/ui/link.tsx'
import { LoadFailed } from '#marketplace/buyer/ui/load-failed.tsx'
import { List, LoadingRows, Note, NotKnown, ROW, Section } from '#marketplace/buyer/ui/partition-parts.tsx'
import { sayFailure } from '#marketplace/kit/attempt.ts'
import { zonedDayWords } from '#marketplace/kit/date-labels.ts'
import { offerTask } from '#marketplace/kit/offer-labels.ts'
import { createResource } from '#marketplace/kit/resource.ts'
import { getSmartBuyBox, listGeotags } from '#shared/contract/buy-box.ts'
import { openHouseUpdated } from '#shared/contract/events.ts'
import type { OfferWire } from '#shared/contract/offers.ts'
import {
  listRegistrations,
  REGISTRATION_RELATIONS,
  type RegistrationWire,
} from '#shared/contract/open-houses.ts'
import { links } from '#shared/contract/pages.ts'
import { zonedTimes } from '#shared/format/visit-time.ts'
import { formatPhone } from '#shared/rules/phone.ts'
import { OverviewMoney } from './overview-money.tsx'
import { profileSteps, type Step } from './overview-steps.ts'
import type { PartitionProps } from './partition-props.ts'
import { TrustPanel } from './trust-panel.tsx'

export default function OverviewPartition({ user }: PartitionProps) {
  return (
    <>
      <Completeness user={user} />
      <OverviewMoney />
      <OpenItems user={user} />
      <TrustPanel user={user} />
    </>
  )
}

function Completeness({ user }: PartitionProps) {
  useSignals()
  const { api } = useServices()
  const [markets] = useState(() =>
    createResource(async () => {
      const [tags, box] = await Promise.all([api(listGeotags, {}), api(getSmartBuyBox, {})])
      return tags.data.length > 0 || box.entities.length > 0
    }),
  )
  useEffect(() => void markets.load(), [markets])
  const store = useLiveWallet()
  const [state, wallet] = [markets.state.value, store.wallet.value]
  if (state.phase === 'loading' || wallet.phase === 'loading') return <LoadingRows count={7} />
  const failed = state.phase === 'failed' ? state : wallet.phase === 'failed' ? wallet : null
  const known =
    state.phase === 'ready' && wallet.phase === 'ready'
      ? { hasMarkets: state.value, hasDeposit: wallet.value.depositCents > 0 }
      : null
  const steps = profileSteps(user, known)
  const done = steps.filter((step) => step.isDone).length
  return (
    <Section
      title={done === steps.length ? 'Your profile is complete' : 'Complete your profile'}
      note={known ? `${done} of ${steps.length} done` : null}
    >
      <List>
        {steps.map((step) => (
          <StepRow key={step.key} step={step} />
        ))}
      </List>
      {failed ? (
        <div className="mt-3">
          <LoadFailed
            onRetry={() => {
              void markets.load()
              void store.loadWallet()
            }}
          >
            Whether buy box and deposit are set up could not be asked. {sayFailure(failed.failure).message}
          </LoadFailed>
        </div>
      ) : null}
    </Section>
  )
}

function StepRow({ step: { label, unlocks, isDone, href } }: { step: Step }) {
  const Icon = isDone ? CircleCheck : CircleDashed
  return (
    <li className={ROW}>
      <Icon
        size={18}
        strokeWidth={1.75}
        aria-hidden="true"
        className={isDone ? 'flex-none text-gain-text' : 'flex-none text-text-3'}
      />
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{label}</p>
        <p className="text-sm text-text-2">Unlocks: {unlocks}</p>
      </div>
      {isDone === null ? (
        <span className="text-sm text-text-3">
          <NotKnown />
        </span>
      ) : isDone ? (
        <span className="text-gain-text text-sm">Done</span>
      ) : (
        <LinkButton href={href} size="sm" className="pointer-coarse:h-11" aria-label={`Go: ${label}`}>
          Go
        </LinkButton>
      )}
    </li>
  )
}

function OpenItems({ user }: PartitionProps) {
  useSignals()
  const { api, clock } = useServices()
  const { offers } = useDealServices()
  const [visits] = useState(() =>
    createResource(
      async () => (await api(listRegistrations, { query: { with: REGISTRATION_RELATIONS } })).data,
    ),
  )
  useEffect(() => {
    void offers.load()
    void visits.load()
    return offers.follow()
  }, [offers, visits])
  useLiveNews({
    event: openHouseUpdated,
    what: 'Open houses to come',
    onChange: visits.load,
  })
  const [made, going] = [offers.state.value, visits.state.value]
  const isKnown = made.phase === 'ready' && going.phase === 'ready'
  const items = [
    ...openItems(user),
    ...(made.phase === 'ready' ? offerItems(made.offers) : []),
    ...(going.phase === 'ready' ? nextVisit(going.value, clock.now()) : []),
  ]
  return (
    <Section title="Waiting for you">
      {made.phase === 'failed' || going.phase === 'failed' ? (
        <Note>Your offers and open houses could not be loaded.</Note>
      ) : null}
      {isKnown && items.length === 0 ? <Note tone="good">Nothing is waiting for you.</Note> : null}
      {items.length === 0 ? null : (
        <List>
          {items.map(({ text, href }) => (
            <li key={`${href} ${text}`} className={ROW}>
              <Link href={href} className="text-link wrap-anywhere min-w-0">
                {text}
              </Link>
            </li>
          ))}
        </List>
      )}
    </Section>
  )
}

/** Offers that wait for this customer, not for the seller. */
function offerItems(offers: readonly OfferWire[]): readonly { text: string; href: string }[] {
  return offers
    .filter(({ turn }) => turn === 'buyer')
    .map((offer) => ({ text: offerTask(offer), href: links.offer(offer.id) }))
}

/** The first open house to come. */
function nextVisit(visits: readonly RegistrationWire[], nowMs: number): { text: string; href: string }[] {
  const [next] = visits
    .flatMap(({ open_house: house, property, state }) =>
      house && state === 'registered' ? [{ house, property }] : [],
    )
    .filter(({ house }) => !house.cancelled_at && Date.parse(house.end) > nowMs)
    .sort((a, b) => Date.parse(a.house.start) - Date.parse(b.house.start))
  if (!next) return []
  const { start, end, tz, property_id: id } = next.house
  const when = `${zonedDayWords(Date.parse(start), tz)}, ${zonedTimes(Date.parse(start), Date.parse(end), tz)}`
  return [
    {
      text: `Open house ${when}: ${next.property?.full_address ?? `deal ${id}`}`,
      href: links.profile('open-houses'),
    },
  ]
}

function openItems(user: User): readonly { text: string; href: string }[] {
  const waiting = user.phones.filter((phone) => !phone.isConfirmed)
  return [
    ...(user.isEmailConfirmed
      ? []
      : [{ text: `Confirm ${user.email ?? 'your email'}`, href: '/profile/personal' }]),
    ...waiting.map((phone) => ({ text: `Confirm ${formatPhone(phone.number)}`, href: '/profile/phones' })),
    ...(['failed', 'expired'].includes(user.identity.status)
      ? [{ text: 'Try the identity check again', href: '/profile/verification' }]
      : []),
    ...(user.unreadTotal > 0
      ? [
          {
            text: user.unreadTotal === 1 ? 'Read 1 new message' : `Read ${user.unreadTotal} new messages`,
            href: '/messenger',
          },
        ]
      : []),
  ]
}
