/** A bearer for the visitor of a seller's site, asked for by the site's own server. */

import { openConversation } from '#server/accounts/login/open-conversation.ts'
import { type IssuedToken, issue } from '#server/accounts/login/tokens.ts'
import type { Database } from '#server/core/database/open.ts'
import type { ServerKeyPrincipal } from '#server/core/http/principal.ts'
import { EMBED_TOKEN_LIFETIME_MS } from '#shared/contract/key-limits.ts'
import { type Visitor, visitorOf } from './visitors.ts'

/** The conversation is open afterwards, so that the element has where to write. */
export const issueFor = (db: Database, key: ServerKeyPrincipal, visitor: Visitor): Promise<IssuedToken> =>
  db.transaction().execute(async (trx) => {
    const { keyId, accountId } = key
    const customerId = await visitorOf(trx, accountId, visitor)
    await openConversation(trx, { customerId, accountId })
    return issue(trx, {
      ...{ kind: 'customer', purpose: 'widget', lifetimeMs: EMBED_TOKEN_LIFETIME_MS },
      ...{ principalId: customerId, accountId, serverKeyId: keyId },
    })
  })
