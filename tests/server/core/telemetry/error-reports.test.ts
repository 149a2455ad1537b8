/** What an error tracker receives: unexpected errors with the id of their request, and nothing of a person. */

import { Registry } from 'prom-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Refusal } from '#server/core/http/refusal.ts'
import { workKind } from '#server/core/jobs/failed-work.ts'
import { createJobWatch } from '#server/core/jobs/job-watch.ts'
import { redactErrorText } from '#server/core/telemetry/redact-error-text.ts'
import { startTelemetry } from '#server/core/telemetry/start-telemetry.ts'
import type { Telemetry } from '#server/core/telemetry/telemetry.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { type Receiver, startReceiver } from '#tests/support/telemetry-receiver.ts'

const STREET = '812 Elm Street'
let tracker: Receiver
let telemetry: Telemetry
let server: TestServer
let token: string
let email: string
const requestIds: unknown[] = []

interface Reported {
  exception: { values: { type: string; value: string; stacktrace?: { frames: { function?: string }[] } }[] }
  tags: Record<string, string>
}

/** The events of the envelopes: a line of headers, then a line of headers and one of content for each item. */
const events = (): (Reported & Record<string, unknown>)[] =>
  tracker.received.map(({ body }) => JSON.parse(body.split('\n')[2] ?? ''))

beforeAll(async () => {
  tracker = await startReceiver()
  const errors = {
    dsn: tracker.url.replace('://', '://public@').concat('/42'),
    environment: 'test',
    release: '1.2',
  }
  telemetry = await startTelemetry({ tracing: null, errors })
  server = await startTestServer({
    telemetry,
    extend(app) {
      app.post('/boom/:id', async function breaks({ headers, body }) {
        throw new TypeError(
          `No row for ${email} at "${STREET}", ${headers.authorization} ${JSON.stringify(body)} +1 713 555 0142`,
        )
      })
      app.get('/refused', async () => {
        throw new Refusal(409, { message: 'No.', code: 'conflict' })
      })
      app.get('/away', async () => {
        throw Object.assign(new Error('terminating connection'), { code: '57P01' })
      })
    },
  })
  const dana = await server.addCustomer()
  token = dana.token
  email = dana.email
  const answer = await server.call('POST', '/boom/7?email=dana@example.com', {
    token,
    body: { email, street: STREET },
  })
  requestIds.push(answer.headers['x-request-id'])
  await server.call('GET', '/refused')
  await server.call('GET', '/away')
  await server.call('GET', '/nowhere')
  const kind = workKind({ name: 'letters', label: 'Letter', tries: 3 })
  const log = { warn: () => {}, error: () => {} }
  const watch = createJobWatch({
    db: server.database.db,
    log,
    registry: new Registry(),
    errors: telemetry.errors,
  })
  // One object an error: the library reports the same one once.
  for (const tries of [1, 2, 3, 4])
    watch.failed({ kind, item: email, error: new Error(`try ${tries}`), tries, isGivenUp: tries >= 3 })
  await server.close({ graceMs: 0 })
})
afterAll(() => tracker.close())

describe('an error report', () => {
  it('is made of a 500 and of work after its last try, and of nothing else', () => {
    expect(events().map(({ tags }) => tags)).toEqual([
      { request_id: requestIds[0], method: 'POST', route: '/boom/:id' },
      { job: 'letters' },
    ])
    expect(events()[1]?.exception.values[0]?.value).toBe('try 3')
  })

  it('says what happened and where, and under what it is filed', () => {
    const [event] = events()
    expect(event).toMatchObject({ environment: 'test', release: '1.2', level: 'error' })
    const [value] = event?.exception.values ?? []
    expect(value?.type).toBe('TypeError')
    expect(value?.value).toMatch(/^No row for /)
    expect(value?.stacktrace?.frames.map((frame) => frame.function).join()).toContain('breaks')
  })

  it('has nothing of a person: no token, address, number, query or body', () => {
    const sent = JSON.stringify(tracker.received)
    for (const secret of [token, email, 'example.com', STREET, 'Elm']) expect(sent).not.toContain(secret)
    // Ids and times may have these digits by chance.
    const words = events().flatMap(({ exception }) => exception.values.map(({ value }) => value))
    expect(words.join('\n')).not.toMatch(/713|555|0142/)
  })

  it('has no fields but those', () => {
    const known = [
      'environment',
      'event_id',
      'exception',
      'level',
      'platform',
      'release',
      'tags',
      'timestamp',
    ]
    for (const event of events()) expect(Object.keys(event).sort()).toEqual(known)
  })
})

describe('the message of an error', () => {
  it.each([
    [
      'duplicate key value violates unique constraint "customers_email_key"',
      'duplicate key value violates unique constraint "customers_email_key"',
    ],
    ['Key (email)=(dana@example.com) already exists.', 'Key (email)=(…) already exists.'],
    ['invalid input syntax for type bigint: "Dana Hill"', 'invalid input syntax for type bigint: "…"'],
    ['GET https://api.example/people/7?key=s3cr3t failed', 'GET https://… failed'],
    ['call 713-555-0142 now', 'call # now'],
    ['refused eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI3In0.c2lnbmF0dXJl', 'refused …'],
    ['password=hunter2', 'password=…'],
    ['It took longer than 60 seconds.', 'It took longer than 60 seconds.'],
  ])('%s', (given, kept) => {
    expect(redactErrorText(given)).toBe(kept)
  })
})
