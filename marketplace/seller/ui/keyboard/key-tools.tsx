/** The keyboard of the seller app: its keys while they are on, and the dialog that lists them. */
import { Suspense, useState } from 'react'
import { areKeysOn, keepKeysOn } from '#marketplace/kit/keys/key-press.ts'
import { KEYBOARD_WORDS } from '#marketplace/seller/keyboard/seller-keys.ts'
import { lazyDialog } from '../lazy-dialog.tsx'
import { useSellerKeys } from './use-seller-keys.ts'

const KeyHelp = lazyDialog(KEYBOARD_WORDS.button, () => import('./key-help.tsx'))

interface KeyToolsProps {
  isHelpOpen: boolean
  /** Keeps its identity. */
  onHelp: () => void
  onClose: () => void
}

export function KeyTools({ isHelpOpen, onHelp, onClose }: KeyToolsProps) {
  const [areOn, setOn] = useState(() => areKeysOn(() => window.localStorage))
  useSellerKeys(areOn, onHelp)
  if (!isHelpOpen) return null
  return (
    <Suspense>
      <KeyHelp
        isOn={areOn}
        onToggle={(next) => {
          setOn(next)
          keepKeysOn(() => window.localStorage, next)
        }}
        onClose={onClose}
      />
    </Suspense>
  )
}
