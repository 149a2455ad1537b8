/** The two ways out of a dialog, in its footer: leaving it, and what it is for. */
import { createContext, type Ref, use } from 'react'
import { Button } from '#shared/ui/button.tsx'

export const unasked = (cancel: () => void): void => cancel()

/** Asked before the way out is taken, with what it does. */
export const BeforeCancel = createContext(unasked)

export interface DialogActionsProps {
  /** What it is for, a verb first. */
  label: string
  onConfirm: () => void
  /** Null where there is nothing left to cancel. */
  onCancel: (() => void) | null
  cancelLabel?: string
  /** For a dialog that begins there. */
  cancelRef?: Ref<HTMLButtonElement>
  isBusy?: boolean
  isDisabled?: boolean
  /** It cannot be undone. */
  isDanger?: boolean
}

export function DialogActions({
  label,
  onConfirm,
  onCancel,
  cancelLabel = 'Cancel',
  cancelRef,
  isBusy = false,
  isDisabled = false,
  isDanger = false,
}: DialogActionsProps) {
  const beforeCancel = use(BeforeCancel)
  return (
    <>
      {onCancel ? (
        <Button
          {...(cancelRef ? { ref: cancelRef } : {})}
          className="ml-auto pointer-coarse:h-11"
          onClick={() => beforeCancel(onCancel)}
        >
          {cancelLabel}
        </Button>
      ) : null}
      <Button
        variant={isDanger ? 'danger' : 'primary'}
        className={onCancel ? 'pointer-coarse:h-11' : 'ml-auto pointer-coarse:h-11'}
        isBusy={isBusy}
        disabled={isDisabled}
        onClick={onConfirm}
      >
        {label}
      </Button>
    </>
  )
}
