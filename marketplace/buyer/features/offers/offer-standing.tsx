/** Beside a deal's price: the reader's deposit, how many offers it still covers, and their own offer on this deal. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useMemo } from 'react'
import { useDealServices } from '#marketplace/buyer/platform/deal-services.ts'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { Link } from '#marketplace/buyer/ui/link.tsx'
import { offerPath } from '#marketplace/kit/offer-labels.ts'
import type { OfferGateWire } from '#shared/contract/offers.ts'
import { createGate } from './offer-setup.ts'

export interface OfferStandingProps {
  propertyId: number
  /** What the deal requires of the reader, or null. */
  onGate: (gate: OfferGateWire | null) => void
}

/** Nothing for a visitor, nor while it is not known. */
export default function OfferStanding({ propertyId, onGate }: OfferStandingProps) {
  useSignals()
  const { user } = useServices()
  const isUser = user.state.value.phase === 'user'
  const gate = useGate(isUser ? propertyId : null)
  useEffect(() => onGate(gate), [onGate, gate])
  if (gate === null) return null
  const hasDeposit = gate.steps.some(({ step, is_met: met }) => step === 'deposit' && met)
  return (
    <>
      {gate.offer_id ? (
        <p>
          <Link href={offerPath(gate.offer_id)} className="font-medium underline">
            Your offer on this deal
          </Link>
        </p>
      ) : null}
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
    </>
  )
}

function useGate(propertyId: number | null): OfferGateWire | null {
  useSignals()
  const { api } = useServices()
  const { offers } = useDealServices()
  const gate = useMemo(() => (propertyId === null ? null : createGate(api, propertyId)), [api, propertyId])
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
