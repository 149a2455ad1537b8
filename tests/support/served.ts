/** Which endpoints of the contract the running server answers, told by its own OpenAPI document. */
import { createServer } from '#server/create-server.ts'
import { openTestDatabase } from './database.ts'

let names: Promise<ReadonlySet<string>> | null = null

export function servedEndpoints(): Promise<ReadonlySet<string>> {
  names ??= read()
  return names
}

async function read(): Promise<ReadonlySet<string>> {
  const server = await createServer({
    database: await openTestDatabase(),
    realtime: { driver: 'embedded', appId: 'plat', key: 'plat', secret: 'a secret for tests only' },
    secret: 'a secret for tests only',
  })
  const response = await server.app.inject({ method: 'GET', url: '/openapi.json' })
  await server.close()
  const document = response.json() as { paths: Record<string, Record<string, { operationId?: string }>> }
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path))
  return new Set(operations.map((operation) => operation.operationId?.replace(/AtRoot$/, '') ?? ''))
}
