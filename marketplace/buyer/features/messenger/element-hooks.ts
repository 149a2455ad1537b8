/** What the marketplace hears of the element, wherever it is mounted. */
import { useSignalEffect } from '@preact/signals-react/runtime'
import { type RefObject, useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import type { PlatMessengerElement } from '#widget/index.ts'

type Element = RefObject<PlatMessengerElement | null>

/** What the element has to say about how it began. */
const BEGUN = ['plat-messenger:ready', 'plat-messenger:error', 'plat-messenger:auth-required'] as const

/** The element shows nothing until it is let in, and over a slow line that takes a while. */
export function useIsWaiting(element: Element): boolean {
  const [isWaiting, setWaiting] = useState(true)
  useEffect(() => {
    const messenger = element.current
    if (messenger === null) return
    const begun = () => setWaiting(false)
    for (const name of BEGUN) messenger.addEventListener(name, begun)
    return () => {
      for (const name of BEGUN) messenger.removeEventListener(name, begun)
    }
  }, [element])
  return isWaiting
}

/** Read marks are reported before a log out. Once the session has ended, here or in another tab, the element makes no call with it. */
export function useSessionEnd(element: Element) {
  const { user } = useServices()
  useEffect(() => user.beforeLogOut(async () => element.current?.flushReadMarks()), [user, element])
  useSignalEffect(() => {
    if (user.state.value.phase === 'visitor') element.current?.logout()
  })
}

/** While the messenger is here it is the one who counts. */
export function useUnread(element: Element) {
  const { unread } = useServices()
  useEffect(() => {
    const messenger = element.current
    if (messenger === null) return
    const leave = unread.follow()
    const counted = (event: HTMLElementEventMap['plat-messenger:unread']) => unread.report(event.detail.count)
    messenger.addEventListener('plat-messenger:unread', counted)
    return () => {
      leave()
      messenger.removeEventListener('plat-messenger:unread', counted)
    }
  }, [element, unread])
}

/** The session may have ended elsewhere: then the guard leads to log in. If it stands, the element failed, and that is said. */
export function useAuthRequired(element: Element, onRefused: () => void) {
  const { user } = useServices()
  useEffect(() => {
    const messenger = element.current
    if (messenger === null) return
    const refused = () => void user.load().then(() => user.state.peek().phase === 'user' && onRefused())
    messenger.addEventListener('plat-messenger:auth-required', refused)
    return () => messenger.removeEventListener('plat-messenger:auth-required', refused)
  }, [element, user, onRefused])
}

/** Whether an offer's card in it has typed text. Unlike a message's, it is lost when the element is removed. */
const hasTypedReply = (within: ParentNode): boolean =>
  [...within.querySelectorAll<HTMLInputElement>('[data-offer] input')].some(({ value }) => value.trim())

/** While there is such text, also in a conversation that is not open, leaving the page asks first. */
export function useTypedReply(element: Element, isTyped?: RefObject<boolean>) {
  const { unsaved } = useServices()
  useEffect(() => {
    const root = element.current?.shadowRoot
    if (!root) return
    /** The messages that it is typed into. The element keeps it for those that are not drawn now. */
    const typed = new Set<string | undefined>()
    let release: (() => void) | null = null
    const look = () => {
      for (const message of root.querySelectorAll<HTMLElement>('[data-message]'))
        if (hasTypedReply(message)) typed.add(message.dataset.message)
        else typed.delete(message.dataset.message)
      if (isTyped) isTyped.current = typed.size > 0
      if (typed.size > 0) release ??= unsaved.hold()
      else {
        release?.()
        release = null
      }
    }
    // A form that was sent or canceled is removed.
    const observer = new MutationObserver(look)
    observer.observe(root, { childList: true, subtree: true })
    root.addEventListener('input', look)
    return () => {
      observer.disconnect()
      root.removeEventListener('input', look)
      release?.()
    }
  }, [element, isTyped, unsaved])
}

/** A property's card leads to its page here by a plain press; with a modifier it opens a tab, as it does on other sites. */
export function useInAppLinks(element: Element) {
  const [, navigate] = useLocation()
  useEffect(() => {
    const messenger = element.current
    if (messenger === null) return
    const pressed = (event: MouseEvent) => {
      const isPlain =
        event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey
      const link = event.composedPath().find((node) => node instanceof HTMLAnchorElement)
      if (!isPlain || event.defaultPrevented || link === undefined) return
      const to = new URL(link.href)
      if (to.origin !== window.location.origin || !OURS.test(to.pathname)) return
      event.preventDefault()
      navigate(to.pathname + to.search)
    }
    messenger.addEventListener('click', pressed)
    return () => messenger.removeEventListener('click', pressed)
  }, [element, navigate])
}

const OURS = /^\/(?:property|deal|p)\/\d+/
