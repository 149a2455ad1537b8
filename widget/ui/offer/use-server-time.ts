/** The server's time as a screen shows it: anew each second while something runs out, and not at all otherwise. */
import { useEffect, useState } from 'react'
import type { Offers } from '#widget/chat/offer-model.ts'

const SECOND_MS = 1000

export function useServerTime(offers: Pick<Offers, 'serverNow'>, isRunning: boolean): number {
  const [, setTick] = useState(0)
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => setTick((tick) => tick + 1), SECOND_MS)
    return () => clearInterval(timer)
  }, [isRunning])
  return offers.serverNow()
}
