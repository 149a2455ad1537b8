/** Keeps `?account=` and the selected conversation in step, both ways, so that an address can be shared and Back works. */
import { type RefObject, useEffect, useRef } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import type { PlatMessengerElement } from '#widget/index.ts'
import { accountIn, stepTo, withAccount } from './conversation-address.ts'

export function useConversationAddress(element: RefObject<PlatMessengerElement | null>): void {
  const { isThreadOpen } = useServices()
  const [path, navigate] = useLocation()
  const search = useSearch()
  const named = accountIn(search)
  /** What the element last said; it begins with no conversation. */
  const selected = useRef<number | null>(null)

  useEffect(() => {
    if (element.current !== null) element.current.account = named
  }, [element, named])

  useEffect(() => {
    const messenger = element.current
    if (messenger === null) return
    const changed = ({ detail }: HTMLElementEventMap['plat-messenger:conversation']) => {
      isThreadOpen.value = detail.accountId !== null
      if (detail.accountId === selected.current) return
      selected.current = detail.accountId
      const here = window.location
      const step = stepTo(accountIn(here.search), detail.accountId, isPushed())
      if (step === 'back') window.history.back()
      else if (step !== 'none')
        navigate(withAccount(path, here.search, detail.accountId), {
          replace: step === 'replace',
          state: step === 'push' ? PUSHED : window.history.state,
        })
    }
    messenger.addEventListener('plat-messenger:conversation', changed)
    return () => messenger.removeEventListener('plat-messenger:conversation', changed)
  }, [element, isThreadOpen, navigate, path])

  useEffect(
    () => () => {
      isThreadOpen.value = false
    },
    [isThreadOpen],
  )
}

/** Marks a history entry that opening a thread from the list has made: the entry before it is the list. */
const PUSHED = { isFromList: true } as const

function isPushed(): boolean {
  const state: unknown = window.history.state
  return typeof state === 'object' && state !== null && 'isFromList' in state
}
