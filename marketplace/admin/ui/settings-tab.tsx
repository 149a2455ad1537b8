/** What may be set: one field each, with its limits and who set it last. */
import { type FormEvent, useCallback, useState } from 'react'
import { usePages } from '#marketplace/admin/use-pages.ts'
import { errorText } from '#marketplace/kit/error-text.ts'
import { adminSetSetting, adminSettings, type SettingWire } from '#shared/contract/admin.ts'
import { Button } from '#shared/ui/button.tsx'
import { List, moment } from './list.tsx'
import { SupportForm } from './support-form.tsx'
import type { TabProps } from './tab-props.ts'

const NAMES: Readonly<Record<string, string>> = {
  platform_fee_cents: 'Platform fee, $',
  deposit_amount_cents: 'Refundable deposit, $',
  offers_per_deposit_limit: 'Active offers on one deposit',
  address_request_daily_limit: 'Address requests a day',
  takes_offers: 'Accept offers (1 for yes, 0 for no)',
  takes_top_ups: 'Accept top-ups (1 for yes, 0 for no)',
  blasts_per_buyer: 'Maximum blasts per buyer per week',
}

const CENTS = 100

/** What one of a field's units is in the server's: people write dollars, the ledger has cents. */
const unitOf = (name: string): number => (name.endsWith('_cents') ? CENTS : 1)

export function SettingsTab({ api }: TabProps) {
  const load = useCallback(() => api(adminSettings, {}), [api])
  const pages = usePages<SettingWire>(load)
  return (
    <>
      <SupportForm api={api} />
      <List
        pages={pages}
        columns={['Setting', 'Value', 'Default', 'Last set']}
        empty="Nothing can be set."
        keyOf={({ name }) => name}
        cells={(row) => [
          NAMES[row.name] ?? row.name,
          <SettingForm key={row.name} row={row} api={api} onSaved={pages.reload} />,
          <span key="preset" className="num">
            {row.preset / unitOf(row.name)}
          </span>,
          row.updated_at ? `${moment(row.updated_at)}, ${row.updated_by ?? 'somebody'}` : 'never',
        ]}
      />
    </>
  )
}

function SettingForm({ row, api, onSaved }: TabProps & { row: SettingWire; onSaved: () => void }) {
  const { name, value: known, least, most } = row
  const unit = unitOf(name)
  const shown = String(known / unit)
  const [value, setValue] = useState(shown)
  const [isBusy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<string | null>(null)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setTrouble(null)
    try {
      await api(adminSetSetting, { params: { name }, body: { value: Math.round(Number(value) * unit) } })
      onSaved()
    } catch (error) {
      setTrouble(errorText(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form onSubmit={(event) => void save(event)} className="grid gap-1">
      <span className="flex gap-2">
        <input
          type="number"
          required
          min={least / unit}
          max={most / unit}
          step={1 / unit}
          aria-label={NAMES[name] ?? name}
          value={value}
          onChange={({ target: { value } }) => setValue(value)}
          className="field-box num min-w-24 max-w-40"
        />
        <Button type="submit" disabled={value === shown} isBusy={isBusy}>
          Save
        </Button>
      </span>
      {trouble ? (
        <span role="alert" className="text-danger-text">
          {trouble}
        </span>
      ) : null}
    </form>
  )
}
