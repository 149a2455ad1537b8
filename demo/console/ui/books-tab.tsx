/** The books: what is where, every movement with its entries, and adjustments of a wallet. */
import { type FormEvent, useCallback, useEffect, useState } from 'react'
import { usePages } from '#demo/console/use-pages.ts'
import { troubleText } from '#demo/desk/desk-words.ts'
import {
  adminAdjust,
  adminLedger,
  adminLedgerTotals,
  type LedgerRowWire,
} from '#shared/contract/admin-money.ts'
import { formatCents } from '#shared/format/money.ts'
import { Button } from '#shared/ui/button.tsx'
import type { TabProps } from './console.tsx'
import { List, moment } from './list.tsx'

export function BooksTab({ api }: TabProps) {
  const load = useCallback((page: number) => api(adminLedger, { query: { page } }), [api])
  const pages = usePages<LedgerRowWire>(load)
  return (
    <>
      <Totals api={api} rows={pages.rows} />
      <Adjustment api={api} onDone={pages.reload} />
      <List
        pages={pages}
        columns={['Date', 'Customer', 'What for', 'Entries']}
        empty="Nothing was booked yet."
        keyOf={({ id }) => id}
        cells={(row) => [
          moment(row.created_at),
          row.customer.name ?? `Customer ${row.customer.id}, deleted`,
          row.description,
          <ul key="entries" className="num">
            {row.entries.map(({ place, amount_cents }) => (
              <li key={place} className="flex justify-between gap-4">
                <span>{place.replace('_', ' ')}</span>
                <span>{formatCents(amount_cents)}</span>
              </li>
            ))}
          </ul>,
        ]}
      />
    </>
  )
}

/** Read again whenever the list was. */
function Totals({ api, rows }: TabProps & { rows: readonly LedgerRowWire[] | null }) {
  const [places, setPlaces] = useState<Record<string, number> | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list says when the books have changed
  useEffect(() => {
    api(adminLedgerTotals, {}).then(
      ({ data }) => setPlaces({ ...data.places, 'sum of all': data.sum_cents }),
      () => setPlaces(null),
    )
  }, [api, rows])
  if (!places) return null
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-2 text-sm">
      {Object.entries(places).map(([place, cents]) => (
        <div key={place}>
          <dt className="text-text-2 text-xs">{place.replace('_', ' ')}</dt>
          <dd className="num font-semibold">{formatCents(cents)}</dd>
        </div>
      ))}
    </dl>
  )
}

const CENTS = 100

function Adjustment({ api, onDone }: TabProps & { onDone: () => void }) {
  // One key as long as the same words are sent, so that a second press books nothing twice.
  const [key, setKey] = useState(() => crypto.randomUUID())
  const [trouble, setTrouble] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const fields = new FormData(form)
    const body = {
      customer_id: Number(fields.get('customer')),
      amount_cents: Math.round(Number(fields.get('amount')) * CENTS),
      reason: String(fields.get('reason')),
    }
    setBusy(true)
    setTrouble(null)
    try {
      await api(adminAdjust, { body }, { headers: { 'Idempotency-Key': key } })
      setKey(crypto.randomUUID())
      form.reset()
      onDone()
    } catch (error) {
      setTrouble(troubleText(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <details className="rounded-md border border-line px-4 py-3 text-sm">
      <summary className="cursor-pointer font-medium">Adjust a wallet</summary>
      <form onSubmit={(event) => void submit(event)} className="mt-3 grid max-w-100 gap-3">
        <label className="grid gap-1">
          Customer number
          <input name="customer" type="number" min={1} required className="field-box" />
        </label>
        <label className="grid gap-1">
          Dollars, less than zero to take some out
          <input name="amount" type="number" step="0.01" required className="field-box" />
        </label>
        <label className="grid gap-1">
          Reason, which the customer reads
          <input name="reason" minLength={10} maxLength={500} required className="field-box" />
        </label>
        {trouble ? (
          <p role="alert" className="text-danger-text">
            {trouble}
          </p>
        ) : null}
        <Button type="submit" variant="primary" isBusy={isBusy} className="justify-self-start">
          Book
        </Button>
      </form>
    </details>
  )
}
