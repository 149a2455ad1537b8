/** Beside a deal's price: the reader's deposit and how many offers it still covers. */
import { useSignals } from '@preact/signals-react/runtime'
import { useCallback, useEffect, useMemo } from 'react'
import { useDealServices } from '#marketplace/buyer/platform/deal-services.ts'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { useLiveNews } from '#marketplace/buyer/platform/use-live-news.ts'
import { offerPath } from '#marketplace/kit/offer-labels.ts'
import { walletUpdated } from '#shared/contract/events.ts'
import type { OfferGateWire } from '#shared/contract/offers.ts'
import { createGate } from './offer-setup.ts'

/** What the deal requires of the reader, and the page of the offer they sent on it; null for none. */
export type Standing = readonly [gate: OfferGateWire | null, sentOffer: string | null]

export interface OfferStandingProps {
  propertyId: number
  onChange: (standing: Standing) => void
}

/** Nothing for a visitor, nor while it is not known. */
export default function OfferStanding({ propertyId, onChange }: OfferStandingProps) {
  useSignals()
  const { user } = useServices()
  const isUser = user.state.value.phase === 'user'
  const gate = useGate(isUser ? propertyId : null)
  useEffect(() => {
    const { offer_id: id, offer_state: state } = gate ?? {}
    onChange([gate, id && state && state !== 'draft' ? offerPath(id) : null])
  }, [onChange, gate])
  if (gate === null) return null
  const hasDeposit = gate.steps.some(({ step, is_met: met }) => step === 'deposit' && met)
  return (
    <dl className="contents">
      <div className="flex justify-between">
        <dt className="text-text-2">Refundable deposit</dt>
        <dd className={hasDeposit ? 'font-medium text-gain-text' : 'text-text-2'}>
          {hasDeposit ? 'Active' : 'None yet'}
        </dd>
      </div>
      <div className="flex justify-between">
        <dt className="text-text-2">Offers on this deposit</dt>
        <dd className="num">
          {gate.active_offers_count} of {gate.offers_per_deposit_limit} used
        </dd>
      </div>
    </dl>
  )
}

function useGate(propertyId: number | null): OfferGateWire | null {
  useSignals()
  const { api } = useServices()
  const { offers } = useDealServices()
  const gate = useMemo(() => (propertyId === null ? null : createGate(api, propertyId)), [api, propertyId])
  const onChange = useCallback(async () => gate?.load(), [gate])
  useLiveNews({
    event: walletUpdated,
    what: 'The deposit beside a deal',
    onChange,
  })
  useEffect(() => {
    if (gate === null) return
    void gate.load()
    const stops = [offers.onNews(() => void gate.load()), offers.follow(), gate.reset]
    return () => {
      for (const stop of stops) stop()
    }
  }, [gate, offers])
  return gate?.state.value.phase === 'ready' ? gate.state.value.value : null
}
