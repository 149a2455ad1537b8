/** What went wrong with the last choice, below the part of the page it was made in. */
import { useSignals } from '@preact/signals-react/runtime'
import { FormProblem } from '#marketplace/kit/ui/form-problem.tsx'
import type { MatrixModel, Part } from './matrix-model.ts'

interface MatrixProblemProps {
  model: MatrixModel
  part: Part
  id?: string
}

export function MatrixProblem({ model, part, id }: MatrixProblemProps) {
  useSignals()
  const problem = model.problem.value
  return <FormProblem id={id} message={problem?.part === part ? problem.text : null} />
}
