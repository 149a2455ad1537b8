/** Making an offer over the deal's page. */
import { Modal } from '#marketplace/ui/modal.tsx'
import { type FrameProps, MakeOffer, type MakeOfferProps } from './make-offer.tsx'

export default function MakeOfferDialog(props: Omit<MakeOfferProps, 'Frame'>) {
  return <MakeOffer {...props} Frame={DialogFrame} />
}

function DialogFrame({ title, footer, onClose, children }: FrameProps) {
  return (
    <Modal title={title} onClose={onClose} footer={footer}>
      {children}
    </Modal>
  )
}
