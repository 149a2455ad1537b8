/** Where the deals of this address are, on a still map: the server says it long before the list is here (checklist BRW-05). */
import { useEffect, useState } from 'react'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { MiniMap } from '#marketplace/buyer/ui/map/mini-map.tsx'
import { ApiError } from '#shared/api/api-error.ts'
import { propertyBounds } from '#shared/contract/properties.ts'
import type { Bounds } from '#shared/rules/deals/filter.ts'
import { Skeleton } from '#shared/ui/skeleton.tsx'

export default function FirstLook() {
  const { api } = useServices()
  const [bounds, setBounds] = useState<Bounds | null>(null)
  useEffect(() => {
    let isHere = true
    const query = Object.fromEntries(new URLSearchParams(window.location.search))
    api(propertyBounds, { query }).then(
      (reply) => isHere && setBounds(reply.data),
      // The map itself comes without it.
      (error: unknown) => {
        if (!(error instanceof ApiError)) throw error
      },
    )
    return () => {
      isHere = false
    }
  }, [api])
  if (bounds === null) return <Skeleton className="size-full" />
  return <MiniMap points={[]} bounds={bounds} label="Where these deals are" />
}
