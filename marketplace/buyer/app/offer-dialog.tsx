/** Making an offer over the deal's page, with what the steps before it need from other features. */
import { useSignals } from '@preact/signals-react/runtime'
import MakeOfferDialog from '#marketplace/buyer/features/offers/make-offer-dialog.tsx'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { PlacedStep } from './placed-step.tsx'

export interface OfferDialogProps {
  propertyId: number
  onClose: () => void
  onMessage: () => void
}

export default function OfferDialog(props: OfferDialogProps) {
  useSignals()
  const { user } = useServices()
  const state = user.state.value
  if (state.phase !== 'user') return null
  return <MakeOfferDialog key={state.user.id} customerId={state.user.id} Step={PlacedStep} {...props} />
}
