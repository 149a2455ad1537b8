/** The search and the filters above a list. A list that never had a row has none; once there, they stay, and so does who types. */
import type { ReadonlySignal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { type ReactNode, useState } from 'react'
import type { LoadState } from '#marketplace/seller/load-state.ts'

interface ListFiltersProps {
  list: { readonly rows: ReadonlySignal<readonly unknown[]>; readonly state: ReadonlySignal<LoadState> }
  /** A filter is set: that there is no row says nothing about the list. */
  isFiltered: boolean
  search: { label: string; placeholder: string; text: string; onChange: (text: string) => void }
  children: ReactNode
}

export function ListFilters({ list: { rows, state }, isFiltered, search, children }: ListFiltersProps) {
  useSignals()
  const [wasNeeded, setNeeded] = useState(false)
  const isNeeded = wasNeeded || isFiltered || rows.value.length > 0
  if (isNeeded !== wasNeeded) setNeeded(isNeeded)
  if (state.value === 'ready' && !isNeeded) return null
  return (
    <div className="flex flex-wrap gap-2">
      <input
        type="search"
        aria-label={search.label}
        placeholder={search.placeholder}
        value={search.text}
        onChange={(event) => search.onChange(event.currentTarget.value)}
        className="field-box w-52! max-duo:grow"
      />
      {children}
    </div>
  )
}
