/** Follows the messages of who is logged in on every page. What shows them is fetched with the first that comes. */
import { useSignalEffect, useSignals } from '@preact/signals-react/runtime'
import { Suspense, useEffect, useState } from 'react'
import { createMessageNotes } from '#marketplace/buyer/features/messenger/message-notes.ts'
import { followMessages } from '#marketplace/buyer/platform/message-updates.ts'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { lazyPart, Nothing } from '#marketplace/buyer/ui/lazy-part.tsx'
import { createKeptDrafts, draftKeys } from '#shared/lib/kept-drafts.ts'
import { scopeOf } from '#shared/lib/text-store.ts'
import { browserStores } from '#shared/lib/web-stores.ts'

const NoteStack = lazyPart(() => import('#marketplace/buyer/features/messenger/note-stack.tsx'), Nothing)

export default function ArrivingMessages({ userId }: { userId: number }) {
  useSignals()
  const { api, log, live, unread } = useServices()
  const [model] = useState(() => {
    // As the messenger's: it is given the same address, and a token of the customer alone.
    const scope = scopeOf(`${window.location.origin}/customer/api`, userId, null)
    const drafts = createKeptDrafts(browserStores().tab, draftKeys(scope))
    return createMessageNotes({ api, log, userId, drafts })
  })
  const [isWanted, setWanted] = useState(false)
  useEffect(() => {
    const came = (message: Parameters<typeof model.came>[0]) => {
      if (!unread.hasMessenger.peek()) model.came(message)
    }
    return followMessages({ userId, unread, live, came, read: model.read })
  }, [userId, unread, live, model])
  useSignalEffect(() => {
    if (unread.hasMessenger.value) model.clear()
  })
  if (!isWanted && model.notes.value.length > 0) setWanted(true)
  return isWanted ? (
    <Suspense>
      <NoteStack model={model} />
    </Suspense>
  ) : null
}
