/** Making an offer over the deal's page. */
import { Modal } from '#marketplace/kit/ui/modal.tsx'
import { MakeOffer } from './make-offer.tsx'
import type { FrameProps, MakeOfferProps } from './make-offer-props.ts'

export default function MakeOfferDialog(props: Omit<MakeOfferProps, 'Frame'>) {
  return <MakeOffer {...props} Frame={DialogFrame} />
}

function DialogFrame({ children, ...frame }: FrameProps) {
  return (
    <Modal {...frame} keepsInput>
      {children}
    </Modal>
  )
}
