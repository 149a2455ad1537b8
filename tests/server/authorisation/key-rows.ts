/** Keys of a seller: for its administrators. The call of the seller's own server takes none of these people's tokens. */
import { desk, open, type Row, sellers } from './kinds.ts'

const VISITOR = { id: 'user-7', email: 'ann@example.com', name: 'Ann Lee' }

/** A form of the right shape for a key that nobody has. */
const PROOF = { public_key: 'a'.repeat(87), challenge: 'x.y', signature: 'a'.repeat(86) }
const NO_KEY = { key: 'pk_none' }
/** For guests alone: a bearer of the messenger is let in, and told that it is no guest's. */
const guests = (given?: Row['given']): Row => ({
  answers: { visitor: 401, other: 403, rival: 403, seller: 403, widget: 403, owner: 403 },
  ...(given ? { given } : {}),
})

export const KEY_ROWS: Readonly<Record<string, Row>> = {
  sellerKeys: desk(200),
  sellerCreateKey: desk(201, () => ({ body: { name: 'Website' } })),
  sellerChangeKey: sellers(200, 404, ({ keyId }) => ({ params: { key: keyId }, body: { name: 'Shop' } })),
  sellerRotateKey: sellers(200, 404, ({ keyId }) => ({ params: { key: keyId } })),
  sellerRevokeKey: sellers(200, 404, ({ keyId }) => ({ params: { key: keyId } })),
  siteKey: open(404, () => ({ params: NO_KEY })),
  exchangeAssertion: open(404, () => ({ params: NO_KEY, body: { assertion: 'x.y.z' } })),
  guestChallenge: open(404, () => ({ params: NO_KEY })),
  startGuest: open(404, () => ({ params: NO_KEY, body: { ...PROOF, name: 'Ann', message: 'Hello' } })),
  renewGuest: open(404, () => ({ params: NO_KEY, body: PROOF })),
  startGuestReturn: open(404, () => ({ params: NO_KEY, body: { email: VISITOR.email } })),
  finishGuestReturn: open(404, () => ({ params: NO_KEY, body: { ...PROOF, handle: 7, code: '000000' } })),
  sendGuestCode: guests(() => ({ body: {} })),
  confirmGuestEmail: guests(() => ({ body: { code: '000000' } })),
  becomeBuyer: guests(() => ({ body: {} })),
  issueEmbedToken: {
    answers: { visitor: 401, other: 403, rival: 403, seller: 403, widget: 403, owner: 403 },
    given: () => ({ body: { user: VISITOR } }),
  },
}
