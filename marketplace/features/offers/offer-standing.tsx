/** Beside a deal's price: the reader's deposit, how many offers it still covers, and their own offer on this deal. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState } from 'react'
import { useDealServices } from '#marketplace/platform/deal-services.ts'
import { useServices } from '#marketplace/platform/services-context.tsx'
import { Link } from '#marketplace/ui/link.tsx'
import type { OfferGateWire } from '#shared/contract/offers.ts'
import { loadGate } from './offer-setup.ts'
import { offerPath } from './offer-words.ts'

/** Nothing for a visitor, nor while it is not known. */
export default function OfferStanding({ propertyId }: { propertyId: number }) {
  useSignals()
  const { user } = useServices()
  const isUser = user.state.value.phase === 'user'
  const gate = useGate(isUser ? propertyId : null)
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
  const { api } = useServices()
  const { offers } = useDealServices()
  const [gate, setGate] = useState<OfferGateWire | null>(null)
  useEffect(() => {
    if (propertyId === null) return setGate(null)
    let isEnded = false
    const ask = () =>
      void loadGate(api, propertyId).then((answer) => {
        if (!isEnded && answer !== null) setGate(answer)
      })
    ask()
    const stops = [offers.onNews(ask), offers.follow()]
    return () => {
      isEnded = true
      for (const stop of stops) stop()
    }
  }, [api, offers, propertyId])
  return gate
}
