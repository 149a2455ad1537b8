/** The LLCs and trusts this customer is connected to, for their names; null until they came. */
import { useEffect, useState } from 'react'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { attempt } from '#marketplace/kit/attempt.ts'
import { getSmartBuyBox, type LinkedEntityWire } from '#shared/contract/buy-box.ts'
import { answered } from './offer-setup.ts'

export function useEntities(): readonly LinkedEntityWire[] | null {
  const { api } = useServices()
  const [entities, setEntities] = useState<readonly LinkedEntityWire[] | null>(null)
  useEffect(() => {
    let isEnded = false
    void attempt(api(getSmartBuyBox, {})).then((answer) => {
      const found = answered(answer)
      if (!isEnded && found !== null) setEntities(found.entities)
    })
    return () => {
      isEnded = true
    }
  }, [api])
  return entities
}
