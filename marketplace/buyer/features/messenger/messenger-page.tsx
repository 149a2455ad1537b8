/** /messenger and /chat: the messenger element fills the page under the bar. Its code is fetched on demand. */

import { useSignals } from '@preact/signals-react/runtime'
import { Building2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useSearch } from 'wouter'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { LinkButton } from '#marketplace/buyer/ui/link.tsx'
import { PageFailed, PagePending } from '#marketplace/buyer/ui/page-state.tsx'
import { BRAND } from '#marketplace/kit/brand.ts'
import type { PlatMessengerElement } from '#widget/index.ts'
import { accountIn } from './conversation-address.ts'
import { define } from './define.ts'
import { ElementFrame, type ElementFrameProps } from './element-frame.tsx'
import { createMessengerModel } from './messenger-model.ts'
import { useConversationAddress } from './use-conversation-address.ts'

export default function MessengerPage() {
  useSignals()
  const { api, log } = useServices()
  const [model] = useState(() => createMessengerModel({ api, log, define }))
  useEffect(() => void model.load(), [model])
  const state = model.state.value

  if (state.phase === 'failed')
    return (
      <PageFailed title="Messages could not be loaded" onRetry={() => void model.load()}>
        {BRAND} cannot be reached. Check your connection.
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

/** The element as a page; the address names the open conversation. */
function MountedMessenger(props: Omit<ElementFrameProps, 'element' | 'children'>) {
  const element = useRef<PlatMessengerElement>(null)
  const accountId = accountIn(useSearch())
  useConversationAddress(element)
  return (
    <ElementFrame element={element} {...props}>
      {accountId === null ? null : (
        <LinkButton
          slot="thread-actions"
          size="sm"
          href={`/company/${accountId}`}
          className="max-desk:hidden"
        >
          <Building2 size={14} strokeWidth={1.75} aria-hidden="true" />
          Company page
        </LinkButton>
      )}
    </ElementFrame>
  )
}
