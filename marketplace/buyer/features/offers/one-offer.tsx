/** One offer: where it stands and what can be done, then all that happened to it. */
import { useSignals } from '@preact/signals-react/runtime'
import { ArrowLeft, MessageSquare } from 'lucide-react'
import { type ComponentType, useCallback, useEffect, useState } from 'react'
import { useDealServices } from '#marketplace/buyer/platform/deal-services.ts'
import { failureWords } from '#marketplace/buyer/platform/failure-labels.ts'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { Link } from '#marketplace/buyer/ui/link.tsx'
import { LoadFailed } from '#marketplace/buyer/ui/load-failed.tsx'
import { Note, Section } from '#marketplace/buyer/ui/partition-parts.tsx'
import { attempt } from '#marketplace/kit/attempt.ts'
import { termRows } from '#marketplace/kit/offer-labels.ts'
import { getSmartBuyBox, type LinkedEntityWire } from '#shared/contract/buy-box.ts'
import type { OfferDetailWire } from '#shared/contract/offers.ts'
import { Button } from '#shared/ui/button.tsx'
import { Skeleton } from '#shared/ui/skeleton.tsx'
import { ClosingTracker } from './closing-tracker.tsx'
import { OfferActions } from './offer-actions.tsx'
import { OfferFigures } from './offer-figures.tsx'
import { OfferFiles } from './offer-files.tsx'
import { OfferHead } from './offer-head.tsx'
import { createOfferModel, type OfferModel } from './offer-model.ts'
import { answered } from './offer-setup.ts'
import { ThenAndNow } from './then-and-now.tsx'
import { OfferTimeline } from './timeline.tsx'
import { useOfferMath } from './use-offer-math.ts'

export interface OfferConversationProps {
  propertyId: number
  seller: { id: number; name: string }
  onClose: () => void
}

export interface OneOfferProps {
  id: number
  OfferConversation: ComponentType<OfferConversationProps>
}

export function OneOffer({ id, OfferConversation }: OneOfferProps) {
  useSignals()
  const model = useOffer(id)
  const state = model.state.value
  return (
    <div>
      <Link
        href="/profile/offers"
        className="-mt-3 mb-3 inline-flex min-h-9 items-center gap-1.25 text-sm text-text-2 hover:underline pointer-coarse:min-h-11"
      >
        <ArrowLeft size={15} strokeWidth={1.75} aria-hidden="true" />
        All offers
      </Link>
      {state.phase === 'loading' ? <Loading /> : null}
      {state.phase === 'failed' ? (
        <LoadFailed onRetry={() => void model.load()}>{failureWords(state.failure)}</LoadFailed>
      ) : null}
      {state.phase === 'missing' ? (
        <p className="text-text-2">This offer does not exist. It may have been a draft that was deleted.</p>
      ) : null}
      {state.phase === 'ready' ? (
        <Found offer={state.offer} model={model} OfferConversation={OfferConversation} />
      ) : null}
    </div>
  )
}

function useOffer(id: number): OfferModel {
  const { api } = useServices()
  const { offers } = useDealServices()
  const [model] = useState(() => createOfferModel({ api, offers, id }))
  useEffect(() => {
    void model.load()
    return offers.onNews((about) => {
      if (about === null || about === id) void model.load()
    })
  }, [model, offers, id])
  return model
}

interface FoundProps {
  offer: OfferDetailWire
  model: OfferModel
  OfferConversation: OneOfferProps['OfferConversation']
}

function Found({ offer, model, OfferConversation }: FoundProps) {
  useSignals()
  const [isTalking, setTalking] = useState(false)
  const entities = useEntities()
  const refresh = useCallback(() => void model.load(), [model])
  const refusal = model.refusal.value
  return (
    <>
      <OfferHead offer={offer} onOver={refresh} />
      <div role="alert" className="mt-4 empty:sr-only">
        {refusal === null ? null : <Note tone="bad">{refusal.words}</Note>}
      </div>
      <div className="mt-4 flex flex-wrap gap-2">
        <OfferActions offer={offer} model={model} entities={entities} />
        <Button className="pointer-coarse:h-11" onClick={() => setTalking(true)}>
          <MessageSquare size={15} strokeWidth={1.75} aria-hidden="true" />
          Message
        </Button>
      </div>
      <div className="mt-8">
        <ClosingTracker offer={offer} model={model} />
        <Section title="Terms">
          <dl className="grid rounded-lg border border-line px-4 text-sm [&>div+div]:border-line [&>div+div]:border-t">
            {termRows(offer.terms, entities ?? []).map(([name, value]) => (
              <div key={name} className="flex justify-between gap-4 py-2.5">
                <dt className="text-text-2">{name}</dt>
                <dd className="min-w-0 break-words text-right font-medium">{value}</dd>
              </div>
            ))}
          </dl>
        </Section>
        <Section title="Activity">
          <OfferTimeline moves={offer.moves} entities={entities ?? []} />
        </Section>
        <OfferNumbers offer={offer} />
        <OfferFiles offer={offer} />
        <ThenAndNow offer={offer} />
      </div>
      {isTalking ? (
        <OfferConversation
          propertyId={offer.property.id}
          seller={{ id: offer.account.id, name: offer.account.title }}
          onClose={() => setTalking(false)}
        />
      ) : null}
    </>
  )
}

function Loading() {
  return (
    <div role="status" className="grid gap-4">
      <span className="sr-only">Loading</span>
      <Skeleton className="h-20" />
      <Skeleton className="h-10 w-75" />
      <Skeleton className="h-40" />
    </div>
  )
}

/** What the current price brings: the calculator with the agreed price (checklist OFR-38). */
function OfferNumbers({ offer }: { offer: OfferDetailWire }) {
  const price = offer.price ?? null
  const form = { price: price === null ? '' : String(price), financing: offer.terms.financing ?? 'cash' }
  const { math, feeUsd } = useOfferMath(offer, form)
  if (math === null || feeUsd === null) return null
  return (
    <Section title="Numbers at this price" note="By your calculator’s assumptions for this deal.">
      <OfferFigures math={math} feeUsd={feeUsd} />
    </Section>
  )
}

/** The LLCs and trusts this customer is connected to, for their names; null until they came. */
function useEntities(): readonly LinkedEntityWire[] | null {
  const { api } = useServices()
  const [entities, setEntities] = useState<readonly LinkedEntityWire[] | null>(null)
  useEffect(() => {
    let isEnded = false
    void attempt(api(getSmartBuyBox, {})).then((answer) => {
      const found = answered(answer)
      if (!isEnded && found !== null) setEntities(found.entities)
    })
    return () => {
      isEnded = true
    }
  }, [api])
  return entities
}
