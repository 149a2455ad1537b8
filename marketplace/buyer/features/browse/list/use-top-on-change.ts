/** Another filter or order is another list: it begins at its top. What changes in the list itself leaves the reader where they are. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useRef } from 'react'
import { useBrowse } from '../browse-context.tsx'

export function useTopOnChange(toTop: () => void): void {
  useSignals()
  const { filter, sort } = useBrowse().query.value
  const question = JSON.stringify([filter, sort])
  const asked = useRef(question)
  const latest = useRef(toTop)
  latest.current = toTop
  useEffect(() => {
    if (asked.current === question) return
    asked.current = question
    latest.current()
  }, [question])
}
