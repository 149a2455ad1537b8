/** Whether a picture can be shown. One that fails while the server is away waits, and is asked for again when the server is back. */
import { use, useState } from 'react'
import { ServicesContext } from '#marketplace/buyer/platform/services-context.tsx'

export interface Picture {
  readonly state: 'shown' | 'waiting' | 'broken'
  /** For the `img`, as its key: another attempt is another element. */
  readonly attempt: number
  onError(): void
}

interface Failed {
  readonly src: string | null
  readonly state: Picture['state']
  readonly attempt: number
}

export function usePicture(src: string | null): Picture {
  // Null where a page is drawn as text: no picture fails there.
  const services = use(ServicesContext)
  const [failed, setFailed] = useState<Failed | null>(null)
  const { state, attempt } = failed?.src === src ? failed : { state: 'shown' as const, attempt: 0 }
  return {
    state,
    attempt,
    onError() {
      setFailed({ src, state: 'waiting', attempt })
      void services?.connection.check().then((isAnswered) => {
        // The server may have come back between the failure and the check.
        const isBroken = isAnswered && attempt > 0
        setFailed({ src, state: isBroken ? 'broken' : 'shown', attempt: attempt + 1 })
      })
    },
  }
}
