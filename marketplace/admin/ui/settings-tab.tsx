/** What may be set: one field each, with its limits and who set it last. */
import { type FormEvent, useCallback, useState } from 'react'
import { usePages } from '#marketplace/admin/use-pages.ts'
import { momentWords } from '#marketplace/kit/date-labels.ts'
import { FormProblem } from '#marketplace/kit/ui/form-problem.tsx'
import { useAction } from '#marketplace/kit/use-action.ts'
import { useUnsavedWhile } from '#marketplace/kit/use-unsaved.ts'
import { adminSetSetting, adminSettings, type SettingWire } from '#shared/contract/admin.ts'
import { currencySign } from '#shared/format/currency.ts'
import { formatCents, typedCents } from '#shared/format/money.ts'
import { parseMoney } from '#shared/rules/deals/money-text.ts'
import { Button } from '#shared/ui/button.tsx'
import { MoneyInput } from '#shared/ui/money-input.tsx'
import { List } from './list.tsx'
import type { TabProps } from './tab-props.ts'

const NAMES: Readonly<Record<string, string>> = {
  platform_fee_cents: 'Platform fee',
  deposit_amount_cents: 'Refundable deposit',
  offers_per_deposit_limit: 'Active offers on one deposit',
  address_request_daily_limit: 'Address requests a day',
  takes_offers: 'Accept offers',
  takes_top_ups: 'Accept top-ups',
  sellers_join: 'How sellers join',
  blasts_per_buyer: 'Maximum blasts per buyer per week',
}

/** In the order of JOIN_MODES. */
const JOIN_LABELS = ['By invitation', 'After approval', 'Open to everybody']

const CENTS = 100

/** One of yes and no. */
const isSwitch = (name: string): boolean => name.startsWith('takes_')

/** What one of a field's units is in the server's: people write whole amounts, the ledger has cents. */
const unitOf = (name: string): number => (name.endsWith('_cents') ? CENTS : 1)

export const settingName = (name: string): string => NAMES[name] ?? name

/** A value as words, an amount with the sign of the currency. */
export function settingWords(name: string, value: number): string {
  if (isSwitch(name)) return value === 1 ? 'Yes' : 'No'
  if (name === 'sellers_join') return JOIN_LABELS[value] ?? String(value)
  return unitOf(name) === CENTS ? formatCents(value) : String(value)
}

/** `Platform fee, $`, `Accept offers`. */
const labelOf = (name: string): string => {
  const label = settingName(name)
  return unitOf(name) === CENTS ? `${label}, ${currencySign()}` : label
}

export function SettingsTab({ api }: TabProps) {
  const load = useCallback(() => api(adminSettings, {}), [api])
  const pages = usePages<SettingWire>(load)
  return (
    <List
      pages={pages}
      columns={['Setting', 'Value', 'Default', 'Last set']}
      empty="Nothing can be set."
      keyOf={({ name }) => name}
      cells={(row) => [
        labelOf(row.name),
        <SettingForm key={row.name} row={row} api={api} onSaved={pages.reload} />,
        <span key="preset" className="num">
          {settingWords(row.name, row.preset)}
        </span>,
        row.updated_at ? `${momentWords(row.updated_at)}, ${row.updated_by ?? 'somebody'}` : 'Never',
      ]}
    />
  )
}

function SettingForm({ row, api, onSaved }: TabProps & { row: SettingWire; onSaved: () => void }) {
  const { name, value: known, least, most } = row
  const unit = unitOf(name)
  const isMoney = unit === CENTS
  const shown = isMoney ? typedCents(known) : String(known)
  const [value, setValue] = useState(shown)
  useUnsavedWhile(value !== shown)
  const { isBusy, errorMessage, setErrorMessage, run, marks, problemId } = useAction()
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const number = isMoney ? (parseMoney(value) ?? Number.NaN) : Number(value)
    if (isMoney && !(number * unit >= least && number * unit <= most))
      return setErrorMessage(`Enter an amount from ${formatCents(least)} to ${formatCents(most)}.`)
    await run(async () => {
      const next = Math.round(number * unit)
      await api(adminSetSetting, { params: { name }, body: { value: next } })
      if (isMoney) setValue(typedCents(next))
      onSaved()
    })
  }
  return (
    <form onSubmit={(event) => void save(event)} className="grid gap-1">
      <span className="flex flex-wrap gap-2">
        {isSwitch(name) ? (
          <label className="flex min-h-9 min-w-24 max-w-40 flex-1 cursor-pointer items-center gap-2">
            <input
              type="checkbox"
              aria-label={labelOf(name)}
              checked={value === '1'}
              onChange={({ target: { checked } }) => setValue(checked ? '1' : '0')}
              className="size-4 accent-accent"
            />
            {value === '1' ? 'Yes' : 'No'}
          </label>
        ) : name === 'sellers_join' ? (
          <select
            aria-label={labelOf(name)}
            value={value}
            onChange={(event) => setValue(event.currentTarget.value)}
            className="field-box w-auto!"
          >
            {JOIN_LABELS.map((label, index) => (
              <option key={label} value={index}>
                {label}
              </option>
            ))}
          </select>
        ) : isMoney ? (
          <MoneyInput
            {...marks('value')}
            required
            aria-label={labelOf(name)}
            value={value}
            onChange={({ target: { value } }) => setValue(value)}
            className="field-box num min-w-24 max-w-40"
          />
        ) : (
          <input
            {...marks('value')}
            type="number"
            required
            min={least}
            max={most}
            step={1}
            aria-label={labelOf(name)}
            value={value}
            onChange={({ target: { value } }) => setValue(value)}
            className="field-box num min-w-24 max-w-40"
          />
        )}
        <Button type="submit" disabled={value === shown} isBusy={isBusy}>
          Save
        </Button>
      </span>
      <FormProblem id={problemId} message={errorMessage} />
    </form>
  )
}
