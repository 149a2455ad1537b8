/** Where the deals of this address are, on a still map: the server says it long before the list is here (checklist BRW-05). */
import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { MiniMap } from '#marketplace/buyer/ui/map/mini-map.tsx'
import { Skeleton } from '#shared/ui/skeleton.tsx'
import { useBrowse } from './browse-context.tsx'

export default function FirstLook() {
  useSignals()
  const first = useBrowse().first.value
  // Empty again when the whole list is there: the ground stays until the map covers it.
  const [bounds, setBounds] = useState(first?.bounds ?? null)
  if (first?.bounds && first.bounds !== bounds) setBounds(first.bounds)
  if (bounds === null) return <Skeleton className="size-full" />
  return <MiniMap points={[]} bounds={bounds} label="Where these deals are" />
}
