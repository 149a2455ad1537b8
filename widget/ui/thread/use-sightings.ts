/** Tells the store which unread messages are really on screen: in view, and in a document that is looked at (widget.md W-61). */
import { useEffect, useState } from 'react'
import type { ChatStore } from '#shared/thread/model.ts'

export interface Sightings {
  /** Watches an unread message's element; the returned function ends it. */
  watch(element: Element, messageId: number): () => void
}

/** Half of a bubble is seen; of one higher than the screen, half a screen. */
const SEEN_SHARE = 0.5
const STEPS = [0, 0.25, SEEN_SHARE, 0.75, 1]

export function useSightings(store: ChatStore): Sightings {
  const [sightings] = useState(() => createSightings(store))
  useEffect(() => sightings.start(), [sightings])
  return sightings
}

function createSightings(store: ChatStore): Sightings & { start(): () => void } {
  const ids = new Map<Element, number>()
  const inView = new Set<number>()
  const isLookedAt = () => document.visibilityState === 'visible'
  let observer: IntersectionObserver | null = null

  const leave = (id: number) => {
    if (inView.delete(id)) store.unsighted(id)
  }
  const look = (entry: IntersectionObserverEntry) => {
    const id = ids.get(entry.target)
    if (id === undefined) return
    if (!isSeen(entry)) return leave(id)
    if (inView.has(id)) return
    inView.add(id)
    if (isLookedAt()) store.sighted(id)
  }
  const onVisibility = () => {
    for (const id of inView) isLookedAt() ? store.sighted(id) : store.unsighted(id)
  }
  return {
    watch(element, id) {
      ids.set(element, id)
      observer?.observe(element)
      return () => {
        ids.delete(element)
        observer?.unobserve(element)
        leave(id)
      }
    },
    start() {
      observer = new IntersectionObserver((entries) => entries.forEach(look), { threshold: STEPS })
      for (const element of ids.keys()) observer.observe(element)
      document.addEventListener('visibilitychange', onVisibility)
      return () => {
        observer?.disconnect()
        observer = null
        document.removeEventListener('visibilitychange', onVisibility)
        for (const id of [...inView]) leave(id)
      }
    },
  }
}

function isSeen({
  isIntersecting,
  intersectionRatio,
  intersectionRect,
  rootBounds,
}: IntersectionObserverEntry) {
  if (!isIntersecting) return false
  const screen = rootBounds?.height ?? window.innerHeight
  return intersectionRatio >= SEEN_SHARE || intersectionRect.height >= screen * SEEN_SHARE
}
