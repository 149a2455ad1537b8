/** One row by its kind. The space between rows hangs below each, so that a row's height never depends on the one above it. */
import { memo } from 'react'
import { dayLabel } from '#shared/format/day-label.ts'
import type { ChatStore, Row } from '#shared/thread/model.ts'
import { classNames } from '#shared/ui/class-names.ts'
import { MessageBubble } from './message-bubble.tsx'
import { OutgoingBubble } from './outgoing-bubble.tsx'
import type { Sightings } from './use-sightings.ts'

interface ThreadRowProps {
  row: Row
  name: string
  store: ChatStore
  sightings: Sightings
  /** Of the first message that was unread when the thread was opened: it is in view. */
  reached: ((isReached: true) => void) | null
}

export const ThreadRow = memo(function ThreadRow({ row, name, store, sightings, reached }: ThreadRowProps) {
  switch (row.kind) {
    case 'date':
      return <DateRow label={dayLabel(row.atMs)} />
    case 'message':
      return (
        <>
          {reached ? <DateRow label="New" reached={reached} /> : null}
          <div className={rowClass(row.joined.after)}>
            <MessageBubble
              message={row.message}
              joined={row.joined}
              isOwnLast={row.isOwnLast}
              name={name}
              store={store}
              sightings={sightings}
            />
          </div>
        </>
      )
    case 'outgoing':
      return (
        <div className={rowClass(row.joined.after)}>
          <OutgoingBubble outgoing={row.outgoing} joined={row.joined} store={store} />
        </div>
      )
  }
})

const COLUMN = 'box-content mx-auto max-w-190 px-5 narrow:px-3'
const rowClass = (isJoined: boolean) => classNames(COLUMN, 'flex flex-col', isJoined ? 'pb-0.75' : 'pb-3')

/** `reached`: the line above what is new. */
function DateRow({ label, reached = null }: { label: string } & Partial<Pick<ThreadRowProps, 'reached'>>) {
  return (
    <div ref={() => reached?.(true)} className={classNames(COLUMN, 'pt-2 pb-6')}>
      <div
        className={classNames(
          'flex items-center gap-3 font-medium text-xs before:flex-1 before:border-t after:flex-1 after:border-t',
          reached
            ? 'text-flag-text before:border-flag after:border-flag'
            : 'text-text-3 before:border-line after:border-line',
        )}
      >
        <span part="date">{label}</span>
      </div>
    </div>
  )
}
