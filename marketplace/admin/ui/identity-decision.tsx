/** Deciding an identity check that waits for a person, of a buyer or a member of a company. */
import { Button } from '#shared/ui/button.tsx'
import type { Decision } from './decision.tsx'

type Decided = 'success' | 'failed'

export const identityDecision = (name: string, decided: Decided): Omit<Decision, 'run'> => ({
  title: decided === 'success' ? `${name} is who they say` : `Reject the check of ${name}`,
  action: decided === 'success' ? 'Approve' : 'Reject',
  isDanger: decided === 'failed',
})

export const IdentityButtons = ({ onDecide }: { onDecide: (decided: Decided) => void }) => (
  <>
    <Button size="sm" onClick={() => onDecide('success')}>
      Approve
    </Button>
    <Button size="sm" variant="danger" onClick={() => onDecide('failed')}>
      Reject
    </Button>
  </>
)
