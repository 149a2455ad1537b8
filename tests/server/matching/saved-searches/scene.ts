/** People with saved searches, and deals that come into them when a test says so. */
import {
  type FindNewDealsDeps,
  findNewDeals,
  newsDueSince,
} from '#server/matching/saved-searches/find-new-deals.ts'
import type { SavedSearchWire } from '#shared/contract/saved-searches.ts'
import type { Person, TestServer } from '#tests/support/server.ts'
import { dealScene } from '../../deals/list/scene.ts'

export const SECRET = 'a secret for tests only'

export function searchScene(server: TestServer) {
  const { db } = server.database
  const deps: FindNewDealsDeps = { db, secret: SECRET, nowMs: Date.now, quietMs: 0 }
  const call = (who: Person, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path = '', body?: unknown) =>
    server.call(method, `/customer/api/auth/saved-searches${path}`, {
      token: who.token,
      ...(body ? { body } : {}),
    })
  const done = async (...asked: Parameters<typeof call>) => {
    const answer = await call(...asked)
    if (answer.status >= 400) throw new Error(`${answer.status}: ${JSON.stringify(answer.body)}`)
    return answer.body.data
  }
  return {
    call,
    deals: dealScene(server),
    /** As the rule of the clock does it. */
    find: async (more: Partial<FindNewDealsDeps> = {}) =>
      (await newsDueSince({ ...deps, ...more })) === null ? [] : findNewDeals({ ...deps, ...more }),
    list: (who: Person): Promise<SavedSearchWire[]> => done(who, 'GET'),
    save: (who: Person, query: string, more: Record<string, unknown> = {}): Promise<SavedSearchWire> =>
      done(who, 'POST', '', { name: 'Mine', query, ...more }),
    change: (who: Person, { id }: { id: number }, body: Record<string, unknown>): Promise<SavedSearchWire> =>
      done(who, 'PUT', `/${id}`, body),
    look: (who: Person, { id }: { id: number }): Promise<SavedSearchWire> => done(who, 'PUT', `/${id}/look`),
    async news(who: Person, { id }: { id: number }): Promise<number[]> {
      const found: SavedSearchWire[] = await done(who, 'GET')
      return (found.find((one) => one.id === id)?.new_ids ?? []).toSorted((a, b) => a - b)
    },
  }
}
