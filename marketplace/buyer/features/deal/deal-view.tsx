/** The deal once it is known: pictures, numbers and words at the left, what can be done at the right. */
import { useSignals } from '@preact/signals-react/runtime'
import { type ReactNode, Suspense, useEffect, useRef } from 'react'
import { useDealServices } from '#marketplace/buyer/platform/deal-services.ts'
import { useSeen } from '#marketplace/buyer/platform/use-seen.ts'
import { lazyPart, Nothing } from '#marketplace/buyer/ui/lazy-part.tsx'
import { MatchTag } from '#marketplace/buyer/ui/match/match-tag.tsx'
import { dayWords } from '#marketplace/kit/date-labels.ts'
import { HiddenAddressTag, StatusTag, Tag } from '#marketplace/kit/ui/tag.tsx'
import { useIsPhone } from '#marketplace/kit/use-media.ts'
import { formatMoney } from '#shared/format/money.ts'
import { ActionBar, ActionCard, type DealActions } from './action-card.tsx'
import { Calculator } from './calculator.tsx'
import { Comparables } from './comparables.tsx'
import type { Deal, Fact } from './deal.ts'
import { Description } from './description.tsx'
import { Documents } from './documents.tsx'
import { Gallery } from './gallery.tsx'
import { Location } from './location.tsx'
import { Neighborhood } from './neighborhood.tsx'
import { PriceAgainstArv } from './price-against-arv.tsx'
import { SellerCard } from './seller-card.tsx'

/** Nobody sees it before they print. */
const PrintHead = lazyPart(() => import('./print-head.tsx'), Nothing)

const History = lazyPart(() => import('./history.tsx').then((file) => ({ default: file.History })))
const Notes = lazyPart(() => import('./notes.tsx').then((file) => ({ default: file.Notes })))

/** What other parts of the marketplace put on the page. */
export interface DealSlots {
  /** The address, or the way to ask for it; null when the street is shown to everybody. */
  readonly address: ReactNode
  readonly openHouses: ReactNode
  readonly otherDeals: ReactNode
  /** What is missing for an offer. */
  readonly notice: ReactNode
  /** How the reader stands to making an offer. */
  readonly standing: ReactNode
}

export interface DealViewProps extends DealActions {
  readonly deal: Deal
  readonly slots: DealSlots
  readonly nowMs: number
  readonly band: ReactNode
}

export function DealView({ deal, slots, nowMs, band, ...actions }: DealViewProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  // What is asked first stands first; beside the page there is room for it on wide screens.
  const isPhone = useIsPhone()
  useSeen(heading, { propertyId: deal.id, imageId: null })
  const { marks } = useDealServices()
  useEffect(() => marks.saw(deal.id), [marks, deal.id])
  return (
    <>
      <Suspense fallback={null}>
        <PrintHead deal={deal} nowMs={nowMs} />
      </Suspense>
      <Gallery deal={deal} />
      {band}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start print:block desk:grid-cols-[minmax(0,1fr)_300px] desk:gap-8 broad:grid-cols-[minmax(0,1fr)_348px] broad:gap-12">
        <div className="min-w-0 px-4 pt-4 desk:px-0 desk:pt-5.5">
          <div className="flex flex-wrap items-center gap-2 text-text-3 text-xs">
            <StatusTag status={deal.status} />
            <span className="flex items-center gap-2 print:hidden">
              <MatchTag propertyId={deal.id} name={deal.headline} deal={deal.scored} of={deal} />
            </span>
            {deal.hasAddress ? null : <HiddenAddressTag />}
            <span className="contents print:hidden">
              <PriceSinceKept deal={deal} />
              <span className="num">{listedWords(deal, nowMs)}</span>
            </span>
          </div>
          <h1 ref={heading} tabIndex={-1} className="mt-1.5 font-semibold text-2xl tracking-[-0.024em]">
            {deal.headline}
          </h1>
          <p className="mt-0.5 text-text-2">{deal.place}</p>
          {isPhone && !deal.hasAddress ? <div className="mt-4">{slots.address}</div> : null}
          <Facts facts={deal.facts} />
          <PriceAgainstArv priceUsd={deal.priceUsd} arvUsd={deal.arvUsd} />
          {isPhone && slots.notice}
          <div data-short="">
            {deal.descriptionHtml === null ? null : <Description html={deal.descriptionHtml} />}
          </div>
          <div data-long="">
            <Comparables deal={deal} nowMs={nowMs} />
            <Calculator deal={deal} />
          </div>
          <div className="print:hidden">
            {slots.openHouses}
            <Documents documents={deal.documents} />
            <Location deal={deal} />
            <Neighborhood propertyId={deal.id} />
          </div>
          <div data-long="">
            <Suspense fallback={null}>
              <History changes={deal.changes} />
            </Suspense>
          </div>
          <div className="print:hidden">
            <Suspense fallback={null}>
              <Notes deal={deal} />
            </Suspense>
          </div>
        </div>
        <aside
          aria-label="About this offer"
          className="grid grid-cols-[minmax(0,1fr)] gap-3 max-desk:mt-6 max-desk:px-4 print:hidden desk:sticky desk:top-18 desk:pt-5.5"
        >
          <ActionCard deal={deal} notice={!isPhone && slots.notice} standing={slots.standing} {...actions} />
          {isPhone && !deal.hasAddress ? null : slots.address}
          <SellerCard deal={deal} />
        </aside>
      </div>
      {slots.otherDeals}
      <ActionBar deal={deal} {...actions} />
    </>
  )
}

