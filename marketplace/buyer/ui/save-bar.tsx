/** The end of a form that is saved: stays in sight while something is unsaved. Closed only while it is sent. */
import { FormProblem } from '#marketplace/kit/ui/form-problem.tsx'
import { Button } from '#shared/ui/button.tsx'
import { classNames } from '#shared/ui/class-names.ts'

export interface SaveBarProps {
  isDirty: boolean
  isBusy: boolean
  /** What went wrong as a whole. */
  message: string | null
  label?: string
  onDiscard: () => void
}

/** Inside a form: its button submits. */
export function SaveBar({ isDirty, isBusy, message, label = 'Save changes', onDiscard }: SaveBarProps) {
  return (
    <div
      data-bar="end"
      className={classNames(
        'flex flex-wrap items-center gap-2.5 py-3',
        isDirty &&
          'sticky bottom-(--tab-bar) z-(--z-sticky) -mx-4 border-line border-t bg-surface px-4 desk:mx-0 desk:px-0',
      )}
    >
      <Button type="submit" variant="primary" className="pointer-coarse:h-11" isBusy={isBusy}>
        {label}
      </Button>
      {isDirty ? (
        <>
          <Button variant="ghost" className="pointer-coarse:h-11" disabled={isBusy} onClick={onDiscard}>
            Discard
          </Button>
          <p role="status" className="text-sm text-text-2">
            Unsaved changes
          </p>
        </>
      ) : null}
      <FormProblem className="basis-full" message={message} />
    </div>
  )
}
