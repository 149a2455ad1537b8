/** The place of an offer's card. The card itself is loaded with the first offer that is met; one that cannot be loaded is one line. */
import { useSignals } from '@preact/signals-react/runtime'
import { lazy, Suspense } from 'react'
import { formatUsd } from '#shared/format/money.ts'
import type { ChatStore, Message } from '#shared/thread/model.ts'

interface OfferSlotProps {
  message: Message
  store: ChatStore
  name: string
}

const Card = lazy(() =>
  import('#shared/thread/offer/offer-card.tsx').then(
    ({ OfferCard }) => ({ default: OfferCard }),
    () => ({ default: Line }),
  ),
)

export function OfferSlot({ message, store, name }: OfferSlotProps) {
  return (
    <Suspense fallback={<Waiting message={message} store={store} />}>
      <Card message={message} offers={store.offers} seat="buyer" other={name} />
    </Suspense>
  )
}

function Line({ message: { offer } }: { message: Message }) {
  return offer?.priceUsd == null ? null : <p className="num font-semibold">{formatUsd(offer.priceUsd)}</p>
}

/** As high as what comes, nearly, so that the thread stays where it is. */
function Waiting({ message: { id, offer }, store }: Omit<OfferSlotProps, 'name'>) {
  useSignals()
  const last = store.offers.standings.value.get(offer?.id ?? 0)?.last.id ?? id
  return <div className={`w-90 max-w-full rounded-lg bg-sunken ${last === id ? 'h-75' : 'h-9'}`} />
}
