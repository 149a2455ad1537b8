/** Deals of the home page as a ruled table: six rows, on phones with two columns. */
import { useId } from 'react'
import { MAP_SHOWN } from '#marketplace/buyer/platform/deal-trail.ts'
import { placeOf } from '#marketplace/buyer/ui/deal/deal-labels.ts'
import { DealLink } from '#marketplace/buyer/ui/deal/deal-link.tsx'
import { DealPhoto } from '#marketplace/buyer/ui/deal/deal-photo.tsx'
import { Link } from '#marketplace/buyer/ui/link.tsx'
import { formatNumber } from '#shared/format/count.ts'
import { compactMoney, formatMoney } from '#shared/format/money.ts'
import type { DealFacts } from '#shared/rules/deals/deal-facts.ts'
import { classNames } from '#shared/ui/class-names.ts'
import { Skeleton } from '#shared/ui/skeleton.tsx'
import { SpreadBar } from '#shared/ui/spread-bar.tsx'
import { browseAddress } from './browse-link.ts'
import type { Overview } from './home-model.ts'

interface NewDealsProps {
  overview: Overview | null
  /** Deals that are on the page already. */
  shown: readonly number[]
}

export function NewDeals({ overview, shown }: NewDealsProps) {
  const newest = overview?.newest ?? null
  const deals = newest && notShown(newest, shown)
  // All of them are above.
  if (newest?.length !== 0 && deals?.length === 0) return null
  return (
    <DealSection
      title={titleOf(overview)}
      note={noteOf(overview)}
      href={browseAddress(overview?.places ?? [])}
      linkLabel="Browse all"
      deals={deals}
      hasMap
    />
  )
}

interface DealSectionProps {
  title: string
  note?: string
  /** Where there are more. */
  href: string
  linkLabel: string
  /** Null while they are on their way. */
  deals: readonly DealFacts[] | null
  /** On phones a link leads to the map of them. */
  hasMap?: boolean
}

export function DealSection({ title, note = '', href, linkLabel, deals, hasMap }: DealSectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="page-column pt-10" aria-busy={deals === null}>
      <div className="mb-3.5 flex items-baseline gap-3">
        <h2 id={id} className="font-semibold text-lg tracking-tight">
          {title}
        </h2>
        <span className="num text-sm text-text-3 max-desk:hidden">{note}</span>
        {hasMap ? (
          <Link href={href} state={MAP_SHOWN} className="ml-auto text-link desk:hidden">
            Map
          </Link>
        ) : null}
        <Link
          href={href}
          className={classNames('whitespace-nowrap text-link', hasMap ? 'desk:ml-auto' : 'ml-auto')}
        >
          {linkLabel}
        </Link>
      </div>
      {deals?.length === 0 ? (
        <p className="text-text-2">No deals yet.</p>
      ) : (
        <table className="w-full table-fixed border-collapse text-sm desk:table-auto">
          <Heads />
          <tbody>
            {deals === null
              ? PENDING.map((row) => <PendingRow key={row} />)
              : deals.map((deal) => <Row key={deal.id} deal={deal} />)}
          </tbody>
        </table>
      )}
    </section>
  )
}

function titleOf(overview: Overview | null): string {
  if (overview && overview.places.length > 0) return 'New in your target markets'
  return overview && overview.newToday === 0 ? 'Newest deals' : 'New today'
}

export const notShown = (deals: readonly DealFacts[], shown: readonly number[]): readonly DealFacts[] =>
  deals.filter(({ id }) => !shown.includes(id))

/** What is new counts all markets. */
export function noteOf(overview: Overview | null): string {
  if (overview === null || overview.newToday === 0 || overview.places.length > 0) return ''
  const deals = overview.newToday === 1 ? '1 deal' : `${formatNumber(overview.newToday)} deals`
  return `${deals} added in the last 24 hours`
}

const HEAD =
  'border-line-strong border-b pr-3.5 pb-2 last:pr-0 font-medium text-text-3 text-xs [font-stretch:93%]'
