/** The parking types as the server lists them now; those that came along stand in until then, and when it cannot be asked (BRW-37, 38). */
import { useEffect, useState } from 'react'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { ApiError } from '#shared/api/api-error.ts'
import { listParkingTypes } from '#shared/contract/properties.ts'

/** Labels by id; empty while nothing newer is known. Asks only when `isWanted`. */
export function useParkingTypes(isWanted: boolean): ReadonlyMap<number, string> {
  const { api, log } = useServices()
  const [labels, setLabels] = useState<ReadonlyMap<number, string>>(NONE)
  useEffect(() => {
    if (!isWanted) return
    let isHere = true
    api(listParkingTypes, {}).then(
      ({ data }) => isHere && setLabels(new Map(data.map(({ id, label }) => [id, label]))),
      (error: unknown) => {
        if (!(error instanceof ApiError)) throw error
        log.warn('Parking types were not loaded', error.failure.kind)
      },
    )
    return () => {
      isHere = false
    }
  }, [api, log, isWanted])
  return labels
}

const NONE: ReadonlyMap<number, string> = new Map()
