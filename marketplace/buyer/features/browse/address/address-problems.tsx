/** Says what of the address was not understood, so that a link that was cut or mistyped does not silently show other deals. */
import { useSignals } from '@preact/signals-react/runtime'
import { useBrowse } from '../browse-context.tsx'
import { Strip } from '../filters/strip.tsx'

export function AddressProblems() {
  useSignals()
  const { problems, dismissProblems } = useBrowse()
  if (problems.value.length === 0) return null
  return (
    <Strip onDismiss={dismissProblems}>
      <p role="status">Parts of this link could not be used: {problems.value.join(' ')}</p>
    </Strip>
  )
}
