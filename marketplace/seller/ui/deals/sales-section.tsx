/** The sales near a deal: which of them its page shows. */
import { useCallback, useEffect, useState } from 'react'
import type { LoadState } from '#marketplace/seller/load-state.ts'
import type { SellerStore } from '#marketplace/seller/seller-model.ts'
import {
  type SellerDealWire,
  type SellerSaleWire,
  sellerPickSales,
  sellerSales,
} from '#shared/contract/seller-listing.ts'
import { formatMoney } from '#shared/format/money.ts'
import { Button } from '#shared/ui/button.tsx'
import { Section } from './fields.tsx'

export function SalesSection({ store, deal }: { store: SellerStore; deal: SellerDealWire }) {
  const { sales, state, load, pick } = useSales(store, deal)
  const picked = sales.filter((sale) => sale.is_picked)
  const toggle = (sale: SellerSaleWire) => {
    const keys = sales
      .filter((one) => (one.key === sale.key ? !one.is_picked : one.is_picked))
      .map(({ key }) => key)
    void pick(keys.length === sales.length ? null : keys)
  }
  return (
    <Section
      title="Comparable sales"
      intro={
        sales.length > 0
          ? `The page shows ${picked.length} of ${sales.length}. Leave out what does not compare.${hiddenNote(deal)}`
          : 'Sales near the house that its page shows.'
      }
    >
      {state === 'failed' ? (
        <div className="grid justify-items-start gap-3">
          <p>The sales could not be loaded, or the last choice was not saved.</p>
          <Button onClick={() => void load()}>Try again</Button>
        </div>
      ) : null}
      {state === 'loading' ? <p role="status">Loading sales…</p> : null}
      {state === 'ready' && sales.length === 0 ? (
        <p className="text-sm text-text-2">
          None is known yet. Address, living area and after-repair value lead to them.
        </p>
      ) : null}
      <ul aria-label="Sales" className="grid gap-1">
        {sales.map((sale) => (
          <li key={sale.key}>
            <label className="flex cursor-pointer flex-wrap items-center gap-x-3 rounded-sm px-2 py-1.5 text-sm hover:bg-hover">
              <input
                type="checkbox"
                checked={sale.is_picked}
                onChange={() => toggle(sale)}
                className="size-4 accent-accent"
              />
              <span className="min-w-48 flex-1">{sale.address}</span>
              <span className="num text-text-2">
                {formatMoney(sale.sold_price)} · {sale.sold_at.slice(0, 10)} ·{' '}
                {sale.distance_miles.toFixed(1)} mi
                {sale.sq_footage == null ? '' : ` · ${sale.sq_footage.toLocaleString('en-US')} sqft`}
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

/** They follow the deal's place and size, so they are asked for anew when one of them was saved. */
function useSales(store: SellerStore, deal: SellerDealWire) {
  const [sales, setSales] = useState<readonly SellerSaleWire[]>([])
  const [state, setState] = useState<LoadState>('loading')
  const { id } = deal
  const load = useCallback(async () => {
    try {
      setSales((await store.call(sellerSales, { params: { deal: id } })).data.sales)
      setState('ready')
    } catch {
      setState('failed')
    }
  }, [store, id])
  const { latitude, arv, sqft } = deal.fields
  // biome-ignore lint/correctness/useExhaustiveDependencies: these decide which sales there are.
  useEffect(() => void load(), [load, latitude, arv, sqft])
  const pick = async (keys: string[] | null) => {
    try {
      const { data } = await store.call(sellerPickSales, { params: { deal: id }, body: { keys } })
      setSales(data.sales)
    } catch {
      setState('failed')
    }
  }
  return { sales, state, load, pick }
}
