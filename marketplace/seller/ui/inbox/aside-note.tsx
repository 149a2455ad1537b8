/** In a row of the list: until when it is snoozed, that its snooze has ended, or that it is done or archived. */
import { AlarmClock, Check, type LucideIcon, Package } from 'lucide-react'
import { boxOf, endedSnooze } from '#marketplace/seller/inbox/boxes.ts'
import { ASIDE_WORDS, BOX_NAMES, ownZone, untilText } from '#marketplace/seller/inbox/set-aside-labels.ts'
import type { SellerChat } from '#marketplace/seller/seller-model.ts'

export function AsideNote({ chat, nowMs }: { chat: SellerChat; nowMs: number }) {
  const box = boxOf(chat, nowMs)
  if (box === 'open')
    return endedSnooze(chat, nowMs) === null ? null : <Note icon={AlarmClock}>{ASIDE_WORDS.ended}</Note>
  if (box !== 'snoozed') return <Note icon={box === 'done' ? Check : Package}>{BOX_NAMES[box]}</Note>
  const until = untilText(Date.parse(chat.snoozed_until ?? ''), nowMs, ownZone())
  return <Note icon={AlarmClock}>{`Until ${until}`}</Note>
}

const Note = ({ icon: Icon, children }: { icon: LucideIcon; children: string }) => (
  <span className="flex items-center gap-1 text-text-3 text-xs">
    <Icon size={13} strokeWidth={1.75} aria-hidden="true" />
    {children}
  </span>
)
