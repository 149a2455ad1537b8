/** The rows of the authorisation matrix about offers, of both sides. */
import { desk, own, owners, type Row, sellers, withWidget } from './kinds.ts'

export const OFFER_ROWS: Readonly<Record<string, Row>> = {
  listOffers: own(200),
  getOffer: withWidget(owners(200, ({ offerId }) => ({ params: { offer: offerId } }))),
  getOfferGate: own(200, ({ propertyId }) => ({ query: { property_id: String(propertyId) } })),
  createOffer: own(201, ({ propertyId }) => ({
    body: { property_id: propertyId, is_draft: true, terms: { price_cents: 100 } },
  })),
  // An offer whose time ran out: 409 says that the call got past the door.
  updateOffer: withWidget(
    owners(409, ({ offerId }) => ({
      params: { offer: offerId },
      body: { action: 'withdraw', version: 1 },
    })),
  ),
  removeDraftOffer: owners(204, ({ draftOfferId }) => ({ params: { offer: draftOfferId } })),
  confirmOffer: owners(409, ({ offerId }) => ({ params: { offer: offerId } })),
  buyerStep: owners(409, ({ offerId }) => ({
    params: { offer: offerId, step: 'inspection' },
    body: { is_done: true },
  })),
  sellerOffers: desk(200),
  sellerOffer: sellers(200, 404, ({ offerId }) => ({ params: { offer: offerId } })),
  sellerMoveOffer: sellers(409, 404, ({ offerId }) => ({
    params: { offer: offerId },
    body: { action: 'accept', version: 1 },
  })),
  sellerOfferStep: sellers(409, 404, ({ offerId }) => ({
    params: { offer: offerId, step: 'title_opened' },
    body: { is_done: true },
  })),
  sellerAddStepFile: sellers(409, 404, ({ offerId }) => ({ params: { offer: offerId } })),
  sellerAskForDocuments: sellers(409, 404, ({ offerId }) => ({
    params: { offer: offerId },
    body: { message: 'The trust certificate, please.' },
  })),
}
