/** Rows of the matrix: blasts, digests, the list of buyers, and the seller’s Today. */
import { desk, type Row, sellers } from './kinds.ts'

export const CAMPAIGN_ROWS: Readonly<Record<string, Row>> = {
  sellerAudience: sellers(200, 422, ({ propertyId }) => ({
    body: { channel: 'sms', audience: { deal_id: propertyId } },
  })),
  sellerBlast: desk(201, () => ({ body: { channel: 'sms', message: 'A new deal' } })),
  sellerCampaign: sellers(200, 404, ({ campaignId }) => ({ params: { campaign: campaignId } })),
  sellerCampaigns: desk(200),
  sellerToday: desk(200),
  sellerTodayFigures: desk(200),
  sellerCancelCampaign: sellers(200, 404, ({ campaignId }) => ({ params: { campaign: campaignId } })),
  sellerDigest: sellers(201, 422, ({ propertyId }) => ({ body: { property_ids: [propertyId] } })),
  sellerResendCampaign: sellers(200, 404, ({ campaignId }) => ({ params: { campaign: campaignId } })),
  sellerPreviewBlast: sellers(200, 422, ({ propertyId }) => ({
    body: { channel: 'email', property_id: propertyId },
  })),
  sellerTestBlast: sellers(200, 422, ({ propertyId }) => ({
    body: { channel: 'email', property_id: propertyId },
  })),

  sellerBuyers: sellers(200, 404, ({ propertyId }) => ({ query: { deal: String(propertyId) } })),
  sellerImportBuyers: desk(200, () => ({
    body: { rows: [{ line: 1, email: 'new@example.com', has_consent: false }] },
  })),
  // They have a conversation: 409 says that the call got past the door.
  sellerRemoveBuyer: sellers(409, 404, ({ buyerId }) => ({ params: { buyer: buyerId } })),
  sellerTagBuyer: sellers(200, 404, ({ buyerId }) => ({
    params: { buyer: buyerId },
    body: { tags: ['cash'] },
  })),
}