/** Letters that have room in one column. */
const ONE_COLUMN = 20

/** What is known of the house in figures: a strip under the headline, the rest behind a press on phones. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  if (facts.length === 0) return null
  return (
    <dl className="mt-4.5 grid grid-cols-3 gap-x-6 gap-y-4 border-line border-y py-3.5 print:mt-3 print:grid-cols-6 print:gap-y-2 broad:grid-cols-6">
      {facts.map(({ name, value }) => (
        <div key={name} className={value.length > ONE_COLUMN ? 'col-span-2 min-w-0' : 'min-w-0'}>
          <dt className="data-label">{name}</dt>
          <dd className="font-semibold text-md tabular-nums wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const DAYS_IN_WORDS = 30

type Listed = Pick<Deal, 'id' | 'publishedAt' | 'views' | 'favourites'>

/** `Listed 2h ago · Deal 48213 · 61 views`. */
export function listedWords({ id, publishedAt, views, favourites }: Listed, nowMs: number): string {
  const parts = [
    publishedAt === null ? null : agoWords(Date.parse(publishedAt), nowMs),
    `Deal ${id}`,
    counted(views, 'view'),
    counted(favourites, 'save'),
  ]
  return parts.filter((part) => part !== null).join(' · ')
}

const counted = (count: number, word: string): string | null =>
  count === 0 ? null : `${count.toLocaleString('en-US')} ${count === 1 ? word : `${word}s`}`

function agoWords(atMs: number, nowMs: number): string | null {
  if (Number.isNaN(atMs)) return null
  const passedMs = Math.max(0, nowMs - atMs)
  if (passedMs < HOUR_MS) return `Listed ${Math.max(1, Math.floor(passedMs / MINUTE_MS))}m ago`
  if (passedMs < DAY_MS) return `Listed ${Math.floor(passedMs / HOUR_MS)}h ago`
  const days = Math.floor(passedMs / DAY_MS)
  if (days > DAYS_IN_WORDS) return `Listed ${dayWords(atMs)}`
  return days === 1 ? 'Listed yesterday' : `Listed ${days} days ago`
}

/** How the price has fallen since this person kept the deal (checklist DEAL-25). */
function PriceSinceKept({ deal }: { deal: Pick<Deal, 'id' | 'own' | 'priceUsd'> }) {
  useSignals()
  const { favourites } = useDealServices()
  const before = deal.own?.favourite_price ?? null
  if (before === null || deal.priceUsd === null || before <= deal.priceUsd) return null
  if (!favourites.ids.value.has(deal.id)) return null
  return <Tag tone="gain">{formatMoney(before - deal.priceUsd)} less than when you saved it</Tag>
}
