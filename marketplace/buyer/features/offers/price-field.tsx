/** The price of an offer: typed as people write it, or by a slider from the buyer's maximum to the ask, with what it means under it. */
import { CircleAlert, Info } from 'lucide-react'
import { type RefObject, useId } from 'react'
import { FieldError } from '#marketplace/kit/ui/field.tsx'
import { formatNumber } from '#shared/format/count.ts'
import { currencySign } from '#shared/format/currency.ts'
import { formatMoney } from '#shared/format/money.ts'
import { parseMoney } from '#shared/rules/deals/money-text.ts'
import { classNames } from '#shared/ui/class-names.ts'
import { MoneyInput } from '#shared/ui/money-input.tsx'
import { SpreadBar } from '#shared/ui/spread-bar.tsx'
import { type OfferMath, type PricedDeal, type PriceHint, sliderRange } from './offer-math.ts'

export interface PriceFieldProps {
  /** As typed. */
  value: string
  error: string | null
  deal: PricedDeal
  /** Null while no price is typed. */
  math: OfferMath | null
  maoUsd: number | null
  onChange: (text: string) => void
  inputRef?: RefObject<HTMLInputElement | null>
}

export function PriceField({ value, error, deal, math, maoUsd, onChange, inputRef }: PriceFieldProps) {
  const id = useId()
  const range = sliderRange(deal.askUsd, maoUsd)
  const typed = parseMoney(value)
  const priceUsd = typed !== null && typed > 0 ? typed : null
  return (
    <div className="grid min-w-0 gap-1.5">
      <label htmlFor={id} className="font-label text-sm">
        Offer price
      </label>
      <div className="flex h-14 min-w-0 items-center gap-1.5 rounded-md border border-field bg-surface px-3 focus-within:border-accent focus-within:shadow-[inset_0_0_0_1px_var(--color-accent)]">
        <span aria-hidden="true" className="font-semibold text-2xl text-text-3">
          {currencySign()}
        </span>
        <MoneyInput
          id={id}
          ref={inputRef}
          value={value}
          aria-invalid={error === null ? undefined : true}
          aria-describedby={`${id}-error ${id}-means`}
          onChange={(event) => onChange(event.currentTarget.value)}
          onBlur={() => priceUsd !== null && onChange(formatNumber(priceUsd))}
          className="num h-full w-full min-w-0 flex-1 bg-transparent font-semibold text-2xl tracking-[-0.02em] outline-none"
        />
      </div>
      <FieldError id={`${id}-error`}>{error}</FieldError>
      {range === null ? null : (
        <Slider range={range} priceUsd={priceUsd} maoUsd={maoUsd} onChange={onChange} />
      )}
      <div id={`${id}-means`} className="grid gap-1.5">
        {math === null ? null : <Means math={math} deal={deal} priceUsd={priceUsd} hasBar={range === null} />}
        <Hint hint={math?.hint ?? null} />
      </div>
    </div>
  )
}

interface SliderProps {
  range: NonNullable<ReturnType<typeof sliderRange>>
  /** Null while no price is typed: it waits at the asking price. */
  priceUsd: number | null
  maoUsd: number | null
  onChange: (text: string) => void
}

function Slider({ range: { minUsd, maxUsd, stepUsd }, priceUsd, maoUsd, onChange }: SliderProps) {
  const isFromMao = maoUsd !== null && maoUsd >= minUsd && maoUsd < maxUsd
  return (
    <div className="grid gap-0.5">
      <input
        type="range"
        aria-label="Offer price, from your maximum to asking"
        aria-valuetext={priceUsd === null ? 'No price yet' : formatMoney(priceUsd)}
        min={minUsd}
        max={maxUsd}
        step={stepUsd}
        value={Math.min(maxUsd, Math.max(minUsd, priceUsd ?? maxUsd))}
        onChange={({ currentTarget }) => {
          // The last stop is the ask itself, whatever the steps are.
          const next = Number(currentTarget.value)
          onChange(formatNumber(maxUsd - next < stepUsd ? maxUsd : next))
        }}
        className="h-6 w-full cursor-pointer accent-accent pointer-coarse:h-11"
      />
      <p className="num flex justify-between text-text-3 text-xs">
        <span>{isFromMao ? `MAO ${formatMoney(Math.round(maoUsd))}` : formatMoney(minUsd)}</span>
        <span>Asking {formatMoney(maxUsd)}</span>
      </p>
    </div>
  )
}

interface MeansProps {
  math: OfferMath
  deal: PricedDeal
  priceUsd: number | null
  /** The slider is a bar already. */
  hasBar: boolean
}

function Means({ math, deal, priceUsd, hasBar }: MeansProps) {
  const { against, spreadUsd } = math
  return (
    <>
      {hasBar ? <SpreadBar priceUsd={priceUsd} arvUsd={deal.arvUsd} size="form" /> : null}
      <p className="num flex flex-wrap justify-between gap-x-3 text-sm">
        <span className="text-text-2">{against}</span>
        {spreadUsd === null ? null : (
          <span className={classNames('font-semibold', spreadUsd > 0 ? 'text-gain-text' : 'text-warn-text')}>
            {formatMoney(spreadUsd)} spread
          </span>
        )}
      </p>
    </>
  )
}

function Hint({ hint }: { hint: PriceHint | null }) {
  const Icon = hint?.tone === 'warn' ? CircleAlert : Info
  return (
    <div aria-live="polite">
      {hint === null ? null : (
        <p
          className={classNames(
            'flex gap-2 rounded-md px-3 py-2 text-sm',
            hint.tone === 'warn' ? 'bg-warn-soft text-text' : 'bg-sunken text-text-2',
          )}
        >
          <Icon size={16} strokeWidth={1.75} aria-hidden="true" className="mt-px flex-none" />
          {hint.text}
        </p>
      )}
    </div>
  )
}
