/** /messenger and /chat: the messenger element fills the page under the bar. Its code is fetched on demand. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState } from 'react'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { PageFailed, PagePending } from '#marketplace/buyer/ui/page-state.tsx'
import { define } from './define.ts'
import { createMessengerModel } from './messenger-model.ts'
import { MountedMessenger } from './mounted-messenger.tsx'

export default function MessengerPage() {
  useSignals()
  const { api, log } = useServices()
  const [model] = useState(() => createMessengerModel({ api, log, define }))
  useEffect(() => void model.load(), [model])
  const state = model.state.value

  if (state.phase === 'failed')
    return (
      <PageFailed title="Messages could not be loaded" onRetry={() => void model.load()}>
        Plat cannot be reached. Check your connection.
      </PageFailed>
    )
  return (
    <>
      <h1 tabIndex={-1} className="sr-only">
        Messages
      </h1>
      {state.phase === 'loading' ? (
        <PagePending label="Loading messages" />
      ) : (
        <MountedMessenger realtime={state.realtime} onRefused={model.refuse} />
      )}
    </>
  )
}
