/** The rows of the authorisation matrix about a seller's buyers, blasts and digests. */
import { desk, type Row, sellers } from './kinds.ts'

export const CAMPAIGN_ROWS: Readonly<Record<string, Row>> = {
  deskAudience: sellers(200, 422, ({ propertyId }) => ({
    body: { channel: 'sms', audience: { deal_id: propertyId } },
  })),
  deskBlast: desk(201, () => ({ body: { channel: 'sms', message: 'A new deal' } })),
  deskCampaign: sellers(200, 404, ({ campaignId }) => ({ params: { campaign: campaignId } })),
  deskCampaigns: desk(200),
  deskCancelCampaign: sellers(200, 404, ({ campaignId }) => ({ params: { campaign: campaignId } })),
  deskDigest: sellers(201, 422, ({ propertyId }) => ({ body: { property_ids: [propertyId] } })),
  deskResendCampaign: sellers(200, 404, ({ campaignId }) => ({ params: { campaign: campaignId } })),
  deskPreviewBlast: sellers(200, 422, ({ propertyId }) => ({
    body: { channel: 'email', property_id: propertyId },
  })),
  deskTestBlast: sellers(200, 422, ({ propertyId }) => ({
    body: { channel: 'email', property_id: propertyId },
  })),

  deskBuyers: sellers(200, 422, ({ propertyId }) => ({ query: { deal: String(propertyId) } })),
  deskImportBuyers: desk(200, () => ({
    body: { rows: [{ line: 1, email: 'new@example.com', has_consent: false }] },
  })),
  // They have a conversation: 409 says that the call got past the door.
  deskRemoveBuyer: sellers(409, 404, ({ buyerId }) => ({ params: { buyer: buyerId } })),
  deskTagBuyer: sellers(200, 404, ({ buyerId }) => ({
    params: { buyer: buyerId },
    body: { tags: ['cash'] },
  })),
}
