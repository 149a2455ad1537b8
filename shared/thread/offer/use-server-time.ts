/** The server's time as a screen shows it: anew each second while something runs out, and not at all otherwise. */
import { useEffect, useState } from 'react'
import type { Offers } from '#shared/thread/offer-model.ts'

const SECOND_MS = 1000

/** A longer step between two ticks of a page that is looked at: the machine has slept, or its clock was set forward. */
const LEAP_MS = 30 * SECOND_MS

type Time = Pick<Offers, 'serverNow' | 'checkTime'>

export function useServerTime(offers: Time, isRunning: boolean): number {
  const [, setTick] = useState(0)
  useEffect(() => {
    if (!isRunning) return
    let lastMs = offers.serverNow()
    const timer = setInterval(() => {
      const nowMs = offers.serverNow()
      if (nowMs - lastMs > LEAP_MS && document.visibilityState === 'visible') offers.checkTime()
      lastMs = nowMs
      setTick((tick) => tick + 1)
    }, SECOND_MS)
    return () => clearInterval(timer)
  }, [offers, isRunning])
  return offers.serverNow()
}
