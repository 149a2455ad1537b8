/** The keyboard of the seller app: its keys while they are on, and the button that lists them. */
import { Keyboard } from 'lucide-react'
import { lazy, Suspense, useCallback, useState } from 'react'
import { areKeysOn, keepKeysOn } from '#marketplace/kit/keys/key-press.ts'
import { KEYBOARD_WORDS } from '#marketplace/seller/keyboard/seller-keys.ts'
import { RailButton } from '../app-nav.tsx'
import { useSellerKeys } from './use-seller-keys.ts'

const KeyHelp = lazy(() => import('./key-help.tsx'))

export function KeyTools() {
  const [areOn, setOn] = useState(() => areKeysOn(() => window.localStorage))
  const [isHelpOpen, setHelpOpen] = useState(false)
  const showHelp = useCallback(() => setHelpOpen(true), [])
  useSellerKeys(areOn, showHelp)
  return (
    <>
      <RailButton icon={Keyboard} className="max-duo:hidden" onPress={showHelp}>
        {KEYBOARD_WORDS.button}
      </RailButton>
      {isHelpOpen ? (
        <Suspense>
          <KeyHelp
            isOn={areOn}
            onToggle={(next) => {
              setOn(next)
              keepKeysOn(() => window.localStorage, next)
            }}
            onClose={() => setHelpOpen(false)}
          />
        </Suspense>
      ) : null}
    </>
  )
}
