/** Rows of the matrix: the deals of a seller, their files and open houses. */
import { desk, ofDeal, type Row, sellers } from './kinds.ts'

const NEXT_VISIT = {
  start: '2090-06-01T15:00:00Z',
  end: '2090-06-01T17:00:00Z',
  capacity: 8,
  access_notes: null,
  grants_address: false,
  host_id: null,
}

export const LISTING_ROWS: Readonly<Record<string, Row>> = {
  sellerDeals: desk(200),
  sellerCreateDeal: desk(201, () => ({ body: { address: '9 Cedar St' } })),
  sellerDealForEdit: sellers(200, 404, ofDeal),
  sellerSaveDeal: sellers(200, 404, ({ propertyId }) => ({
    params: { deal: propertyId },
    body: { price: 150_000 },
  })),
  // What is missing is named, to its seller alone.
  sellerPublishDeal: sellers(422, 404, ({ propertyId }) => ({ params: { deal: propertyId }, body: {} })),
  sellerDeleteDraft: sellers(409, 404, ofDeal),
  sellerSales: sellers(200, 404, ofDeal),
  sellerPickSales: sellers(200, 404, (scene) => ({ ...ofDeal(scene), body: { keys: null } })),
  sellerDealFigures: sellers(200, 404, ofDeal),
  sellerDealMatches: sellers(200, 404, ofDeal),
  sellerAddOpenHouse: sellers(201, 404, ({ propertyId }) => ({
    params: { deal: propertyId },
    body: NEXT_VISIT,
  })),
  sellerChangeOpenHouse: sellers(200, 404, ({ openHouseId }) => ({
    params: { openHouse: openHouseId },
    body: NEXT_VISIT,
  })),
  sellerAddImage: sellers(422, 404, ofDeal),
  sellerArrangeImages: sellers(200, 404, ({ propertyId }) => ({
    params: { deal: propertyId },
    body: { ids: [] },
  })),
  sellerCaptionImage: sellers(404, 404, ({ propertyId }) => ({
    params: { deal: propertyId, image: 1 },
    body: { caption: null },
  })),
  sellerRemoveImage: sellers(404, 404, ({ propertyId }) => ({ params: { deal: propertyId, image: 1 } })),
  sellerAddVideo: sellers(201, 404, ({ propertyId }) => ({
    params: { deal: propertyId },
    body: { url: 'https://videos.example/walk.mp4' },
  })),
  sellerRemoveVideo: sellers(404, 404, ({ propertyId }) => ({ params: { deal: propertyId, video: 1 } })),
  sellerAddDocument: sellers(422, 404, ofDeal),
  sellerChangeDocument: sellers(404, 404, ({ propertyId }) => ({
    params: { deal: propertyId, document: 1 },
    body: { title: 'Survey', kind: 'survey', gate: null },
  })),
  sellerRemoveDocument: sellers(404, 404, ({ propertyId }) => ({
    params: { deal: propertyId, document: 1 },
  })),
}
