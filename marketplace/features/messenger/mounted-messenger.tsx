/** The element as a page of its own, in step with the conversation in the address. */
import { useRef } from 'react'
import type { PlatMessengerElement } from '#widget/index.ts'
import { ElementFrame, type ElementFrameProps } from './element-frame.tsx'
import { useConversationAddress } from './use-conversation-address.ts'

export function MountedMessenger(props: Omit<ElementFrameProps, 'element'>) {
  const element = useRef<PlatMessengerElement>(null)
  useConversationAddress(element)
  return <ElementFrame element={element} {...props} />
}
