/** What stands for the schema library in the built messenger, held against the library itself over the messenger's own wire. */
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { build } from 'vite'
import { beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { aliasesOf } from '#widget/build/flavour.ts'
import * as wire from './messenger-wire.ts'

type Any = z.ZodMiniType
let lean: typeof wire & { z: typeof z }

beforeAll(async () => {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    resolve: { alias: aliasesOf('full') },
    build: {
      write: false,
      minify: false,
      rolldownOptions: {
        input: fileURLToPath(new URL('./messenger-wire.ts', import.meta.url)),
        preserveEntrySignatures: 'strict',
        output: { format: 'es' },
      },
    },
  })
  const output = 'output' in built ? built.output : []
  const code = output.map((file) => ('code' in file ? file.code : '')).join('\n')
  lean = await import(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`)
})

const said = (library: typeof z, schema: Any, value: unknown) => {
  const read = library.safeDecode(schema, value as never)
  return read.success ? { data: read.data } : 'refused'
}
/** A page's developer is told which of the settings does not fit. */
const refusedAt = (library: typeof z, schema: Any, value: unknown) => {
  const read = library.safeParse(schema, value)
  return read.success ? [] : places(read.error.issues)
}
const places = (issues: readonly { path: readonly PropertyKey[] }[]) => [
  ...new Set(issues.map(({ path }) => path.join('.'))),
]

const message = {
  id: '7',
  account_id: 3,
  customer_id: 9,
  type: 'outbound',
  action: 'offer',
  channel: null,
  created_at: '2025-06-10T14:55:00.000000Z',
  calculated_body: 'Hello',
  is_read: 0,
  property: { id: 5, price: '125000.00', arv_estimate: null, main_image: { thumbnail: '/a.jpg' } },
  offer: { id: 4, price: 1, is_backup: true, version: '2' },
  inquiry: { id: 1, type: 'address', state: 'granted' },
}
const chat = {
  id: 1,
  account: { id: '2', title: 'Lone Star', deals_site_settings: { deals_emails_logo: null } },
  last_message: { ...message, property: undefined },
  customer_unread_count: '3',
}
const GIVEN: Record<keyof typeof wire.SCHEMAS, unknown> = {
  chats: {
    data: [chat],
    links: { next: 'https://x.test/?page=2', first: null },
    meta: { current_page: 1, to: null },
  },
  rawChats: { data: [chat], links: [{ url: null }], next_page_url: 'https://x.test/?page=2' },
  messages: { data: [message, { ...message, id: 8 }], links: { next: null } },
  sent: { data: message },
  sentBare: message,
  user: {
    data: {
      id: '7',
      first_name: 'Ann',
      unread_total: '2',
      email_confirmed: 1,
      phones: [],
      favourite_properties: [1, '2'],
    },
  },
  signature: { auth: 'key:sig', channel_data: '{}' },
  problem: { message: 'No', errors: { message: ['too long'] }, code: 'x', more: 1 },
  config: { key: 'k', wsPort: '6001', forceTLS: true, jobInterval: 200 },
  live: { message },
  read: { account_id: 1, customer_id: '2', text_messages_ids: [1, '2'], customer_unread_count: 0 },
  inquiryUpdated: { id: 1, type: 'address', property_id: 2, account_id: '3', customer_id: 4, latitude: 29.7 },
  offerUpdated: { offer: { id: 1 } },
}

/** One value somewhere inside is gone, or something else. */
const damaged = (value: unknown): fc.Arbitrary<unknown> =>
  fc
    .tuple(fc.infiniteStream(fc.nat()), fc.oneof(fc.constant(GONE), fc.jsonValue({ maxDepth: 2 }), ODD))
    .map(([turns, put]) => damage(structuredClone(value), turns, put))
const GONE = Symbol('gone')
const ODD = fc.constantFrom(
  undefined,
  '',
  ' 1',
  '1',
  '0',
  -1,
  1.5,
  2 ** 53,
  '99999999999999999',
  [],
  {},
  0,
  1,
  true,
)

function damage(value: unknown, turns: Iterator<number>, put: unknown): unknown {
  const keys = typeof value === 'object' && value !== null ? Object.keys(value) : []
  const turn: number = turns.next().value
  if (keys.length === 0 || turn % 7 === 0) return put === GONE ? undefined : put
  const key = keys[turn % keys.length] ?? ''
  const holder = value as Record<string, unknown>
  const inner = damage(holder[key], turns, put)
  if (inner === undefined && put === GONE && !Array.isArray(value)) delete holder[key]
  else holder[key] = inner
  return value
}

describe.each(Object.keys(wire.SCHEMAS) as (keyof typeof wire.SCHEMAS)[])('%s', (name) => {
  test('what fits is read alike', () => {
    const given = GIVEN[name]
    const real = said(z, wire.SCHEMAS[name], given)
    expect(said(lean.z, lean.SCHEMAS[name], given)).toEqual(real)
  })

  test('what is damaged is read alike or refused alike', () => {
    fc.assert(
      fc.property(damaged(GIVEN[name]), (given) => {
        expect(said(lean.z, lean.SCHEMAS[name], given)).toStrictEqual(said(z, wire.SCHEMAS[name], given))
      }),
      { numRuns: 80 },
    )
  })
})

test('a setting that does not fit is named alike', () => {
  fc.assert(
    fc.property(damaged(GIVEN.config), (given) => {
      expect(refusedAt(lean.z, lean.SCHEMAS.config, given)).toEqual(refusedAt(z, wire.SCHEMAS.config, given))
    }),
    { numRuns: 80 },
  )
})

test.each(Object.entries(wire.INPUTS))('%s is written alike', (name, { schema, given }) => {
  const other = lean.INPUTS[name as keyof typeof wire.INPUTS]
  for (const value of given) {
    const write = (library: typeof z, by: Any) => {
      try {
        return library.encode(by, value as never)
      } catch {
        return 'refused'
      }
    }
    expect(write(lean.z, other.schema)).toStrictEqual(write(z, schema))
  }
})
