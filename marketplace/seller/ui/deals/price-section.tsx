/** What a deal costs, what the seller pays for it, and what is left for the seller and the buyer. */
import { useSignals } from '@preact/signals-react/runtime'
import type { DealEditor } from '#marketplace/seller/deals/deal-editor.ts'
import type { DealFields } from '#shared/contract/seller-listing.ts'
import { formatMoney } from '#shared/format/money.ts'
import { exactPercent } from '#shared/format/percent.ts'
import { classNames } from '#shared/ui/class-names.ts'
import { FOUR_COLUMNS, NumberField, Section } from './fields.tsx'

export interface FactsProps {
  editor: DealEditor
  fields: DealFields
  errors: Readonly<Record<string, string>>
}

type NumberName = {
  [Name in keyof DealFields]: DealFields[Name] extends number | null ? Name : never
}[keyof DealFields]

interface NumberOfProps extends FactsProps {
  name: NumberName
  label: string
  isMoney?: boolean
  isYear?: boolean
  isRequired?: boolean
}

export const NumberOf = ({ name, editor, fields, errors, ...rest }: NumberOfProps) => (
  <NumberField
    {...rest}
    value={fields[name]}
    error={errors[name]}
    onChange={(value) => editor.set({ [name]: value })}
  />
)

export function PriceSection(facts: FactsProps) {
  return (
    <Section title="Price and contract" intro={CONTRACT_WORDS}>
      <PriceFields editor={facts.editor} />
      <div className={FOUR_COLUMNS}>
        <NumberOf {...facts} name="repair_min" label="Repairs from" isMoney />
        <NumberOf {...facts} name="repair_max" label="Repairs to" isMoney />
        <NumberOf {...facts} name="buy_now_price" label="Buy-now price" isMoney />
        <NumberOf {...facts} name="entry_fee" label="Entry fee" isMoney />
        <NumberOf {...facts} name="earnest_money" label="Earnest money" isMoney />
      </div>
    </Section>
  )
}

export const CONTRACT_WORDS = 'Buyers never see your contract price.'

/** The three prices, and the bar between them. */
export function PriceFields({ editor }: { editor: DealEditor }) {
  useSignals()
  const fields = editor.fields.value
  if (!fields) return null
  const facts = { editor, fields, errors: editor.errors.value }
  return (
    <div className="grid gap-4">
      <div className="grid items-end gap-4 duo:grid-cols-3">
        <NumberOf {...facts} name="price" label="Asking price" isMoney isRequired />
        <NumberOf {...facts} name="contract_price" label="Contract price" isMoney />
        <NumberOf {...facts} name="arv" label="After-repair value" isMoney isRequired />
      </div>
      <Spread price={fields.price} contract={fields.contract_price} arv={fields.arv} />
    </div>
  )
}

interface SpreadProps {
  price: number | null
  contract: number | null
  arv: number | null
}

/** Nothing until all three prices are there. */
function Spread({ price, contract, arv }: SpreadProps) {
  if (price === null || contract === null || arv === null || arv <= 0) return null
  const [own, buyers] = [price - contract, arv - price]
  const percentOf = (amount: number) => (Math.min(Math.max(amount, 0), arv) / arv) * 100
  const [paid, asked] = [percentOf(contract), percentOf(price)]
  return (
    <div className="grid gap-2">
      {/* The amounts are in the list below. */}
      <svg aria-hidden="true" className="block h-3 w-full rounded-xs forced-color-adjust-none">
        <rect width="100%" height="100%" className="fill-line" />
        <rect x={`${paid}%`} width={`${Math.max(asked - paid, 0)}%`} height="100%" className="fill-gain" />
        <rect width={`${Math.min(paid, asked)}%`} height="100%" className="fill-bar-price" />
      </svg>
      <dl className="num flex flex-wrap justify-between gap-x-5 gap-y-1 text-sm">
        <Part name="You pay" mark="bg-bar-price" value={formatMoney(contract)} />
        <Part
          name="Your spread"
          mark="bg-gain"
          value={formatMoney(own)}
          className={own < 0 ? 'text-danger-text' : 'text-gain-text'}
        />
        <Part
          name="Left for the buyer"
          mark="bg-line"
          value={`${formatMoney(buyers)} · ${exactPercent(buyers / arv)}`}
          className={buyers < 0 ? 'text-danger-text' : undefined}
        />
      </dl>
    </div>
  )
}

interface PartProps {
  name: string
  mark: string
  value: string
  className?: string | undefined
}

const Part = ({ name, mark, value, className }: PartProps) => (
  <div className="flex items-center gap-2">
    <dt className="flex items-center gap-2 text-text-2">
      <span aria-hidden="true" className={classNames('size-2.5 rounded-xs', mark)} />
      {name}
    </dt>
    <dd className={classNames('font-semibold', className)}>{value}</dd>
  </div>
)
