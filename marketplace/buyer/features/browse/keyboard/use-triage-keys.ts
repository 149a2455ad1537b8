/** Going through deals by keyboard: the card in focus is the one that keys speak of (checklist BRW-46). */
import { type RefObject, useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { useDealServices } from '#marketplace/buyer/platform/deal-services.ts'
import { isCovered, takesLetters } from '#marketplace/kit/keys/key-press.ts'
import { useBrowse } from '../browse-context.tsx'
import type { BrowseModel } from '../browse-model.ts'
import { compare } from '../compare/compare-switch.tsx'
import { focusDeal } from '../list/focus-deal.ts'
import type { ListHandle } from '../list/page-context.ts'
import { useHide } from '../marks/use-hide.ts'
import { type Command, commandOf } from './keys.ts'

export interface TriageKeys {
  isOn: boolean
  list: RefObject<ListHandle | null>
  /** Kept when a page has come back: the keys go on from here. */
  startAt: number | null
  onHelp: () => void
}

export function useTriageKeys({ isOn, list, startAt, onHelp }: TriageKeys): void {
  const model = useBrowse()
  const { favourites } = useDealServices()
  const [, navigate] = useLocation()
  const hide = useHide()
  const current = useRef(startAt)

  const run = (command: Command) => {
    const id = focusedDeal() ?? current.current
    switch (command) {
      case 'next':
      case 'previous':
        current.current = step(model, list.current, { from: id, by: command === 'next' ? 1 : -1 })
        return
      case 'search':
        document.querySelector<HTMLElement>('[data-search-box]')?.focus()
        return
      case 'messages':
        navigate('/messenger')
        return
      case 'help':
        onHelp()
        return
      case 'favourite':
        if (id !== null) void favourites.toggle(id)
        return
      case 'hide':
        if (id === null) return
        current.current = step(model, list.current, { from: id, by: 1 })
        void hide(id)
        return
      case 'compare':
        if (id !== null) compare(model, id)
        return
      case 'message':
        if (id !== null) navigate(messageAddress(model, id))
        return
      case 'offer':
        if (id !== null) navigate(`/deal/${id}/offer`)
        return
      case 'open':
      case 'find':
        return
    }
  }
  const latest = useRef(run)
  latest.current = run

  useEffect(() => {
    if (!isOn) return
    let before: string | null = null
    const pressed = (event: KeyboardEvent) => {
      const former = before
      before = null
      if (event.defaultPrevented || takesLetters(event.target instanceof Element ? event.target : null))
        return
      if (isCovered()) return
      const command = commandOf(event, former)
      if (command === null) {
        before = event.key
        return
      }
      event.preventDefault()
      latest.current(command)
    }
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [isOn])
}

/** The deal whose card has the focus. */
function focusedDeal(): number | null {
  const link = document.activeElement?.closest('article, tr')?.querySelector<HTMLElement>('[data-deal]')
  return link ? Number(link.dataset.deal) : null
}

interface StepFrom {
  from: number | null
  by: 1 | -1
}

/** Focuses the card after or before; the first one when none was. Answers its deal. */
function step(model: BrowseModel, list: ListHandle | null, { from, by }: StepFrom): number | null {
  const order = model.order.peek()
  const at = from === null ? -1 : order.indexOf(from)
  const next = at < 0 ? 0 : at + by
  const id = order[next]
  if (id === undefined || list === null) return from
  list.show(next)
  focusDeal(id)
  return id
}

function messageAddress(model: BrowseModel, id: number): string {
  const table = model.shown.peek()?.table
  const account = table?.numbers.account_id[table.rowOf(id)]
  return account === undefined || Number.isNaN(account) ? '/messenger' : `/messenger?account=${account}`
}
