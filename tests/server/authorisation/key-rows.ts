/** Keys of a seller: for its administrators. The call of the seller's own server takes none of these people's tokens. */
import { desk, type Row, sellers } from './kinds.ts'

const VISITOR = { id: 'user-7', email: 'ann@example.com', name: 'Ann Lee' }

export const KEY_ROWS: Readonly<Record<string, Row>> = {
  deskKeys: desk(200),
  deskCreateKey: desk(201, () => ({ body: { name: 'Website' } })),
  deskChangeKey: sellers(200, 404, ({ keyId }) => ({ params: { key: keyId }, body: { name: 'Shop' } })),
  deskRotateKey: sellers(200, 404, ({ keyId }) => ({ params: { key: keyId } })),
  deskRevokeKey: sellers(200, 404, ({ keyId }) => ({ params: { key: keyId } })),
  issueEmbedToken: {
    answers: { visitor: 401, other: 403, rival: 403, seller: 403, widget: 403, owner: 403 },
    given: () => ({ body: { user: VISITOR } }),
  },
}
