/** The open houses of a deal: planning one, changing one, calling one off. Times are of the deal's own time zone. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState } from 'react'
import { focusWrong } from '#marketplace/kit/attempt.ts'
import { zonedDayWords } from '#marketplace/kit/date-labels.ts'
import { useBusy } from '#marketplace/kit/use-action.ts'
import { useTypedInput } from '#marketplace/kit/use-unsaved.ts'
import type { DealEditor } from '#marketplace/seller/deals/deal-editor.ts'
import { hiddenPlaceOf } from '#marketplace/seller/deals/street-warning.ts'
import type { SellerStore } from '#marketplace/seller/seller-model.ts'
import {
  type OpenHouseFields,
  sellerAddOpenHouse,
  sellerCancelOpenHouse,
  sellerChangeOpenHouse,
} from '#shared/contract/seller-deals.ts'
import { type SellerDealWire, sellerDealForEdit } from '#shared/contract/seller-listing.ts'
import { zoneLabel } from '#shared/format/time-zones.ts'
import { zonedTimes } from '#shared/format/visit-time.ts'
import { systemClock } from '#shared/lib/clock.ts'
import { momentOf, wallOf } from '#shared/rules/deals/wall-time.ts'
import { Button } from '#shared/ui/button.tsx'
import { focusOnce } from '#shared/ui/focus-once.ts'
import { CheckField, NumberField, Section, SelectField, TextField, TWO_COLUMNS } from './fields.tsx'

interface VisitsProps {
  store: SellerStore
  editor: DealEditor
  deal: SellerDealWire
}

type Visit = SellerDealWire['open_houses'][number]

export function VisitsSection({ store, editor, deal }: VisitsProps) {
  const [open, setOpen] = useState<number | 'new' | null>(null)
  const close = () => setOpen(null)
  return (
    <Section title="Open houses" intro={`Time zone: ${zoneLabel(deal.time_zone)}.`}>
      {deal.open_houses.length === 0 ? null : (
        <ul
          aria-label="Open houses"
          className="rounded-md border border-line [&>li+li]:border-line [&>li+li]:border-t"
        >
          {deal.open_houses.map((visit) => (
            <li key={visit.id} className="grid gap-3 px-4 py-3">
              <Line editor={editor} deal={deal} visit={visit} onEdit={() => setOpen(visit.id)} />
              {open === visit.id ? (
                <VisitForm store={store} editor={editor} deal={deal} visit={visit} onClose={close} />
              ) : null}
            </li>
          ))}
        </ul>
      )}
      {open === 'new' ? (
        <VisitForm store={store} editor={editor} deal={deal} visit={null} onClose={close} />
      ) : (
        <Button className="justify-self-start" onClick={() => setOpen('new')}>
          Plan an open house
        </Button>
      )}
    </Section>
  )
}

interface LineProps extends Omit<VisitsProps, 'store'> {
  visit: Visit
  onEdit: () => void
}

function Line({ editor, deal, visit, onEdit }: LineProps) {
  const [startMs, endMs] = [Date.parse(visit.start), Date.parse(visit.end)]
  const when = `${zonedDayWords(startMs, visit.tz)}, ${zonedTimes(startMs, endMs, visit.tz)}`
  const isOpen = !visit.cancelled_at && endMs > systemClock.now()
  const [isSure, setSure] = useState(false)
  const callOff = () =>
    void editor.run(async (api) => {
      await api(sellerCancelOpenHouse, { params: { openHouse: visit.id }, body: {} })
      return api(sellerDealForEdit, { params: { deal: deal.id } })
    })
  return (
    <div className="flex flex-wrap items-center gap-2">
      <div className="me-auto">
        <p className="num whitespace-normal font-medium">{when}</p>
        <p className="num text-sm text-text-2">
          {visit.cancelled_at
            ? 'Called off'
            : `${visit.registered_count}${visit.capacity ? ` of ${visit.capacity}` : ''} registered`}
        </p>
      </div>
      {isOpen && !isSure ? (
        <>
          <Button size="sm" aria-label={`Change ${when}`} onClick={onEdit}>
            Change
          </Button>
          <Button size="sm" aria-label={`Call off ${when}`} onClick={() => setSure(true)}>
            Call off
          </Button>
        </>
      ) : null}
      {isOpen && isSure ? (
        <>
          <Button size="sm" variant="danger" onClick={callOff}>
            Call off and tell everybody
          </Button>
          <Button ref={focusOnce} size="sm" onClick={() => setSure(false)}>
            Keep it
          </Button>
        </>
      ) : null}
    </div>
  )
}

interface FormProps extends VisitsProps {
  /** Null: a new one. */
  visit: Visit | null
  onClose: () => void
}

