/** Which digests are due at a moment where somebody lives, and which of their buy boxes are in them (checklist NOT-04). */
import type { BuyBoxWire } from '#shared/contract/buy-box.ts'
import { wallOf } from '../deals/wall-time.ts'
import { alertTimeOf } from './alert-time.ts'

export type DigestFrequency = 'daily' | 'weekly'

export interface DigestTurn {
  /** Empty: it is not that late there yet, e.g. because they moved. */
  due: readonly DigestFrequency[]
  /** The next morning to ask again, in milliseconds. */
  nextMs: number
}

const MONDAY = 1
const MORNING = '08:00'

export function digestTurn(nowMs: number, zone: string): DigestTurn {
  const nextMs = alertTimeOf({ frequency: 'daily', zone, nowMs })
  const [day = '', time = ''] = wallOf(nowMs, zone).split('T')
  if (time < MORNING) return { due: [], nextMs }
  const isMonday = new Date(`${day}T00:00:00Z`).getUTCDay() === MONDAY
  return { due: isMonday ? ['daily', 'weekly'] : ['daily'], nextMs }
}

/** A box is mailed about as seldom as it says, or as its owner wants such mails at all. Null: in no digest. */
export function digestOfBox(
  notify: BuyBoxWire['notify'],
  wanted: DigestFrequency | 'instant' | null,
): DigestFrequency | null {
  if (wanted === null || notify === 'off') return null
  if (notify === 'weekly' || wanted === 'weekly') return 'weekly'
  return notify === 'instant' && wanted === 'instant' ? null : 'daily'
}
