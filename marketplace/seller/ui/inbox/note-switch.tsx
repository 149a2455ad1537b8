/** Between the reply to the buyer and a note for the team, in both of their boxes. */
import { useSignals } from '@preact/signals-react/runtime'
import { Lock } from 'lucide-react'
import { NOTE_WORDS } from '#marketplace/seller/inbox/note-labels.ts'
import type { SellerStore } from '#marketplace/seller/seller-model.ts'
import { Button } from '#shared/ui/button.tsx'

export function NoteSwitch({ store: { notes } }: { store: SellerStore }) {
  useSignals()
  const isOn = notes.isWriting.value
  return (
    <Button
      size="lg"
      aria-pressed={isOn}
      data-key="n"
      className="aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent-text"
      onClick={() => {
        notes.isWriting.value = !isOn
      }}
    >
      <Lock size={16} strokeWidth={1.75} aria-hidden="true" />
      <span className="sr-only wordy:not-sr-only">{NOTE_WORDS.switch}</span>
    </Button>
  )
}
