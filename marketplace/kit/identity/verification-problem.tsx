/** What the person reads when the identity check did not open. */
import { useSignals } from '@preact/signals-react/runtime'
import { Alert } from '#marketplace/kit/ui/alert.tsx'
import { FormProblem } from '#marketplace/kit/ui/form-problem.tsx'
import type { VerificationModel } from './verification-model.ts'

export function VerificationProblem({ model }: { model: VerificationModel }) {
  useSignals()
  return (
    <>
      {model.link.value === null ? null : (
        <div className="mt-2.5 flex flex-wrap gap-x-2 text-sm text-text-2">
          <Alert>Your browser held the window back.</Alert>
          <a className="text-link" href={model.link.value} target="_blank" rel="noopener">
            Open the identity check
          </a>
        </div>
      )}
      <FormProblem className="mt-2.5" message={model.problem.value} />
    </>
  )
}
