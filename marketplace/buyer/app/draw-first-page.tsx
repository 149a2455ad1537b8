/**
 * Draws the browse page as text for the server: bar, heading, the first deals. Built apart, to dist/drawing, and shown until the
 * app has drawn the page itself. No inline style: the page's policy forbids it.
 */
import { renderToStaticMarkup } from 'react-dom/server'
import { Router } from 'wouter'
import { BESIDE_MAP } from '#marketplace/buyer/features/browse/browse-context.tsx'
import { DealCount } from '#marketplace/buyer/features/browse/list/deal-count.tsx'
import { FirstList } from '#marketplace/buyer/features/browse/list/first-list.tsx'
import { countOf, headingOf } from '#marketplace/buyer/features/browse/list/result-labels.ts'
import { DealRow } from '#marketplace/buyer/ui/deal/deal-row.tsx'
import { Logo } from '#marketplace/buyer/ui/logo.tsx'
import { MatchPlace } from '#marketplace/buyer/ui/match/card-match.tsx'
import type { FirstDealsWire } from '#shared/contract/first-deals.ts'
import { setCurrency } from '#shared/format/currency.ts'
import type { DealQuery } from '#shared/rules/deals/filter.ts'
import { filterChips } from '#shared/rules/deals/filter-labels.ts'
import { parseDealList } from '#shared/rules/deals/parse-list.ts'
import { readQuery } from '#shared/rules/deals/query-codec.ts'
import { classNames } from '#shared/ui/class-names.ts'
import { Skeleton } from '#shared/ui/skeleton.tsx'

/** Photos that fill a screen: they are fetched before the styles say that they are in view. */
const EAGER = 4

/** `search` is the address's, e.g. `?place=city:Houston,TX`. Empty for a display that is not rows. */
export function drawFirstPage(
  { list, count }: FirstDealsWire,
  search: string,
  { name, logo, currency }: { name: string; logo: string | null; currency: string },
): string {
  setCurrency(currency)
  const { query } = readQuery(new URLSearchParams(search))
  const isMap = query.display === 'map'
  if (!isMap && query.display !== 'list') return ''
  const drawn = renderToStaticMarkup(
    <Router ssrPath="/deals">
      <div className="flex h-dvh flex-col overflow-hidden bg-surface">
        <header className="flex h-14 flex-none items-center border-line border-b pr-3 pl-4 desk:px-5">
          <Logo name={name} logo={logo} />
        </header>
        <div className="h-25.25 flex-none border-line border-b desk:h-13.75" />
        <div className={classNames('grid min-h-0 flex-1', isMap && BESIDE_MAP)}>
          <main className="@container/deals flex min-h-0 min-w-0 flex-col border-line desk:border-r">
            <div className="flex flex-wrap items-baseline gap-x-2.5 gap-y-0.5 border-line border-b px-4 pt-3 pb-2 roomy:px-5 roomy:pt-3.5 roomy:pb-2.5">
              <h1 className="max-w-full truncate font-semibold text-lg tracking-[-0.012em]">
                {headingOf(query.filter)}
              </h1>
              <span className="num text-sm text-text-3">
                <DealCount words={countOf(query, count, list.all_count)} />
              </span>
              <span className="ml-auto h-7 w-43 tight:w-62 pointer-coarse:h-11 pointer-coarse:w-47 tight:pointer-coarse:w-66" />
            </div>
            <Chips filter={query.filter} isMapSearch={query.isMapSearch} />
            <div className={classNames('min-h-0 flex-1', !isMap && 'mx-auto w-full max-w-300')}>
              <FirstList
                table={parseDealList(list)}
                count={count}
                row={(deal) => <DealRow deal={deal} match={<MatchPlace />} actions={<ActionsPlace />} />}
              />
            </div>
          </main>
          {isMap ? <Skeleton className="size-full max-desk:hidden" /> : null}
        </div>
      </div>
    </Router>,
  )
  // The app's own cards, whose code need not know of it, load their photos when they come into view.
  let photos = 0
  return drawn.replaceAll('loading="lazy"', (lazy) => (photos++ < EAGER ? 'loading="eager"' : lazy))
}

/** As high as the buttons to hide and to compare. */
const ActionsPlace = () => <span className="ml-auto h-6 pointer-coarse:h-9" />

function Chips({ filter, isMapSearch }: Pick<DealQuery, 'filter' | 'isMapSearch'>) {
  const chips = filterChips(filter).filter(({ key }) => key !== 'bounds' || !isMapSearch)
  if (chips.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-1.5 border-line border-b px-4 py-2 roomy:px-5">
      {chips.map(({ id, label }) => (
        <li
          key={id}
          className="num inline-flex h-6.5 max-w-full items-center rounded-sm bg-accent-soft pr-6 pl-2.25 font-medium text-accent-text text-xs pointer-coarse:h-9"
        >
          {label}
        </li>
      ))}
    </ul>
  )
}
