/** The rows of the authorisation matrix about proofs of funds, corporate documents and attachments of messages. 422 asks for the file: the door is passed. */
import { but, inThread, ofOwner, own, owners, type Row, sellers, withWidget } from './kinds.ts'

/** Sent on to a signed address: its owner, and the seller it was shown to. A messenger's bearer is a visitor here. */
const opened = (given: Row['given']): Row => but(owners(302, given), { rival: 404, seller: 302, widget: 401 })

export const FUNDS_ROWS: Readonly<Record<string, Row>> = {
  uploadAttachment: withWidget(owners(422, inThread)),
  showAttachment: withWidget(
    owners(200, (scene) => ({ params: { ...ofOwner(scene), attachment: scene.attachmentId } })),
  ),
  sellerUploadAttachment: sellers(422, 404, (scene) => ({ params: ofOwner(scene) })),
  sellerAttachment: sellers(200, 404, (scene) => ({
    params: { ...ofOwner(scene), attachment: scene.attachmentId },
  })),
  listProofsOfFunds: own(200),
  uploadProofOfFunds: own(422),
  updateProofOfFunds: owners(200, ({ proofId }) => ({ params: { proof: proofId }, body: { bank: 'Frost' } })),
  removeProofOfFunds: owners(204, ({ proofId }) => ({ params: { proof: proofId } })),
  downloadProofOfFunds: opened(({ proofId }) => ({ params: { proof: proofId } })),
  uploadCorporateDocument: owners(422, ({ draftOfferId }) => ({ params: { offer: draftOfferId } })),
  // The offer has ended, so its papers stay: 409 says that the call got past the door.
  removeCorporateDocument: owners(409, ({ offerId, corporateDocumentId }) => ({
    params: { offer: offerId, document: corporateDocumentId },
  })),
  downloadCorporateDocument: opened(({ offerId, corporateDocumentId }) => ({
    params: { offer: offerId, document: corporateDocumentId },
  })),
}
