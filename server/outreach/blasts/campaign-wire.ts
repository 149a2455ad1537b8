/** Campaigns as the seller app is shown them. */
import type { Database } from '#server/core/database/open.ts'
import type { PropertyRow } from '#server/core/database/schema.ts'
import type { Site } from '#server/core/http/site.ts'
import { cardWire } from '#server/messaging/property-card.ts'
import type { CampaignWire } from '#shared/contract/campaigns.ts'
import { countsOf } from './campaign-stats.ts'
import type { CampaignRow } from './campaigns.ts'

/** Deals and people by primary key, once for all. */
export async function campaignWires(
  { db, site }: { db: Database; site: Site },
  rows: readonly CampaignRow[],
): Promise<CampaignWire[]> {
  const properties = await propertiesById(db, [...new Set(rows.flatMap((row) => row.property_ids))])
  const members = await membersById(db, [...new Set(rows.flatMap(({ member_id }) => member_id ?? []))])
  const wires: CampaignWire[] = []
  for (const row of rows)
    wires.push({
      id: row.id,
      kind: row.kind,
      channel: row.channel,
      subject: row.subject,
      message: row.body,
      properties: row.property_ids.flatMap((id) => {
        const property = properties.get(id)
        return property ? [cardWire(property, site)] : []
      }),
      audience: row.audience,
      state: row.state,
      by: (row.member_id === null ? undefined : members.get(row.member_id)) ?? null,
      created_at: row.created_at.toISOString(),
      send_at: row.send_at.toISOString(),
      finished_at: row.finished_at?.toISOString() ?? null,
      stats: await countsOf(db, row),
      failed_at: null,
      failed_buyers: null,
      results: null,
    })
  return wires
}

async function propertiesById(db: Database, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, PropertyRow>()
  const rows = await db.selectFrom('properties').selectAll().where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, row]))
}

async function membersById(db: Database, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, string>()
  const rows = await db.selectFrom('account_members').select(['id', 'name']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
