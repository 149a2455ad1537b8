/** Asks before an offer that is not sent is left: it can stay as a draft, or go (checklist OFR-10). */
import { computed } from '@preact/signals-core'
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { createLeaveGuard, type LeaveGuard } from '#marketplace/platform/leave-guard.ts'
import { useServices } from '#marketplace/platform/services-context.tsx'
import { Modal } from '#marketplace/ui/modal.tsx'
import { toast } from '#marketplace/ui/toast.ts'
import { Button } from '#shared/ui/button.tsx'
import type { Making } from './making.ts'

export interface Leaving {
  /** By the frame's own way out. */
  readonly close: () => void
  readonly isAsking: boolean
  readonly stay: () => void
  readonly leave: () => void
}

/** Holds links, Back, and the frame's own way out while something is typed and not sent. */
export function useLeaving(making: Making, onClose: () => void): Leaving {
  useSignals()
  const { unsaved } = useServices()
  const [, navigate] = useLocation()
  const [isClosing, setClosing] = useState(false)
  const [guard, setGuard] = useState<LeaveGuard | null>(null)
  useEffect(() => {
    const made = createLeaveGuard({
      window,
      unsaved: { isDirty: making.isTouched, beforeRouter: unsaved.beforeRouter },
      // Closing the tab loses only what could be kept nowhere.
      isLost: computed(() => making.saver.saving.value === 'lost'),
      navigate,
    })
    setGuard(made)
    return () => made.dispose()
  }, [making, unsaved, navigate])
  return {
    close: () => (making.isTouched.peek() ? setClosing(true) : onClose()),
    isAsking: isClosing || (guard?.isAsking.value ?? false),
    stay() {
      setClosing(false)
      guard?.stay()
    },
    leave() {
      setClosing(false)
      if (guard?.isAsking.peek()) guard.leave()
      else onClose()
    },
  }
}

export function LeaveOffer({ isAsking, stay, leave, making }: Leaving & { making: Making }) {
  if (!isAsking) return null
  const discard = () => {
    void making.discard()
    toast('Draft discarded')
    leave()
  }
  return (
    <Modal
      title="Leave this offer"
      onClose={stay}
      footer={
        <>
          <Button variant="ghost" className="pointer-coarse:h-11" onClick={discard}>
            Discard draft
          </Button>
          <Button className="ml-auto pointer-coarse:h-11" onClick={stay}>
            Stay
          </Button>
          <Button variant="primary" className="pointer-coarse:h-11" onClick={leave}>
            Keep draft and leave
          </Button>
        </>
      }
    >
      <p className="text-text-2">
        It is not sent yet. As a draft it stands under Offers, and on this deal when you come back.
      </p>
    </Modal>
  )
}
