/** What a partition offers beside its heading. The heading is the screen's, so the buttons are moved there. */
import { createContext, type ReactNode, use } from 'react'
import { createPortal } from 'react-dom'

/** The place beside the heading; null until it is there, and outside of a screen with partitions. */
export const PartitionActionsContext = createContext<HTMLElement | null>(null)

export function PartitionActions({ children }: { children: ReactNode }) {
  const place = use(PartitionActionsContext)
  return place === null ? null : createPortal(children, place)
}
