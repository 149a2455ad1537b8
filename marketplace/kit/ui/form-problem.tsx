/** What keeps a form or an action from its end and concerns none of its fields. It exists before it speaks: a reader hears what is written later. */
import { classNames } from '#shared/ui/class-names.ts'

interface FormProblemProps {
  id?: string | undefined
  className?: string
  /** Nothing is shown for anything but a text. */
  message: string | false | null | undefined
}

export function FormProblem({ id, className, message }: FormProblemProps) {
  return (
    <p id={id} role="alert" className={classNames('text-danger-text text-sm empty:sr-only', className)}>
      {message}
    </p>
  )
}
