/** One registration in the profile: the deal, when it is, the way there, the file for a calendar, feedback afterwards. */
import { useState } from 'react'
import { Link } from '#marketplace/buyer/ui/link.tsx'
import { FormProblem } from '#marketplace/kit/ui/form-problem.tsx'
import { Tag } from '#marketplace/kit/ui/tag.tsx'
import { Button } from '#shared/ui/button.tsx'
import { CalendarButton } from './calendar-button.tsx'
import { VisitFeedback } from './visit-feedback.tsx'
import { type Phase, readerZone, visitTimes } from './visit-labels.ts'
import { VisitLeaf } from './visit-leaf.tsx'
import type { Visit, VisitList } from './visit-list.ts'

export interface VisitRowProps {
  visit: Visit
  part: Phase
  list: VisitList
}

export function VisitRow({ visit, part, list }: VisitRowProps) {
  const { open_house: house, property, feedback } = visit
  const { day, times, leaf, yours } = visitTimes(house, readerZone())
  const place = property?.full_address ?? `Deal ${house.property_id}`
  const isComing = part === 'upcoming' && visit.state === 'registered'
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
      <VisitLeaf {...leaf} />
      <div className="min-w-0 flex-1 basis-52">
        <Link href={`/property/${house.property_id}`} className="font-semibold hover:underline">
          {place}
        </Link>
        <p className="num whitespace-normal text-sm text-text-2">
          {day}, {times}
        </p>
        {yours ? <p className="num whitespace-normal text-sm text-text-3">{yours}</p> : null}
        {isComing && house.access_notes ? <p className="text-sm text-text-2">{house.access_notes}</p> : null}
        {house.cancel_reason ? (
          <p className="text-sm text-text-2">The seller wrote: {house.cancel_reason}</p>
        ) : null}
        {isComing && hasStreet(place) ? (
          <a href={directionsUrl(place)} target="_blank" rel="noreferrer" className="text-sm underline">
            Directions
          </a>
        ) : null}
      </div>
      <State visit={visit} part={part} />
      {part === 'upcoming' ? <Leaving visit={visit} list={list} place={place} /> : null}
      {part === 'past' && visit.state === 'registered' && !feedback ? (
        <VisitFeedback onSend={(given) => list.sendFeedback(house.id, given)} />
      ) : null}
      {feedback ? (
        <p className="basis-full text-sm text-text-2">
          You told the seller: {feedback.rating} of 5{feedback.text ? `, ${feedback.text}` : ''}
        </p>
      ) : null}
    </li>
  )
}

function State({ visit, part }: Pick<VisitRowProps, 'visit' | 'part'>) {
  if (visit.open_house.cancelled_at) return <Tag tone="warn">Called off</Tag>
  if (part === 'cancelled') return <Tag>Given back</Tag>
  if (part === 'past') return <Tag>Over</Tag>
  if (visit.state === 'waiting') return <Tag tone="warn">Waiting, place {visit.open_house.my_place ?? 1}</Tag>
  return <Tag tone="gain">Registered</Tag>
}

function Leaving({ visit, list, place }: Pick<VisitRowProps, 'visit' | 'list'> & { place: string }) {
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle')
  const leave = async () => {
    setState('busy')
    setState((await list.giveBack(visit.open_house.id)) ? 'idle' : 'failed')
  }
  const isRegistered = visit.state === 'registered'
  return (
    <div className="flex flex-wrap items-center gap-2">
      {isRegistered ? <CalendarButton house={visit.open_house} place={place} /> : null}
      <Button
        size="sm"
        className="pointer-coarse:h-11"
        isBusy={state === 'busy'}
        onClick={() => void leave()}
      >
        {isRegistered ? 'Cancel my registration' : 'Leave the list'}
      </Button>
      <FormProblem message={state === 'failed' && 'This did not work. Try again.'} />
    </div>
  )
}

/** Street, city, state with ZIP; a hidden one has no street. */
const hasStreet = (place: string): boolean => place.split(',').length > 2

const directionsUrl = (place: string): string =>
  `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(place)}`
