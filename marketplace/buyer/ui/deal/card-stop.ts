/** Which controls of a card the Tab key stops at, where a list of cards is one stop; null everywhere else: then it stops at each. */
import { createContext, use } from 'react'

export interface CardStop {
  /** The card that Tab leads to. */
  readonly isStop: boolean
  /** Something in the card has the focus: now Tab leads through its buttons as well. */
  readonly isInside: boolean
}

export const CardStopContext = createContext<CardStop | null>(null)

type TabIndex = 0 | -1 | undefined

export function useLinkTabIndex(): TabIndex {
  const stop = use(CardStopContext)
  return stop === null ? undefined : stop.isStop ? 0 : -1
}

export function useButtonTabIndex(): TabIndex {
  const stop = use(CardStopContext)
  return stop === null ? undefined : stop.isInside ? 0 : -1
}
