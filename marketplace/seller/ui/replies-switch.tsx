/** Turns the demo replies of absent sellers on and off, for the whole demo world. */
import { useEffect, useState } from 'react'
import { readReplies, switchReplies } from '#marketplace/kit/login/demo-logins.ts'

export function RepliesSwitch() {
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
  if (isOn === null) return null
  return (
    <label className="flex cursor-pointer items-center gap-2 text-sm text-text-2 max-duo:basis-full">
      <input
        type="checkbox"
        checked={isOn}
        className="size-4"
        onChange={(event) => {
          const wanted = event.currentTarget.checked
          setOn(wanted)
          void switchReplies(wanted).then((on) => setOn(on ?? !wanted))
        }}
      />
      Demo replies
    </label>
  )
}
