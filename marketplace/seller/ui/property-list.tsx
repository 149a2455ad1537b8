/** The account's deals to choose from, one or several. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useId } from 'react'
import type { SellerProperty, SellerStore } from '#marketplace/seller/seller-model.ts'
import { formatMoney } from '#shared/format/money.ts'
import { NotLoaded } from './not-loaded.tsx'

interface PropertyListProps {
  store: SellerStore
  legend: string
  /** `none` offers to send no property. */
  kind: 'one' | 'one-or-none' | 'several'
  /** Sold ones are left out, unless they are chosen. */
  isForSale?: boolean
  chosen: readonly number[]
  onChoose: (ids: readonly number[]) => void
}

export function PropertyList({
  store,
  legend,
  kind,
  isForSale = false,
  chosen,
  onChoose,
}: PropertyListProps) {
  useSignals()
  const name = useId()
  useEffect(() => {
    void store.properties.load()
  }, [store])
  const { rows, state, load } = store.properties
  const properties = isForSale ? forSale(rows.value, chosen) : rows.value
  if (state.value === 'failed')
    return <NotLoaded onRetry={() => void load()}>The deals could not be loaded.</NotLoaded>
  if (state.value === 'loading') return <p role="status">Loading deals…</p>
  if (properties.length === 0)
    return <p>No deals yet.{store.mayChange('deals') ? ' Add one under Deals first.' : null}</p>
  const toggle = (id: number, isOn: boolean) => {
    if (kind !== 'several') onChoose([id])
    else onChoose(isOn ? [...chosen, id] : chosen.filter((one) => one !== id))
  }
  return (
    <fieldset className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-1">
      <legend className="pb-1 font-medium text-sm">{legend}</legend>
      {kind === 'one-or-none' ? (
        <label className={CHOICE}>
          <input type="radio" name={name} checked={chosen.length === 0} onChange={() => onChoose([])} /> None
        </label>
      ) : null}
      {properties.map((property) => (
        <label key={property.id} className={CHOICE}>
          <input
            type={kind === 'several' ? 'checkbox' : 'radio'}
            name={name}
            checked={chosen.includes(property.id)}
            onChange={(event) => toggle(property.id, event.currentTarget.checked)}
          />
          <span className="min-w-0 flex-1 wrap-anywhere">{property.full_address}</span>
          <span className="num text-text-2">{priceOf(property)}</span>
        </label>
      ))}
    </fieldset>
  )
}

const CHOICE = 'flex cursor-pointer items-center gap-2 rounded-sm px-2 py-1.5 hover:bg-hover'

const priceOf = ({ price }: SellerProperty) =>
  price === null || price === undefined ? '' : formatMoney(price)

/** Without the deals that are sold, but for those that were chosen before: they can be taken out again. */
export const forSale = (rows: readonly SellerProperty[], chosen: readonly number[]) =>
  rows.filter(({ id, is_sold }) => !is_sold || chosen.includes(id))
