/** One payment of a dialog, with the key that survives a reload of the tab. */
import { useState } from 'react'
import { createPayKey } from './pay-key.ts'
import { createPaying, type Paying } from './paying.ts'

export function usePaying(): Paying {
  const [paying] = useState(() =>
    createPaying(
      createPayKey({ storage: () => window.sessionStorage, random: () => window.crypto.randomUUID() }),
    ),
  )
  return paying
}
