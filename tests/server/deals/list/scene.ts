/** Deals in a test's database, and their list as a call answers it. */

import type { PropertiesTable } from '#server/core/database/schema.ts'
import { bumpDealRevision } from '#server/deals/list/bump-revision.ts'
import { type DealListWire, dealList } from '#shared/contract/properties.ts'
import type { TestServer } from '#tests/support/server.ts'

export const LIST = '/customer/api/properties'

/** Columns of `properties` as the database writes them. */
export type Fields = Partial<{ [K in keyof PropertiesTable]: unknown }>

export interface DealScene {
  /** A listed deal in Waco at $185,000 of an ARV of $260,000, but for the fields given. */
  add(accountId: number, fields?: Fields): Promise<number>
  change(id: number, fields: Fields): Promise<void>
  list(query?: string): Promise<DealListWire>
}

export function dealScene(server: TestServer): DealScene {
  const change = (id: number, fields: Fields) =>
    server.database.db.transaction().execute(async (trx) => {
      await bumpDealRevision(trx, id)
      if (Object.keys(fields).length === 0) return
      const update = trx.updateTable('properties').set(fields as never)
      await update.where('id', '=', id).execute()
    })
  return {
    change,
    async add(accountId, fields = {}) {
      const id = await server.addProperty(accountId, '412 Live Oak St')
      await change(id, { latitude: 31.549333, longitude: -97.14667, ...fields })
      return id
    },
    async list(query = '') {
      const { status, body } = await server.call('GET', LIST + query)
      if (status !== 200) throw new Error(`${LIST}${query} answered ${status}: ${JSON.stringify(body)}`)
      return dealList.parse(body)
    },
  }
}

/** A row by the names of its cells. */
export function dealIn(wire: DealListWire, id: number): Record<string, unknown> | null {
  const place = wire.columns.indexOf('id')
  const cells = wire.data.find((row) => row[place] === id)
  return cells ? Object.fromEntries(wire.columns.map((name, index) => [name, cells[index]])) : null
}

export const idsIn = ({ columns, data }: DealListWire): unknown[] =>
  data.map((row) => row[columns.indexOf('id')])