const CELL = 'border-line border-b py-2.25 pr-3.5 align-middle last:pr-0 wrap-break-word'
const WIDE = 'max-desk:hidden'

function Heads() {
  return (
    <thead>
      <tr>
        <td className={classNames(HEAD, 'w-16 sheet:w-20')} />
        <th scope="col" className={classNames(HEAD, 'text-left')}>
          Property
        </th>
        <th scope="col" className={classNames(HEAD, WIDE, 'text-left')}>
          Beds / baths
        </th>
        <th scope="col" className={classNames(HEAD, WIDE, 'text-right')}>
          Sq ft
        </th>
        <th scope="col" className={classNames(HEAD, 'w-22 text-right max-desk:pr-0 desk:w-auto')}>
          Asking
        </th>
        <th scope="col" className={classNames(HEAD, WIDE, 'text-right')}>
          ARV
        </th>
        <th scope="col" className={classNames(HEAD, WIDE, 'w-40 pl-4 text-left')}>
          Price to ARV
        </th>
        <th scope="col" className={classNames(HEAD, WIDE, 'text-right')}>
          Spread
        </th>
      </tr>
    </thead>
  )
}

function Row({ deal }: { deal: DealFacts }) {
  const gain = (deal.spread ?? 0) > 0 ? 'text-gain-text' : 'text-text-2'
  return (
    <tr className="relative last:*:border-b-0 hover:bg-hover">
      <td className={CELL}>
        <DealPhoto src={deal.image} className="h-9 w-13 rounded-sm sheet:h-11 sheet:w-16" />
      </td>
      <td className={CELL}>
        <DealLink deal={deal} className="block max-sheet:whitespace-normal text-base" />
        <span className="block desk:truncate text-text-2">{placeOf(deal)}</span>
      </td>
      <td className={classNames(CELL, WIDE, 'num text-text-2')}>{bedsAndBaths(deal)}</td>
      <td className={classNames(CELL, WIDE, 'num text-right text-text-2')}>
        {deal.sqft === null ? null : formatNumber(deal.sqft)}
      </td>
      <td className={classNames(CELL, 'num text-right font-semibold text-base max-desk:pr-0')}>
        {deal.price === null ? null : formatMoney(deal.price)}
        {deal.spread === null ? null : (
          <span className={classNames('block font-medium text-xs desk:hidden', gain)}>
            {compactMoney(deal.spread)} spread
          </span>
        )}
      </td>
      <td className={classNames(CELL, WIDE, 'num text-right text-text-2')}>
        {deal.arv === null ? null : formatMoney(deal.arv)}
      </td>
      <td className={classNames(CELL, WIDE, 'pl-4')}>
        <PriceToArv deal={deal} />
      </td>
      <td className={classNames(CELL, WIDE, 'num text-right font-semibold', gain)}>
        {deal.spread === null ? null : formatMoney(deal.spread)}
      </td>
    </tr>
  )
}

function PriceToArv({ deal }: { deal: DealFacts }) {
  if (deal.arvPercent === null) return null
  return (
    <span className="grid grid-cols-[1fr_--spacing(11)] items-center gap-2.5">
      <SpreadBar priceUsd={deal.price} arvUsd={deal.arv} />
      <span className="num text-text-2 text-xs">{deal.arvPercent.toFixed(1)}%</span>
    </span>
  )
}

function bedsAndBaths({ beds, baths }: DealFacts): string {
  return beds === null && baths === null ? '' : `${beds ?? '–'} / ${baths ?? '–'}`
}

const PENDING = ['a', 'b', 'c', 'd', 'e', 'f']

function PendingRow() {
  return (
    <tr>
      <td className={CELL}>
        <Skeleton className="h-11 w-16 rounded-sm" />
      </td>
      <td className={CELL} colSpan={7}>
        <Skeleton className="h-4 w-48 max-w-full rounded-xs" />
        <Skeleton className="mt-1.5 h-3 w-32 max-w-full rounded-xs" />
      </td>
    </tr>
  )
}
