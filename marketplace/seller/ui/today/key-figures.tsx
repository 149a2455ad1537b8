/** The key figures of Today: the last four weeks against the four before, each with its weeks and the way to its rows. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect } from 'react'
import type { SellerStore } from '#marketplace/seller/seller-model.ts'
import {
  beforeText,
  FIGURE_WORDS,
  minutesText,
  repliesText,
  salesText,
} from '#marketplace/seller/today/figure-labels.ts'
import type { TodayFigures } from '#marketplace/seller/today/today-rows.ts'
import { hashOf, type SellerPlace } from '#shared/contract/seller-places.ts'
import { compactMoney, formatMoney } from '#shared/format/money.ts'
import { NotLoaded } from '../not-loaded.tsx'
import { DealFunnel } from './deal-funnel.tsx'
import { WeekBars } from './week-bars.tsx'

export function KeyFigures({ store }: { store: SellerStore }) {
  useSignals()
  const { figures, figuresState, loadFigures } = store.today
  useEffect(() => void loadFigures(), [loadFigures])
  const found = figures.value
  if (found)
    return (
      <>
        <aside aria-labelledby="figures-title" className="grid min-w-0 content-start gap-6">
          <Title />
          <Money figures={found} />
          <Replies figures={found} />
          <Counts figures={found} />
        </aside>
        <DealFunnel deals={found.deals} />
      </>
    )
  if (figuresState.value === 'failed')
    return (
      <aside aria-labelledby="figures-title" className="min-w-0">
        <Title />
        <NotLoaded onRetry={() => void loadFigures()}>{FIGURE_WORDS.notLoaded}</NotLoaded>
      </aside>
    )
  return null
}

const Title = () => (
  <h2 id="figures-title" className="font-semibold text-base">
    {FIGURE_WORDS.title}
  </h2>
)

interface FigureProps {
  figures: TodayFigures
}

const CLOSED: SellerPlace = { kind: 'offers-in', state: 'closed' }

function Money({ figures: { now, before, weeks } }: FigureProps) {
  return (
    <section className="grid gap-1 border-line border-b pb-5">
      <h3 className="text-sm text-text-2">{FIGURE_WORDS.spread}</h3>
      <BigLink place={CLOSED}>{formatMoney(now.spread)}</BigLink>
      <p className="text-sm text-text-2">
        {salesText(now)} {beforeText(formatMoney(before.spread))}
      </p>
      <WeekBars
        name={FIGURE_WORDS.spread}
        weeks={weeks.map(({ spread, ends_at }) => ({ value: spread, endsAt: ends_at }))}
        valueText={compactMoney}
      />
    </section>
  )
}

function Replies({ figures: { now, before } }: FigureProps) {
  return (
    <section className="grid gap-1 border-line border-b pb-5">
      <h3 className="text-sm text-text-2">{FIGURE_WORDS.reply}</h3>
      <BigLink place={{ kind: 'messages' }}>{minutesText(now.reply_minutes)}</BigLink>
      <p className="text-sm text-text-2">
        {repliesText(now)} {beforeText(minutesText(before.reply_minutes))}
      </p>
    </section>
  )
}

const COUNTS: readonly {
  name: string
  key: 'views' | 'requests' | 'offers' | 'contracts' | 'closed'
  place: SellerPlace
}[] = [
  { name: FIGURE_WORDS.views, key: 'views', place: { kind: 'deals' } },
  { name: FIGURE_WORDS.requests, key: 'requests', place: { kind: 'requests', dealId: null } },
  { name: FIGURE_WORDS.offers, key: 'offers', place: { kind: 'offers', propertyId: null, offerId: null } },
  { name: FIGURE_WORDS.contracts, key: 'contracts', place: { kind: 'offers-in', state: 'under_contract' } },
  { name: FIGURE_WORDS.closed, key: 'closed', place: CLOSED },
]

/** From view to closing, over time. */
function Counts({ figures: { now, before, weeks } }: FigureProps) {
  return (
    <section className="grid gap-4">
      <h3 className="text-sm text-text-2">{FIGURE_WORDS.overTime}</h3>
      {COUNTS.map(({ name, key, place }) => (
        <div key={key} className="grid grid-cols-[6.5rem_minmax(0,1fr)] items-end gap-x-3">
          <p className="grid">
            <a href={hashOf(place)} className="target w-fit text-sm hover:underline">
              <span className="num block font-semibold text-md">{now[key].toLocaleString('en-US')}</span>
              {name}
            </a>
            <span className="num text-text-3 text-xs">{beforeText(before[key].toLocaleString('en-US'))}</span>
          </p>
          <WeekBars
            name={name}
            weeks={weeks.map((week) => ({ value: week[key], endsAt: week.ends_at }))}
            valueText={(value) => value.toLocaleString('en-US')}
          />
        </div>
      ))}
    </section>
  )
}

const BigLink = ({ place, children }: { place: SellerPlace; children: string }) => (
  <a href={hashOf(place)} className="target num w-fit font-semibold text-xl hover:underline">
    {children}
  </a>
)
