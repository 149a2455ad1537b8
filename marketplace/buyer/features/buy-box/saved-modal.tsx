/** Says that the Smart Buy Box has grown, and leads to what it learned. */
import { useRef } from 'react'
import { Modal } from '#marketplace/kit/ui/modal.tsx'
import { Button } from '#shared/ui/button.tsx'

export function SavedModal({ onClose, onLearned }: { onClose: () => void; onLearned: () => void }) {
  const go = useRef<HTMLButtonElement>(null)
  return (
    <Modal
      title="Your buy box is saved"
      onClose={onClose}
      initialFocus={go}
      footer={
        <>
          <Button className="ml-auto pointer-coarse:h-11" onClick={onClose}>
            Done
          </Button>
          <Button ref={go} variant="primary" className="pointer-coarse:h-11" onClick={onLearned}>
            See what we learned
          </Button>
        </>
      }
    >
      <p className="text-text-2">
        Your LLCs and trusts are linked. See what their purchases say about the deals you look for, and change
        what does not fit.
      </p>
    </Modal>
  )
}
