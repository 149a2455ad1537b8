/** One open house: its times, what the reader has to do with it, and the buttons that change that. */
import { Check } from 'lucide-react'
import { useMissing } from '#marketplace/buyer/platform/use-missing.ts'
import { NeedsNotice } from '#marketplace/buyer/ui/needs-notice.tsx'
import { Tag } from '#marketplace/kit/ui/tag.tsx'
import type { OpenHouseWire } from '#shared/contract/open-houses.ts'
import type { Act } from '#shared/contract/requirements.ts'
import { Button } from '#shared/ui/button.tsx'
import { CalendarButton } from './calendar-button.tsx'
import { type Phase, placesWords, readerZone, visitTimes } from './visit-labels.ts'
import { VisitLeaf } from './visit-leaf.tsx'
import type { VisitNote } from './visits-model.ts'

export interface OpenHouseRowProps {
  house: OpenHouseWire
  place: string
  phase: Phase
  note: VisitNote | null
  isBusy: boolean
  onRegister: (isWaitingFine: boolean) => void
  onGiveBack: () => void
}

export function OpenHouseRow({
  house,
  place,
  phase,
  note,
  isBusy,
  onRegister,
  onGiveBack,
}: OpenHouseRowProps) {
  const { day, times, leaf, yours } = visitTimes(house, readerZone())
  const details = [placesWords(house), house.host ? `Host: ${house.host.name}` : null].filter(Boolean)
  const isRegistered = house.my_state === 'registered'
  return (
    <li className="flex items-start gap-3 py-3">
      <VisitLeaf {...leaf} />
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-2">
        <div className="min-w-0 flex-1 basis-52">
          <p className="font-semibold">{day}</p>
          <p className="num whitespace-normal text-sm text-text-2">{times}</p>
          {yours ? <p className="num whitespace-normal text-sm text-text-3">{yours}</p> : null}
          {phase === 'upcoming' ? (
            <p className="num whitespace-normal text-sm text-text-3">{details.join(' · ')}</p>
          ) : null}
          {house.cancel_reason ? (
            <p className="text-sm text-text-2">The seller wrote: {house.cancel_reason}</p>
          ) : null}
          {house.grants_address && !isRegistered && phase === 'upcoming' ? (
            <p className="text-sm text-text-2">Registering shows you the address.</p>
          ) : null}
          {isRegistered ? <Arrival house={house} /> : null}
        </div>
        {phase === 'cancelled' ? (
          <Tag tone="warn">Called off</Tag>
        ) : (
          <div className="flex flex-wrap items-center gap-2">
            <Standing house={house} />
            {isRegistered ? <CalendarButton house={house} place={place} /> : null}
            <Way house={house} note={note} isBusy={isBusy} onRegister={onRegister} onGiveBack={onGiveBack} />
          </div>
        )}
        {phase === 'upcoming' && house.my_state !== 'registered' && house.my_state !== 'waiting' ? (
          <div className="basis-full empty:hidden">
            <NeedsNotice act={actOf(house)} to="register" />
          </div>
        ) : null}
        <p role="status" className="basis-full text-sm text-text-2 empty:sr-only">
          {noteWords(note)}
        </p>
      </div>
    </li>
  )
}

/** The table distinguishes them, because one of them opens an address. */
export const actOf = ({ grants_address: grants }: OpenHouseWire): Act =>
  grants ? 'visitWithAddress' : 'visit'

function Arrival({ house }: { house: OpenHouseWire }) {
  const phone = house.host?.phone ?? null
  return (
    <>
      {house.access_notes ? <p className="text-sm text-text-2">{house.access_notes}</p> : null}
      {phone ? (
        <a href={`tel:${phone}`} className="num text-sm underline">
          Call the host, {phone}
        </a>
      ) : null}
    </>
  )
}

function Standing({ house }: { house: OpenHouseWire }) {
  if (house.my_state === 'registered')
    return (
      <Tag tone="gain">
        <Check size={13} strokeWidth={2} aria-hidden="true" />
        Registered
      </Tag>
    )
  if (house.my_state === 'waiting') return <Tag tone="warn">Waiting, place {house.my_place ?? 1}</Tag>
  return null
}

type WayProps = Pick<OpenHouseRowProps, 'house' | 'note' | 'isBusy' | 'onRegister' | 'onGiveBack'>

/** The one thing to do next. */
function Way({ house, note, isBusy, onRegister, onGiveBack }: WayProps) {
  const isMissing = useMissing(actOf(house)).length > 0
  const common = { size: 'sm', className: 'pointer-coarse:h-11', isBusy } as const
  const joining = { ...common, disabled: isMissing }
  if (house.my_state === 'registered')
    return (
      <Button {...common} onClick={onGiveBack}>
        Cancel my registration
      </Button>
    )
  if (house.my_state === 'waiting')
    return (
      <Button {...common} onClick={onGiveBack}>
        Leave the list
      </Button>
    )
  if (note?.kind === 'full' || placesWords(house)?.startsWith('Full'))
    return (
      <Button {...joining} onClick={() => onRegister(true)}>
        Join the waiting list
      </Button>
    )
  return (
    <Button {...joining} onClick={() => onRegister(false)}>
      Register
    </Button>
  )
}

function noteWords(note: VisitNote | null): string {
  if (note === null) return ''
  if (note.kind === 'refused') return note.text
  if (note.kind === 'full') return 'This is full now. You can join the waiting list.'
  return 'You have another open house at the same time.'
}
