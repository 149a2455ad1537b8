/** What a smart box remembers in its `learned` column: the numbers, the areas, and what the customer took out. */
import * as z from 'zod/mini'
import { criterionKey } from '#shared/contract/buy-box.ts'

const schema = z.object({
  purchases: z.number(),
  since: z.nullable(z.string()),
  isEnough: z.boolean(),
  areas: z.array(
    z.object({
      kind: z.enum(['county', 'zip']),
      code: z.string(),
      purchases: z.number(),
      evidence: z.string(),
    }),
  ),
  removed: z.array(criterionKey),
})
export type StoredLearning = z.output<typeof schema>

const NOTHING: StoredLearning = { purchases: 0, since: null, isEnough: false, areas: [], removed: [] }

/** A box that never learned, or whose column an older version wrote, knows nothing yet. */
export function storedLearning(column: unknown): StoredLearning {
  const parsed = z.safeParse(schema, column)
  return parsed.success ? parsed.data : NOTHING
}
