/** What the offer dialog and its stages get. */
import type { ComponentType, ReactNode, RefObject } from 'react'
import type { ConfirmStep } from '#marketplace/buyer/platform/services.ts'
import type { GateStep } from '#shared/contract/offers.ts'
import type { OfferDraftModel } from './offer-draft-model.ts'
import type { OfferMath } from './offer-math.ts'

/** What every stage is given. */
export interface StageProps {
  draftModel: OfferDraftModel
  math: OfferMath | null
  onStep: (step: GateStep) => void
}

/** Steps of the gate that other features do in place. */
export type PlacedStep = ConfirmStep | 'deposit'

export interface StepProps {
  step: PlacedStep
  /** It may be done now: what stands before the offer is asked again. */
  onDone: () => void
  onClose: () => void
}

export interface FrameProps {
  title: string
  children: ReactNode
  footer?: ReactNode
  onClose: () => void
  /** In a dialog; a page begins at its heading. */
  initialFocus?: RefObject<HTMLElement | null>
}

export interface MakeOfferProps {
  propertyId: number
  customerId: number
  Frame: ComponentType<FrameProps>
  Step: ComponentType<StepProps>
  /** Out of the offer: its draft is kept, or it was sent. */
  onClose: () => void
  /** To the talk with the seller. */
  onMessage?: (seller: { id: number; name: string }) => void
}
