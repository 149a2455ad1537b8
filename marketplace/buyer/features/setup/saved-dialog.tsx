/** Says that the buy box is saved, and what follows. */
import { useRef } from 'react'
import { LinkButton } from '#marketplace/buyer/ui/link.tsx'
import { Modal } from '#marketplace/kit/ui/modal.tsx'
import { Button } from '#shared/ui/button.tsx'
import type { SetupModel } from './setup-model.ts'

const WORDS = {
  smart:
    'Your LLCs and trusts are linked. See what their purchases say about the deals you look for, and change what does not fit.',
  manual: 'Your target markets are set. Add price, type and other criteria to get fewer and better matches.',
} as const

export function SavedDialog({ act, by }: { act: SetupModel['act']; by: 'smart' | 'manual' }) {
  const go = useRef<HTMLAnchorElement>(null)
  const dismiss = () => act({ type: 'dismissed' })
  return (
    <Modal
      title="Your buy box is saved"
      onClose={dismiss}
      initialFocus={go}
      footer={
        <>
          <Button className="ml-auto pointer-coarse:h-11" onClick={dismiss}>
            Done
          </Button>
          <LinkButton
            ref={go}
            href="/profile/buy-box"
            variant="primary"
            className="pointer-coarse:h-11"
            onClick={dismiss}
          >
            {by === 'smart' ? 'See what we learned' : 'Add criteria'}
          </LinkButton>
        </>
      }
    >
      <p className="text-text-2">{WORDS[by]}</p>
    </Modal>
  )
}
