/** When the deals were last confirmed: `9:42 AM` today, `09 Jun, 9:42 AM` before. Pure. */
import { listTime } from '#shared/format/list-time.ts'
import { messageTime } from '#shared/format/message-time.ts'

export function ageText(atMs: number, nowMs: number): string {
  const day = listTime(atMs, nowMs)
  const time = messageTime(atMs)
  return day === time ? time : `${day}, ${time}`
}
