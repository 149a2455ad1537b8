/** Puts an open house into the reader's calendar: a file made on the press. */
import { CalendarPlus } from 'lucide-react'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import type { OpenHouseWire } from '#shared/contract/open-houses.ts'
import { Button } from '#shared/ui/button.tsx'
import { calendarFile } from './calendar-file.ts'

export interface CalendarButtonProps {
  house: OpenHouseWire
  /** The whole address where it was opened, otherwise city and ZIP. */
  place: string
}

export function CalendarButton({ house, place }: CalendarButtonProps) {
  const { clock } = useServices()
  const save = () => {
    const { origin } = window.location
    const url = `${origin}/property/${house.property_id}`
    const text = calendarFile({
      uid: `open-house-${house.id}@${window.location.hostname}`,
      startMs: Date.parse(house.start),
      endMs: Date.parse(house.end),
      madeMs: clock.now(),
      title: `Open house, ${place}`,
      location: place,
      url,
      description: [house.access_notes, `Host: ${house.host?.name ?? 'the seller'}`, url]
        .filter(Boolean)
        .join('\n'),
    })
    const link = document.createElement('a')
    link.href = URL.createObjectURL(new Blob([text], { type: 'text/calendar;charset=utf-8' }))
    link.download = `open-house-${house.id}.ics`
    link.click()
    URL.revokeObjectURL(link.href)
  }
  return (
    <Button size="sm" variant="ghost" className="pointer-coarse:h-11" onClick={save}>
      <CalendarPlus size={14} strokeWidth={1.75} aria-hidden="true" />
      Add to calendar
    </Button>
  )
}
