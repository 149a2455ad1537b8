/** Asks before an offer that is not sent is left: it can stay as a draft, or go (checklist OFR-10). */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { createLeaveGuard, type LeaveGuard } from '#marketplace/kit/leave-guard.ts'
import { ConfirmDialog } from '#marketplace/kit/ui/confirm-dialog.tsx'
import { toast } from '#marketplace/kit/ui/toast.ts'
import { useAction } from '#marketplace/kit/use-action.ts'
import { useAskBeforeClose } from '#marketplace/kit/use-unsaved.ts'
import type { OfferDraftModel } from './offer-draft-model.ts'

export interface Leaving {
  /** By the frame's own way out. */
  readonly close: () => void
  readonly isAsking: boolean
  readonly stay: () => void
  readonly leave: () => void
}

/** Holds links, Back, and the frame's own way out while something is typed and not sent. */
export function useLeaving(draftModel: OfferDraftModel, onClose: () => void): Leaving {
  useSignals()
  const { unsaved } = useServices()
  const [, navigate] = useLocation()
  const [isClosing, setClosing] = useState(false)
  const [guard, setGuard] = useState<LeaveGuard | null>(null)
  useEffect(() => {
    const made = createLeaveGuard({
      window,
      unsaved: { ...unsaved, isDirty: draftModel.isTouched },
      navigate,
    })
    setGuard(made)
    return () => made.dispose()
  }, [draftModel, unsaved, navigate])
  // Closing the tab loses only what could be kept nowhere.
  useAskBeforeClose(draftModel.saver.saving.value === 'lost' || draftModel.typed.value.size > 0)
  return {
    close: () => (draftModel.isTouched.peek() ? setClosing(true) : onClose()),
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

type LeaveOfferProps = Leaving & { draftModel: OfferDraftModel }

export const LeaveOffer = (props: LeaveOfferProps) => (props.isAsking ? <LeaveQuestion {...props} /> : null)

function LeaveQuestion({ stay, leave, draftModel }: LeaveOfferProps) {
  const { isBusy, errorMessage, run } = useAction()
  const keep = () => {
    void draftModel.saveProofs()
    leave()
  }
  const discard = async () => {
    if (!(await run(draftModel.discard))) return
    toast('Draft discarded')
    leave()
  }
  /** What becomes of the draft is decided before the page is. */
  const unlessBusy = (act: () => void) => () => (isBusy ? undefined : act())
  return (
    <ConfirmDialog
      title="Leave this offer"
      confirmLabel="Keep draft and leave"
      cancelLabel="Stay"
      third={{ label: 'Discard draft', onPress: () => void discard(), isBusy }}
      error={errorMessage && `The draft was not discarded. ${errorMessage}`}
      onConfirm={unlessBusy(keep)}
      onCancel={unlessBusy(stay)}
    >
      <p>It is not sent yet. Find this draft under Offers, and on this deal when you come back.</p>
    </ConfirmDialog>
  )
}
