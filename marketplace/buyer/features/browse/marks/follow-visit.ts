/** Since when deals are new to who looks: as the server knows it of somebody who is logged in, else as this browser does (BRW-44). */
import { computed, effect, type ReadonlySignal, type Signal } from '@preact/signals-core'
import type { DealMarksStore } from '#marketplace/buyer/platform/deal-marks-store.ts'
import { visitBefore } from '#marketplace/buyer/platform/last-visit.ts'
import type { UserState } from '#marketplace/buyer/platform/user-store.ts'
import type { Clock } from '#shared/lib/clock.ts'

export interface VisitDeps {
  user: { readonly state: ReadonlySignal<UserState> }
  marks: Pick<DealMarksStore, 'visit'>
  clock: Pick<Clock, 'now'>
  storage: () => Storage
  /** Null on the first visit, and until it is known. */
  newSinceMs: Signal<number | null>
}

/** Notes the visit. Answers with what ends it. */
export function followVisit({ user, marks, clock, storage, newSinceMs }: VisitDeps): () => void {
  /** Undefined while nobody knows who looks, null for a visitor. */
  const owner = computed(() => {
    const state = user.state.value
    return state.phase === 'unknown' ? undefined : state.phase === 'user' ? state.user.id : null
  })
  const inThisBrowser = () => visitBefore(storage, clock.now())
  return effect(() => {
    const of = owner.value
    newSinceMs.value = of === null ? inThisBrowser() : null
    if (of === null || of === undefined) return
    void marks.visit().then((before) => {
      if (owner.peek() === of) newSinceMs.value = before === undefined ? inThisBrowser() : before
    })
  })
}
