/** One row by its kind. The space between rows hangs below each, so that a row's height never depends on the one above it. */
import { memo } from 'react'
import { dayLabel } from '#shared/format/day-label.ts'
import { classNames } from '#shared/ui/class-names.ts'
import type { ChatStore, Row } from '#widget/chat/model.ts'
import { MessageBubble } from './message-bubble.tsx'
import { OutgoingBubble } from './outgoing-bubble.tsx'
import type { Sightings } from './use-sightings.ts'

interface ThreadRowProps {
  row: Row
  name: string
  store: ChatStore
  sightings: Sightings
}

export const ThreadRow = memo(function ThreadRow({ row, name, store, sightings }: ThreadRowProps) {
  switch (row.kind) {
    case 'date':
      return <DateRow label={dayLabel(row.atMs)} />
    case 'message':
      return (
        <div className={rowClass(row.joined.after)}>
          <MessageBubble message={row.message} joined={row.joined} {...{ name, store, sightings }} />
        </div>
      )
    case 'outgoing':
      return (
        <div className={rowClass(row.joined.after && row.outgoing.state === 'sending')}>
          <OutgoingBubble outgoing={row.outgoing} joined={row.joined} store={store} />
        </div>
      )
  }
})

const COLUMN = 'box-content mx-auto max-w-190 px-5 narrow:px-3'
const rowClass = (isJoined: boolean) => classNames(COLUMN, 'flex flex-col', isJoined ? 'pb-0.75' : 'pb-3')

function DateRow({ label }: { label: string }) {
  return (
    <div className={classNames(COLUMN, 'pt-2 pb-6')}>
      <div className="flex items-center gap-3 font-medium text-text-3 text-xs before:flex-1 before:border-line before:border-t after:flex-1 after:border-line after:border-t">
        <span part="date">{label}</span>
      </div>
    </div>
  )
}
