/** Where what was typed is kept by now. */
import { useSignals } from '@preact/signals-react/runtime'
import type { Saving } from './draft-saver.ts'
import type { Making } from './making.ts'

const WORDS: Readonly<Record<Saving, string>> = {
  none: '',
  waiting: 'Saving draft',
  saving: 'Saving draft',
  saved: 'Draft saved',
  local: 'Draft kept in this browser',
  lost: 'Not saved',
}

export function DraftMark({ making }: { making: Making }) {
  useSignals()
  return (
    <p role="status" className="flex-none self-start text-text-3 text-xs">
      {WORDS[making.saver.saving.value]}
    </p>
  )
}
