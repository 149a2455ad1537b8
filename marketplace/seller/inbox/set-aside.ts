/** Puts conversations away, snoozes and reopens them for the whole team, and keeps the time by which a snooze ends. */
import { effect, signal } from '@preact/signals-react'
import type { Api } from '#shared/api/client.ts'
import { sellerSetAside } from '#shared/contract/conversation-state.ts'
import type { Clock } from '#shared/lib/clock.ts'
import type { ChatRows } from '../chat-rows.ts'
import type { Aside, SellerChat, SetAside } from '../seller-model.ts'
import { boxOf, nextWake } from './boxes.ts'

/** A computer that slept wakes up between two of these. */
const LOOK_MS = 60_000

export function createSetAside(api: Api, rows: Pick<ChatRows, 'chats' | 'hear'>, clock: Clock): SetAside {
  const nowMs = signal(clock.now())
  const end = effect(() => {
    const wake = nextWake(rows.chats.value, nowMs.value)
    if (wake === null) return
    return clock.after(Math.max(0, Math.min(wake - clock.now(), LOOK_MS)), () => {
      nowMs.value = clock.now()
    })
  })
  return {
    nowMs,
    async move(chat, to) {
      const before = asideOf(chat, clock.now())
      const { data } = await api(sellerSetAside, {
        params: { customer: chat.customer.id },
        body:
          to.state === 'snoozed'
            ? { state: to.state, until: new Date(to.untilMs).toISOString() }
            : { state: to.state },
      })
      nowMs.value = clock.now()
      rows.hear(chat.customer.id, data)
      return before
    },
    dispose: end,
  }
}

function asideOf(chat: SellerChat, nowMs: number): Aside {
  const state = boxOf(chat, nowMs)
  return state === 'snoozed' ? { state, untilMs: Date.parse(chat.snoozed_until ?? '') } : { state }
}
