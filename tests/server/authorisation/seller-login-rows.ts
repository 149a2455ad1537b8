/** How a seller's people log in, what they agree to, what they set aside, and what they note for themselves. */
import { TERMS_VERSION } from '#shared/contract/limits.ts'
import { desk, ofOwner, open, type Row, sellers } from './kinds.ts'

export const SELLER_LOGIN_ROWS: Readonly<Record<string, Row>> = {
  sellerLogin: open(422, () => ({ body: { email: 'nobody@example.com', password: 'not this one' } })),
  sellerLogout: desk(204),
  sellerUser: desk(200),
  sellerSetAside: sellers(200, 404, (scene) => ({ params: ofOwner(scene), body: { state: 'open' } })),
  sellerNotes: sellers(200, 404, (scene) => ({ params: ofOwner(scene) })),
  sellerAddNote: sellers(201, 404, (scene) => ({
    params: ofOwner(scene),
    body: { text: 'Calls before noon.' },
  })),
  sellerDeleteNote: sellers(404, 404, (scene) => ({ params: { ...ofOwner(scene), note: 999_999_999 } })),
  sellerAcceptTerms: desk(200, () => ({ body: { terms_version: TERMS_VERSION } })),
  sellerIdentity: desk(200),
  sellerStartIdentity: desk(200),
  sellerPhone: desk(200),
  sellerSendPhoneCode: desk(422, () => ({ body: { phone: '123' } })),
  sellerConfirmPhone: desk(422, () => ({ body: { phone: '(281) 443-0175', code: '000000' } })),
  sellerDeleteLogin: desk(422, () => ({ body: { confirmation: 'nobody@example.com' } })),
  sellerSessions: desk(200),
  sellerEndSession: desk(404, () => ({ params: { session: 999_999_999 } })),
  sellerEndSessions: desk(200),
  sellerRecover: open(200, ({ owner }) => ({ body: { email: owner.email } })),
  sellerSetPassword: open(422, () => ({ body: { token: 'guessed', password: 'not this one' } })),
}
