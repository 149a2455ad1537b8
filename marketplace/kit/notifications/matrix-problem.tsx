/** What went wrong with the last choice, below the part of the page it was made in. */
import { useSignals } from '@preact/signals-react/runtime'
import type { MatrixModel, Part } from './matrix-model.ts'

interface MatrixProblemProps {
  model: MatrixModel
  part: Part
  id?: string
}

export function MatrixProblem({ model, part, id }: MatrixProblemProps) {
  useSignals()
  const problem = model.problem.value
  return (
    <p id={id} role="alert" className="text-danger-text text-sm empty:sr-only">
      {problem?.part === part ? problem.text : null}
    </p>
  )
}
