/** A native modal dialog with a title and its actions; Escape and Cancel close it. */
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Button } from '#shared/ui/button.tsx'

interface DialogProps {
  title: string
  /** Label of the one action, e.g. 'Send to every buyer'. */
  action: string
  mayAct: boolean
  isBusy: boolean
  onAct: () => void
  onClose: () => void
  children: ReactNode
}

export function Dialog({ title, action, mayAct, isBusy, onAct, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const shown = dialog.current
    if (!shown?.open) shown?.showModal()
    return () => shown?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      className="m-auto max-h-[90dvh] w-130 max-w-[calc(100vw-24px)] rounded-lg bg-overlay text-text shadow-modal backdrop:bg-(--scrim)"
    >
      <h2 id={id} className="border-line border-b px-5 py-4 font-semibold text-md">
        {title}
      </h2>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 px-5 py-4">{children}</div>
      <div className="flex justify-end gap-2 border-line border-t px-5 py-3">
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="primary" disabled={!mayAct} isBusy={isBusy} onClick={onAct}>
          {action}
        </Button>
      </div>
    </dialog>
  )
}
