/**
 * Where the offers of the open thread stand, whatever each message said when it was sent. The newest word wins, in whichever
 * order pages, messages and events come in.
 */
import { type ReadonlySignal, type Signal, signal } from '@preact/signals-core'
import type { Clock } from '#shared/lib/clock.ts'
import { byPlace } from '#shared/lib/deque.ts'
import type { Message } from './model.ts'
import type { OfferNow, OfferReply, OfferStanding } from './offer-model.ts'

export interface OfferBook {
  readonly standings: ReadonlySignal<ReadonlyMap<number, OfferStanding>>
  take(messages: readonly Message[]): void
  /** Said by an event or an answer. Of an offer that no message has told of nothing is kept: its message will tell. */
  hear(now: OfferNow): void
  reply(offerId: number): Signal<OfferReply | null>
  serverNow(): number
  clear(): void
}

/** Smaller differences of the clocks are the way here. */
const UNSURE_MS = 2000

export function createOfferBook(clock: Pick<Clock, 'now'>): OfferBook {
  const standings = signal<ReadonlyMap<number, OfferStanding>>(new Map())
  const replies = new Map<number, Signal<OfferReply | null>>()
  let offsetMs = 0
  let latestMs = Number.NEGATIVE_INFINITY

  /** Time does not run backwards: when this clock does, it was set, and the server's goes on from where it was. */
  function nowMs(): number {
    const ownMs = clock.now()
    if (ownMs < latestMs) offsetMs += latestMs - ownMs
    latestMs = ownMs
    return ownMs
  }

  function change(id: number, next: OfferStanding | undefined): void {
    const known = standings.peek().get(id)
    if (!next || next === known) return
    const { saidAtMs } = next.now
    if (saidAtMs > 0 && saidAtMs !== known?.now.saidAtMs) {
      const difference = saidAtMs - nowMs()
      offsetMs = Math.abs(difference) < UNSURE_MS ? 0 : difference
    }
    standings.value = new Map(standings.peek()).set(id, next)
  }

  return {
    standings,
    take(messages) {
      for (const message of messages) {
        const now = message.offer?.now
        if (!now) continue
        const known = standings.peek().get(now.id)
        const next = known ? withNow(known, now) : { now, last: message }
        change(now.id, byPlace(message, next.last) > 0 ? { ...next, last: message } : next)
      }
    },
    hear(now) {
      const known = standings.peek().get(now.id)
      change(now.id, known && withNow(known, now))
    },
    reply(offerId) {
      const known = replies.get(offerId) ?? signal(null)
      replies.set(offerId, known)
      return known
    },
    serverNow: () => nowMs() + offsetMs,
    clear() {
      standings.value = new Map()
    },
  }
}

/** The known one itself when nothing of it changes. */
const withNow = (known: OfferStanding, now: OfferNow): OfferStanding =>
  now.version > known.now.version || (now.version === known.now.version && now.saidAtMs > known.now.saidAtMs)
    ? { ...known, now }
    : known
