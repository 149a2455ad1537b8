/** Hands the browse model to the components of the page. */
import { createContext, type ReactNode, use } from 'react'
import type { BrowseModel } from './browse-model.ts'

const BrowseContext = createContext<BrowseModel | null>(null)

export function BrowseProvider({ model, children }: { model: BrowseModel; children: ReactNode }) {
  return <BrowseContext value={model}>{children}</BrowseContext>
}

/** Throws when there is no provider above: then the composition is wrong. */
export function useBrowse(): BrowseModel {
  const model = use(BrowseContext)
  if (model === null) throw new Error('useBrowse needs a BrowseProvider above it')
  return model
}

/** 684 px for the list, 480 in a tight window (DESIGN.md, Layout). */
export const BESIDE_MAP =
  'desk:grid-cols-[minmax(0,--spacing(120))_minmax(0,1fr)] broad:grid-cols-[minmax(0,--spacing(171))_minmax(0,1fr)]'
