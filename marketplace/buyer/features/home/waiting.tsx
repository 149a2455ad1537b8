/** What waits for somebody logged in: offers to answer, open houses to go to, saved searches with new deals (checklist BRW-60). */
import { useSignals } from '@preact/signals-react/runtime'
import { BellRing, CalendarDays, type LucideIcon, Tag } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useDealServices } from '#marketplace/buyer/platform/deal-services.ts'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { useLiveNews } from '#marketplace/buyer/platform/use-live-news.ts'
import { Link } from '#marketplace/buyer/ui/link.tsx'
import { searchHref } from '#marketplace/buyer/ui/search/search-labels.ts'
import { momentWords, zonedDayWords } from '#marketplace/kit/date-labels.ts'
import { offerTask } from '#marketplace/kit/offer-labels.ts'
import { createResource } from '#marketplace/kit/resource.ts'
import type { Api } from '#shared/api/client.ts'
import { openHouseUpdated, savedSearchesUpdated } from '#shared/contract/events.ts'
import type { OfferWire } from '#shared/contract/offers.ts'
import {
  listRegistrations,
  REGISTRATION_RELATIONS,
  type RegistrationWire,
} from '#shared/contract/open-houses.ts'
import { links } from '#shared/contract/pages.ts'
import { listSavedSearches, type SavedSearchWire } from '#shared/contract/saved-searches.ts'
import { formatNumber } from '#shared/format/count.ts'
import { formatMoney } from '#shared/format/money.ts'
import { zonedTimes } from '#shared/format/visit-time.ts'

interface Row {
  readonly key: string
  readonly Icon: LucideIcon
  readonly title: string
  readonly note: string
  readonly href: string
}

const OF_A_KIND_MAX = 3

/** Draws nothing while nothing waits. */
export default function Waiting() {
  useSignals()
  const { api, clock } = useServices()
  const { offers } = useDealServices()
  const [later] = useState(() => createResource(() => laterRows(api, clock.now()), clock))
  useEffect(() => {
    void later.load()
    void offers.load()
    return offers.follow()
  }, [later, offers])
  const news = { what: 'What waits', onChange: later.load }
  useLiveNews({ ...news, event: openHouseUpdated })
  useLiveNews({ ...news, event: savedSearchesUpdated })
  const [made, rest] = [offers.state.value, later.state.value]
  const rows = [
    ...(made.phase === 'ready' ? offerRows(made.offers) : []),
    ...(rest.phase === 'ready' ? rest.value : []),
  ]
  if (rows.length === 0) return null
  return (
    <section aria-labelledby="waiting" className="page-column pt-10">
      <h2 id="waiting" className="mb-3.5 font-semibold text-lg tracking-tight">
        Waiting for you
      </h2>
      <ul className="grid grid-cols-1 gap-x-10 desk:grid-cols-2">
        {rows.map(({ key, Icon, title, note, href }) => (
          <li key={key} className="min-w-0">
            <Link
              href={href}
              className="flex items-center gap-3.5 border-line border-b py-2.5 hover:text-accent-text pointer-coarse:py-3"
            >
              <Icon size={18} strokeWidth={1.75} aria-hidden="true" className="flex-none text-text-2" />
              <span className="min-w-0">
                <span className="block font-semibold">{title}</span>
                <span className="num block text-sm text-text-2">{note}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function offerRows(offers: readonly OfferWire[]): Row[] {
  return offers
    .filter(({ turn }) => turn === 'buyer')
    .slice(0, OF_A_KIND_MAX)
    .map((offer) => ({
      key: `offer ${offer.id}`,
      Icon: Tag,
      title: offerTask(offer),
      note: [
        offer.price ? formatMoney(offer.price) : '',
        offer.expires_at ? `until ${momentWords(offer.expires_at)}` : '',
      ]
        .filter(Boolean)
        .join(', '),
      href: links.offer(offer.id),
    }))
}

async function laterRows(api: Api, nowMs: number): Promise<Row[]> {
  const [visits, searches] = await Promise.all([
    api(listRegistrations, { query: { with: REGISTRATION_RELATIONS } }),
    api(listSavedSearches, {}),
  ])
  return [...visitRows(visits.data, nowMs), ...searchRows(searches.data)]
}

const visitRows = (visits: readonly RegistrationWire[], nowMs: number): Row[] =>
  visits
    .flatMap(({ open_house: house, property, state }) =>
      house && state !== 'cancelled' ? [{ house, property, state }] : [],
    )
    .filter(({ house }) => !house.cancelled_at && Date.parse(house.end) > nowMs)
    .sort((a, b) => Date.parse(a.house.start) - Date.parse(b.house.start))
    .slice(0, OF_A_KIND_MAX)
    .map(({ house: { id, property_id, start, end, tz }, property, state }) => ({
      key: `visit ${id}`,
      Icon: CalendarDays,
      title: `Open house: ${property?.full_address ?? `deal ${property_id}`}`,
      note: [
        zonedDayWords(Date.parse(start), tz),
        zonedTimes(Date.parse(start), Date.parse(end), tz),
        ...(state === 'waiting' ? ['you are on the waiting list'] : []),
      ].join(', '),
      href: links.deal(property_id),
    }))

const searchRows = (searches: readonly SavedSearchWire[]): Row[] =>
  searches
    .filter(({ new_count: count }) => count > 0)
    .slice(0, OF_A_KIND_MAX)
    .map((search) => ({
      key: `search ${search.id}`,
      Icon: BellRing,
      title: search.name,
      note: search.new_count === 1 ? '1 new deal' : `${formatNumber(search.new_count)} new deals`,
      href: searchHref(search),
    }))
