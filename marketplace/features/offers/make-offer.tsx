/** Making an offer, whatever frame it stands in: a dialog over the deal, or a page of its own. */
import { useSignals } from '@preact/signals-react/runtime'
import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { useDealServices } from '#marketplace/platform/deal-services.ts'
import { failureWords } from '#marketplace/platform/failure-words.ts'
import { useServices } from '#marketplace/platform/services-context.tsx'
import { LinkButton } from '#marketplace/ui/link.tsx'
import { LoadFailed } from '#marketplace/ui/load-failed.tsx'
import { Note } from '#marketplace/ui/partition-parts.tsx'
import { Skeleton } from '#shared/ui/skeleton.tsx'
import { LeaveOffer, useLeaving } from './leave-offer.tsx'
import { createMakeOfferModel, type MakeOfferModel } from './make-offer-model.ts'
import { MakeOfferStages } from './make-offer-stages.tsx'
import type { Making } from './making.ts'
import { OfferStateTag } from './offer-state-tag.tsx'
import { offerPath } from './offer-words.ts'

/** Steps of the gate that other features do in place. */
export type PlacedStep = 'email' | 'phone' | 'deposit' | 'identity'

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

export function MakeOffer(props: MakeOfferProps) {
  useSignals()
  const { propertyId, Frame, onClose } = props
  const model = useMakeOffer(props)
  useFreshDeal(model, propertyId)
  const state = model.state.value
  if (state.phase === 'ready') return <Ready {...props} making={state.making} />
  return (
    <Frame title="Make an offer" onClose={onClose}>
      {state.phase === 'loading' ? <Loading /> : null}
      {state.phase === 'failed' ? (
        <LoadFailed onRetry={() => void model.load()}>{failureWords(state.failure)}</LoadFailed>
      ) : null}
      {state.phase === 'missing' ? <Note tone="warn">The seller has taken this deal down.</Note> : null}
      {state.phase === 'exists' ? (
        <div className="grid justify-items-start gap-3">
          <p>You have an offer on this deal already.</p>
          <OfferStateTag state={state.offer.state} isBackup={state.offer.is_backup} />
          <LinkButton variant="primary" href={offerPath(state.offer.id)}>
            Open your offer
          </LinkButton>
        </div>
      ) : null}
    </Frame>
  )
}

function Ready({ making, Frame, onClose, ...props }: MakeOfferProps & { making: Making }) {
  const leaving = useLeaving(making, onClose)
  return (
    <>
      <MakeOfferStages {...props} making={making} Frame={Frame} onClose={leaving.close} />
      <LeaveOffer {...leaving} making={making} />
    </>
  )
}

function useMakeOffer({ propertyId, customerId }: MakeOfferProps): MakeOfferModel {
  const { api, clock } = useServices()
  const { offers } = useDealServices()
  const [model] = useState(() =>
    createMakeOfferModel({
      ...{ api, clock, offers, propertyId, customerId },
      storage: () => window.localStorage,
      makeKey: () => crypto.randomUUID(),
    }),
  )
  useEffect(() => {
    void model.load()
    return () => model.dispose()
  }, [model])
  return model
}

/** A price that changes or a deal that goes while somebody writes is told at once. */
function useFreshDeal(model: MakeOfferModel, propertyId: number) {
  const { watchDeal } = useDealServices()
  useEffect(() => {
    const look = () => {
      const state = model.state.peek()
      if (state.phase === 'ready' && state.making.sent.peek() === null) void state.making.refreshDeal()
    }
    const seen = () => document.visibilityState === 'visible' && look()
    document.addEventListener('visibilitychange', seen)
    const stop = watchDeal(propertyId, look)
    return () => {
      document.removeEventListener('visibilitychange', seen)
      stop()
    }
  }, [model, propertyId, watchDeal])
}

function Loading() {
  return (
    <div role="status" className="grid gap-4">
      <span className="sr-only">Loading</span>
      <Skeleton className="h-13" />
      <Skeleton className="h-14" />
      <Skeleton className="h-10" />
      <Skeleton className="h-24" />
    </div>
  )
}
