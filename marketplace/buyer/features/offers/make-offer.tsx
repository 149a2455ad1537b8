/** Making an offer, whatever frame it stands in: a dialog over the deal, or a page of its own. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState } from 'react'
import { useDealServices } from '#marketplace/buyer/platform/deal-services.ts'
import { failureWords } from '#marketplace/buyer/platform/failure-labels.ts'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { LinkButton } from '#marketplace/buyer/ui/link.tsx'
import { LoadFailed } from '#marketplace/buyer/ui/load-failed.tsx'
import { offerPath } from '#marketplace/kit/offer-labels.ts'
import { Skeleton } from '#shared/ui/skeleton.tsx'
import { LeaveOffer, useLeaving } from './leave-offer.tsx'
import { createMakeOfferModel, type MakeOfferModel } from './make-offer-model.ts'
import type { MakeOfferProps } from './make-offer-props.ts'
import { MakeOfferStages } from './make-offer-stages.tsx'
import type { OfferDraftModel } from './offer-draft-model.ts'
import { OfferStateTag } from './offer-state-tag.tsx'

export function MakeOffer(props: MakeOfferProps) {
  useSignals()
  const { propertyId, Frame, onClose } = props
  const model = useMakeOffer(props)
  useFreshDeal(model, propertyId)
  const state = model.state.value
  if (state.phase === 'ready') return <Ready {...props} draftModel={state.draftModel} />
  return (
    <Frame title="Make an offer" onClose={onClose}>
      {state.phase === 'loading' ? <Loading /> : null}
      {state.phase === 'failed' ? (
        <LoadFailed onRetry={() => void model.load()}>{failureWords(state.failure)}</LoadFailed>
      ) : null}
      {state.phase === 'missing' ? (
        <div className="grid justify-items-start gap-3">
          <p>This deal is no longer available.</p>
          <LinkButton variant="primary" href="/deals">
            Browse deals
          </LinkButton>
        </div>
      ) : null}
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

function Ready({ draftModel, Frame, onClose, ...props }: MakeOfferProps & { draftModel: OfferDraftModel }) {
  const leaving = useLeaving(draftModel, onClose)
  return (
    <>
      <MakeOfferStages {...props} draftModel={draftModel} Frame={Frame} onClose={leaving.close} />
      <LeaveOffer {...leaving} draftModel={draftModel} />
    </>
  )
}

function useMakeOffer({ propertyId, customerId }: MakeOfferProps): MakeOfferModel {
  const { api, clock } = useServices()
  const { offers } = useDealServices()
  const [model] = useState(() =>
    createMakeOfferModel({
      api,
      clock,
      offers,
      propertyId,
      customerId,
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
      if (state.phase === 'ready' && state.draftModel.sent.peek() === null)
        void state.draftModel.refreshDeal()
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
