/** How long whoever's turn it is still has, by the server's clock (checklist OFR-36). */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState } from 'react'
import { useDealServices } from '#marketplace/buyer/platform/deal-services.ts'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import type { OfferWire } from '#shared/contract/offers.ts'
import { isTimed } from '#shared/rules/offers/offer-clock.ts'

const SECOND_MS = 1000
const MINUTE_MS = 60_000

export interface CountdownProps {
  offer: Pick<OfferWire, 'state' | 'expires_at' | 'turn'>
  /** `2 d 4 h left`, without whose it is. */
  isShort?: boolean
  /** The time has run out here; what the server says of it is another matter. */
  onOver?: () => void
}

export function Countdown({ offer, isShort = false, onOver }: CountdownProps) {
  const leftMs = useTimeLeft(offer, onOver)
  if (leftMs === null) return null
  const words = leftMs <= 0 ? 'Time is up' : `${leftWords(leftMs)} left`
  if (isShort) return <span className="num">{words}</span>
  const who = offer.turn === 'buyer' ? 'you' : 'the seller'
  const whose = `for ${who} to ${offer.state === 'accepted' ? 'confirm' : 'answer'}`
  return (
    <span className="num whitespace-normal">
      {words}
      {leftMs <= 0 ? '' : ` ${whose}`}
    </span>
  )
}

/** Null where no clock runs. */
function useTimeLeft(
  { state, expires_at: until }: CountdownProps['offer'],
  onOver?: () => void,
): number | null {
  useSignals()
  const { clock } = useServices()
  const { serverClock } = useDealServices().offers
  // Asked anew when the server says its time.
  void serverClock.offsetMs.value
  const [, tick] = useState(0)
  const endMs = isTimed(state) && until ? Date.parse(until) : null
  const leftMs = endMs === null ? null : endMs - serverClock.now()
  const isOver = leftMs !== null && leftMs <= 0
  const pauseMs = leftMs !== null && leftMs > 2 * MINUTE_MS ? MINUTE_MS / 2 : SECOND_MS
  useEffect(() => {
    if (endMs === null || isOver) return
    return clock.every(pauseMs, () => tick((count) => count + 1))
  }, [clock, endMs, isOver, pauseMs])
  useEffect(() => {
    if (isOver) onOver?.()
  }, [isOver, onOver])
  return leftMs
}

const MINUTE_S = 60
const HOUR_S = 3600
const DAY_S = 86_400

/** A time that is left, in the two largest units: `2 d 4 h`, `3 h 20 min`, `45 s`. */
export function leftWords(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  if (seconds < MINUTE_S) return `${seconds} s`
  if (seconds < HOUR_S) return `${Math.floor(seconds / MINUTE_S)} min`
  if (seconds < DAY_S) return two(seconds, [HOUR_S, 'h'], [MINUTE_S, 'min'])
  return two(seconds, [DAY_S, 'd'], [HOUR_S, 'h'])
}

type Unit = readonly [size: number, name: string]

function two(seconds: number, [large, largeName]: Unit, [small, smallName]: Unit): string {
  const rest = Math.floor((seconds % large) / small)
  const first = `${Math.floor(seconds / large)} ${largeName}`
  return rest === 0 ? first : `${first} ${rest} ${smallName}`
}
