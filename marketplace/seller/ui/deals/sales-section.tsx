/** The sales near a deal: which of them its page shows. */
import { useSignals } from '@preact/signals-react/runtime'
import { use, useEffect, useRef, useState } from 'react'
import { dayWords } from '#marketplace/kit/date-labels.ts'
import { createResource } from '#marketplace/kit/resource.ts'
import { FormProblem } from '#marketplace/kit/ui/form-problem.tsx'
import { ConnectionContext } from '#marketplace/kit/ui/load-failed.tsx'
import { useAction } from '#marketplace/kit/use-action.ts'
import { useWhenBack } from '#marketplace/kit/use-when-back.ts'
import type { SellerStore } from '#marketplace/seller/seller-model.ts'
import { NotLoaded } from '#marketplace/seller/ui/not-loaded.tsx'
import {
  type SellerDealWire,
  type SellerSaleWire,
  sellerPickSales,
  sellerSales,
} from '#shared/contract/seller-listing.ts'
import { formatMoney } from '#shared/format/money.ts'
import { Section } from './fields.tsx'

export function SalesSection({ store, deal }: { store: SellerStore; deal: SellerDealWire }) {
  const { sales, phase, errorMessage, load, pick } = useSales(store, deal)
  const picked = sales.filter((sale) => sale.is_picked)
  const toggle = (sale: SellerSaleWire) =>
    pick(sales.map((one) => (one.key === sale.key ? { ...one, is_picked: !one.is_picked } : one)))
  return (
    <Section
      title="Comparable sales"
      intro={
        sales.length > 0
          ? `The page shows ${picked.length} of ${sales.length}. Leave out what does not compare.${hiddenNote(deal)}`
          : 'Sales near the house that its page shows.'
      }
    >
      {phase === 'failed' ? <NotLoaded onRetry={load}>The sales could not be loaded.</NotLoaded> : null}
      <FormProblem message={errorMessage} />
      {phase === 'loading' ? <p role="status">Loading sales…</p> : null}
      {phase === 'ready' && sales.length === 0 ? (
        <p className="text-sm text-text-2">
          No sales yet. Enter the address, living area and after-repair value to find some.
        </p>
      ) : null}
      <ul aria-label="Sales" className="grid gap-1">
        {sales.map((sale) => (
          <li key={sale.key}>
            <label className="flex cursor-pointer items-center gap-x-3 rounded-sm px-2 py-1.5 text-sm hover:bg-hover">
              <input
                type="checkbox"
                checked={sale.is_picked}
                onChange={() => toggle(sale)}
                className="size-4 accent-accent"
              />
              <span className="flex min-w-0 flex-1 flex-wrap gap-x-3">
                <span className="min-w-48 flex-1">{sale.address}</span>
                <span className="text-text-2 tabular-nums">
                  {formatMoney(sale.sold_price)} · {dayWords(sale.sold_at)} ·{' '}
                  {`${sale.distance_miles.toFixed(1)}\u00a0mi`}
                  {sale.sq_footage == null
                    ? ''
                    : ` · ${sale.sq_footage.toLocaleString('en-US')}\u00a0sq\u00a0ft`}
                </span>
              </span>
            </label>
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** Which sales a seller picks around the house would tell where it is. */
const hiddenNote = ({ fields }: SellerDealWire): string =>
  fields.is_street_shown
    ? ''
    : ' Buyers without the address see other sales: those near the approximate location.'

/** They follow the deal's place and size, so they are loaded again when one of them was saved. */
function useSales(store: SellerStore, deal: SellerDealWire) {
  useSignals()
  const params = { deal: deal.id }
  const [kept] = useState(() =>
    createResource(() => store.call(sellerSales, { params }).then(({ data }) => data.sales)),
  )
  const { errorMessage, setErrorMessage, run } = useAction()
  useEffect(() => kept.reset, [kept])
  const { latitude, arv, sqft } = deal.fields
  // biome-ignore lint/correctness/useExhaustiveDependencies: these decide which sales there are.
  useEffect(() => void kept.load(), [kept, latitude, arv, sqft])
  const load = () => void kept.load()
  useWhenBack(() => {
    setErrorMessage(null)
    load()
  }, use(ConnectionContext))
  const state = kept.state.value
  // A choice is shown at once, and the next one goes on from it.
  const [chosen, setChosen] = useState<readonly SellerSaleWire[] | null>(null)
  const last = useRef<Promise<unknown>>(Promise.resolve())
  const pick = (wanted: readonly SellerSaleWire[]) => {
    setChosen(wanted)
    const keys = wanted.filter((sale) => sale.is_picked).map(({ key }) => key)
    const body = { keys: keys.length === wanted.length ? null : keys }
    const save = () =>
      kept.write(() => store.call(sellerPickSales, { params, body }).then(({ data }) => data.sales))
    const turn = last.current.then(() => run(save))
    last.current = turn.catch(() => {})
    void turn.finally(() => setChosen((latest) => (latest === wanted ? null : latest)))
  }
  const known: readonly SellerSaleWire[] = state.phase === 'ready' ? state.value : []
  return { sales: chosen ?? known, phase: state.phase, errorMessage, load, pick }
}
