/** The element as a page of its own, in step with the conversation in the address. */
import { Building2 } from 'lucide-react'
import { useRef } from 'react'
import { useSearch } from 'wouter'
import { LinkButton } from '#marketplace/buyer/ui/link.tsx'
import type { PlatMessengerElement } from '#widget/index.ts'
import { accountIn } from './conversation-address.ts'
import { ElementFrame, type ElementFrameProps } from './element-frame.tsx'
import { useConversationAddress } from './use-conversation-address.ts'

export function MountedMessenger(props: Omit<ElementFrameProps, 'element' | 'children'>) {
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
