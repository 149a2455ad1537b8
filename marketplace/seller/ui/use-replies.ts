/** Whether absent sellers of the demo world answer; null while it is unknown, and outside of a demo. */
import { useEffect, useState } from 'react'
import { readReplies, switchReplies } from '#marketplace/kit/login/demo-logins.ts'

export interface Replies {
  readonly isOn: boolean | null
  change(wanted: boolean): void
}

export function useReplies(): Replies {
  const [isOn, setOn] = useState<boolean | null>(null)
  useEffect(() => {
    let isGone = false
    void readReplies().then((on) => {
      if (!isGone) setOn(on)
    })
    return () => {
      isGone = true
    }
  }, [])
  return {
    isOn,
    change(wanted) {
      setOn(wanted)
      void switchReplies(wanted).then((on) => setOn(on ?? !wanted))
    },
  }
}
