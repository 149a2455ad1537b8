/** An attachment with addresses that work: one whose picture does not load is asked for once more, as its addresses may have expired. */
import { useRef, useState } from 'react'
import type { Attachment, Renew } from './attachment-model.ts'

export function useRenewed(given: Attachment, renew: Renew) {
  const [renewed, setRenewed] = useState<Attachment | null>(null)
  const isAsked = useRef(false)
  return {
    shown: renewed ?? given,
    onLoad() {
      isAsked.current = false
    },
    onError() {
      if (isAsked.current) return
      isAsked.current = true
      void renew(given.id).then((fresh) => fresh && setRenewed(fresh))
    },
  }
}
