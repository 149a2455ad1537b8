/** Counts what came in from the seller below what is being read: while the end was away, live or caught up with. */
import { useSignalEffect } from '@preact/signals-react/runtime'
import { useCallback, useRef, useState } from 'react'
import type { Rows, Thread } from '#widget/chat/model.ts'

export interface NewMessages {
  readonly count: number
  readonly firstId: number | null
  /** The end is in view, or was asked for: nothing is new any more. */
  clear(): void
}

type Fresh = { readonly count: number; readonly firstId: number | null }

const NONE: Fresh = { count: 0, firstId: null }

/** `isNearEnd` is asked before what came in is drawn. */
export function useNewMessages(thread: Thread, isNearEnd: () => boolean): NewMessages {
  const [fresh, setFresh] = useState(NONE)
  /** The last message that was there when the end was last seen. */
  const lastSeenId = useRef<number | null>(null)

  const clear = useCallback(() => {
    lastSeenId.current = lastMessageId(thread.rows.peek())
    setFresh(NONE)
  }, [thread])

  useSignalEffect(() => {
    const rows = thread.rows.value
    if (lastSeenId.current === null || isNearEnd()) lastSeenId.current = lastMessageId(rows)
    else {
      const next = freshSince(rows, lastSeenId.current)
      setFresh((now) => (now.count === next.count && now.firstId === next.firstId ? now : next))
    }
  })

  return { ...fresh, clear }
}

function lastMessageId(rows: Rows): number | null {
  for (let offset = rows.count - 1; offset >= 0; offset--) {
    const row = rows.at(offset)
    if (row.kind === 'message') return row.message.id
  }
  return null
}

/** Walks from the end to what was seen last, so it costs what is new and not what is there. */
function freshSince(rows: Rows, seenId: number): Fresh {
  let count = 0
  let firstId: number | null = null
  for (let offset = rows.count - 1; offset >= 0; offset--) {
    const row = rows.at(offset)
    if (row.kind !== 'message') continue
    if (row.message.id === seenId) break
    if (row.message.type === 'inbound') continue
    count++
    firstId = row.message.id
  }
  return { count, firstId }
}
