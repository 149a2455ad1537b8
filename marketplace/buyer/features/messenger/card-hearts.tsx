/** The heart on each property's card in the open thread, in the slot that the element keeps there (checklist FAV-02). */
import { type RefObject, Suspense, useEffect, useState } from 'react'
import { lazyPart, Nothing } from '#marketplace/buyer/ui/lazy-part.tsx'
import type { PlatMessengerElement } from '#widget/index.ts'

const HeartButton = lazyPart(
  () => import('#marketplace/buyer/ui/deal/heart-button.tsx').then((file) => ({ default: file.HeartButton })),
  Nothing,
)

export function CardHearts({ element }: { element: RefObject<PlatMessengerElement | null> }) {
  /** The property of each message that was on the screen. */
  const [cards, setCards] = useState<ReadonlyMap<number, number>>(new Map())
  useEffect(() => {
    const messenger = element.current
    if (messenger === null) return
    const shown = ({ detail }: HTMLElementEventMap['plat-messenger:property']) =>
      setCards((before) => new Map(before).set(detail.messageId, detail.propertyId))
    messenger.addEventListener('plat-messenger:property', shown)
    return () => messenger.removeEventListener('plat-messenger:property', shown)
  }, [element])
  return [...cards].map(([messageId, propertyId]) => (
    <span key={messageId} className="m-2 block" slot={`property-${messageId}`}>
      <Suspense fallback={null}>
        <HeartButton propertyId={propertyId} name="this deal" />
      </Suspense>
    </span>
  ))
}