function VisitForm({ store, editor, deal, visit, onClose }: FormProps) {
  const typedForm = useTypedInput()
  useSignals()
  const zone = visit?.tz ?? deal.time_zone
  const [draft, setDraft] = useState(() => draftOf(store, visit, zone))
  const put = (typed: Partial<VisitDraft>) => setDraft((before) => ({ ...before, ...typed }))
  const { isBusy, during } = useBusy()
  const errors = editor.errors.value
  const body = bodyOf(draft, zone)
  useEffect(() => () => editor.forget('visit'), [editor])

  const save = async () => {
    if (body === null) return
    const saved = editor.run(async (api) => {
      if (visit) await api(sellerChangeOpenHouse, { params: { openHouse: visit.id }, body })
      else await api(sellerAddOpenHouse, { params: { deal: deal.id }, body })
      return api(sellerDealForEdit, { params: { deal: deal.id } })
    }, 'visit')
    if (await during(saved)) onClose()
    else focusWrong()
  }
  return (
    <form
      ref={typedForm}
      aria-label={visit ? 'Change the open house' : 'A new open house'}
      className="grid gap-4 rounded-md bg-sunken p-4"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <div className={TWO_COLUMNS}>
        <TextField
          type="datetime-local"
          label="Begins"
          isRequired
          value={draft.start}
          error={errors['visit.start']}
          onChange={(start) => put({ start })}
        />
        <TextField
          type="datetime-local"
          label="Ends"
          isRequired
          value={draft.end}
          error={errors['visit.end']}
          onChange={(end) => put({ end })}
        />
        <NumberField
          label="Places"
          value={draft.capacity}
          error={errors['visit.capacity']}
          hint="Empty: as many as come."
          onChange={(capacity) => put({ capacity })}
        />
        <SelectField
          label="Host"
          none="Nobody in particular"
          options={peopleOf(store)}
          value={draft.host}
          error={errors['visit.host_id']}
          onChange={(host) => put({ host })}
        />
      </div>
      <TextField
        label="How to get in"
        maxLength={500}
        // A buyer who gets the address reads it as it is.
        hides={draft.isGranting ? null : hiddenPlaceOf(deal.fields)}
        hint="Only buyers who have registered see it."
        value={draft.notes}
        error={errors['visit.access_notes']}
        onChange={(notes) => put({ notes })}
      />
      {deal.fields.is_street_shown ? null : (
        <CheckField
          label="Show the address to everyone who registers"
          isChecked={draft.isGranting}
          onChange={(isGranting) => put({ isGranting })}
        />
      )}
      <div className="flex gap-2">
        <Button type="submit" variant="primary" isBusy={isBusy} disabled={body === null}>
          {visit ? 'Save the open house' : 'Plan it'}
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </form>
  )
}

/** As it is typed. Times are what a clock in the deal's time zone shows. */
interface VisitDraft {
  start: string
  end: string
  capacity: number | null
  notes: string
  /** A colleague's id; empty for nobody. */
  host: string
  isGranting: boolean
}

function draftOf(store: SellerStore, visit: Visit | null, zone: string): VisitDraft {
  return {
    start: visit ? wallOf(Date.parse(visit.start), zone) : '',
    end: visit ? wallOf(Date.parse(visit.end), zone) : '',
    capacity: visit?.capacity ?? null,
    notes: visit?.access_notes ?? '',
    host: String(hostOf(store, visit) ?? store.member.id),
    isGranting: visit?.grants_address ?? false,
  }
}

/** Null while a time is missing. */
function bodyOf(draft: VisitDraft, zone: string): OpenHouseFields | null {
  const [startMs, endMs] = [momentOf(draft.start, zone), momentOf(draft.end, zone)]
  if (startMs === null || endMs === null) return null
  return {
    start: new Date(startMs).toISOString(),
    end: new Date(endMs).toISOString(),
    capacity: draft.capacity,
    access_notes: draft.notes.trim() || null,
    grants_address: draft.isGranting,
    host_id: Number(draft.host) || null,
  }
}

const peopleOf = (store: SellerStore) =>
  store.company.colleagues.value.map(({ id, name }) => ({ value: String(id), label: name }))

const hostOf = (store: SellerStore, visit: Visit | null): number | undefined =>
  store.company.colleagues.peek().find(({ name }) => name === visit?.host?.name)?.id
