/** A dialog of the set-up: its title bar has Logout, which comes last in the tab order. */
import { LogOut } from 'lucide-react'
import type { ReactNode } from 'react'
import { LOG_OUT_FAILED, useLogOut } from '#marketplace/buyer/ui/log-out-button.tsx'
import { FormProblem } from '#marketplace/kit/ui/form-problem.tsx'
import { Modal } from '#marketplace/kit/ui/modal.tsx'
import { Button } from '#shared/ui/button.tsx'

export interface SetupFrameProps {
  title: string
  children: ReactNode
  /** Given for the phone prompt alone, which may be put off. */
  onClose?: () => void
}

export function SetupFrame({ title, children, onClose }: SetupFrameProps) {
  const { state, leave } = useLogOut()
  return (
    <Modal
      title={title}
      {...(onClose ? { onClose } : { isBlocking: true })}
      titleAction={
        <Button
          variant="ghost"
          size="sm"
          className="pointer-coarse:h-11"
          isBusy={state === 'busy'}
          onClick={leave}
        >
          <LogOut size={14} strokeWidth={1.75} aria-hidden="true" />
          Logout
        </Button>
      }
    >
      <FormProblem className="mb-4" message={state === 'failed' && LOG_OUT_FAILED} />
      {children}
    </Modal>
  )
}

/** The other way to set up, and the way back, under the button. */
export function OtherWays({
  other,
  onOther,
  onBack,
}: {
  other: string
  onOther: () => void
  onBack?: () => void
}) {
  return (
    <div className="mt-3.5 grid justify-items-center gap-2">
      <button type="button" className={LINK} onClick={onOther}>
        {other}
      </button>
      {onBack ? (
        <button type="button" className={`${LINK} text-sm`} onClick={onBack}>
          Back
        </button>
      ) : null}
    </div>
  )
}

const LINK = 'text-link cursor-pointer pointer-coarse:min-h-11'
