/** Puts a production server together step by step in a process of its own, so that `memory.ts` sees what each part adds. */
import type { PlatServer } from '#server/compose-server.ts'
import type { OpenDatabase } from '#server/core/database/open-database.ts'
import { answerParent } from './child.ts'
import { megabytesOf } from './process-memory.ts'
import { settledMemory } from './settled-memory.ts'

let database: OpenDatabase | null = null
let server: PlatServer | null = null

const STEPS: Record<string, (url: string | undefined) => Promise<unknown>> = {
  node: async () => {},
  modules: () => Promise.all([import('#server/create-server.ts'), import('#server/core/database/open.ts')]),
  database: async (url) => {
    const { openDatabase } = await import('#server/core/database/open.ts')
    database = await openDatabase(url ? { url } : { dataDir: 'memory://' })
    await database.migrate()
  },
  server: async () => {
    const { createServer } = await import('#server/create-server.ts')
    if (!database) throw new Error('The database comes first.')
    const log = { level: 'silent' } as const
    server = await createServer({
      database,
      log,
      secret: 'a secret for benchmarks only',
      realtime: { driver: 'embedded', appId: 'bench', key: 'bench', secret: 'bench' },
    })
    await server.listen({ port: 0 })
  },
  places: async () => server?.parts.geocoder.query('Houston'),
  deals: async () =>
    server?.app.inject({ url: '/customer/api/properties', headers: { 'accept-encoding': 'br' } }),
}

export interface Step {
  /** Proportional set size after collection. */
  megabytes: number
  /** What the step took. */
  milliseconds: number
}

answerParent(
  {
    async step({ name, url }: { name: string; url?: string }): Promise<Step> {
      const startedAt = performance.now()
      await STEPS[name]?.(url)
      const milliseconds = performance.now() - startedAt
      await settledMemory()
      return { megabytes: megabytesOf(process.pid), milliseconds }
    },
  },
  async () => {
    await (server ? server.close({ graceMs: 0 }) : database?.close())
  },
)
