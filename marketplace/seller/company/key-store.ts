/** The keys of the account's own site, as the seller's app shows and changes them. A new secret is kept only until it was copied. */
import { type ReadonlySignal, signal } from '@preact/signals-react'
import { attempt, formMessage, sayFailure } from '#marketplace/kit/attempt.ts'
import { createResource, type ResourceState } from '#marketplace/kit/resource.ts'
import type { Api } from '#shared/api/client.ts'
import { launcherSettings } from '#shared/contract/launcher.ts'
import {
  type ServerKeyWire,
  type SiteJwksWire,
  sellerChangeKey,
  sellerCreateKey,
  sellerKeys,
  sellerRevokeKey,
  sellerRotateKey,
  siteJwks,
} from '#shared/contract/seller-keys.ts'
import type { Clock } from '#shared/lib/clock.ts'
import { ORIGIN_HINT, originOf } from '#shared/rules/origins.ts'
import { KEY_LABELS } from './key-labels.ts'
import { type LauncherDraft, launcherBody } from './launcher-draft.ts'

export interface KeyDraft {
  name: string
  /** One origin per line. */
  origins: string
  /** The site's public keys as JSON; empty for none. Only of a key that exists. */
  jwks?: string
}

const FIELDS = ['name', 'origins', 'jwks', 'greeting', 'consent', 'accent', 'pages', 'hours'] as const

/** Null if it worked, else what to say, by field or about the whole. */
export type KeyProblem = {
  readonly field: (typeof FIELDS)[number] | null
  readonly text: string
  /** What else was refused. */
  readonly rest?: string
} | null

export interface KeyStore {
  readonly state: ReadonlySignal<ResourceState<ServerKeyWire[]>>
  /** Of a key that was just made or rotated. */
  readonly secret: ReadonlySignal<string | null>
  load(): Promise<void>
  create(draft: KeyDraft): Promise<KeyProblem>
  change(id: number, draft: KeyDraft): Promise<KeyProblem>
  changeLauncher(id: number, draft: LauncherDraft): Promise<KeyProblem>
  rotate(id: number): Promise<KeyProblem>
  revoke(id: number): Promise<KeyProblem>
  /** The person has copied the secret. */
  forgetSecret(): void
}

export function createKeyStore(api: Api, clock?: Clock): KeyStore {
  const keys = createResource(async () => (await api(sellerKeys, {})).data, clock)
  const secret = signal<string | null>(null)

  const run = async (work: () => Promise<unknown>): Promise<KeyProblem> => {
    const done = await attempt(work())
    if (done.kind === 'done') return null
    const said = sayFailure(done.failure)
    const named = Object.entries(said.fields).find(([name]) => fieldOf(name))
    if (!named) return { field: null, text: formMessage(said) ?? '' }
    const [name, text] = named
    const rest = formMessage(said, [name])
    return { field: fieldOf(name), text, ...(rest && { rest }) }
  }
  const withSecret = (call: () => Promise<{ data: ServerKeyWire & { secret_key: string } }>) =>
    run(async () => {
      const made = await keys.merge(
        async () => (await call()).data,
        (all, { secret_key: _shownOnce, ...key }) =>
          [...all.filter(({ id }) => id !== key.id), key].sort((a, b) => a.id - b.id),
      )
      secret.value = made.secret_key
    })

  return {
    state: keys.state,
    secret,
    load: keys.load,
    async create(draft) {
      const read = readDraft(draft)
      return 'text' in read ? read : withSecret(() => api(sellerCreateKey, { body: read }))
    },
    async change(key, draft) {
      const read = readDraft(draft)
      if ('text' in read) return read
      const jwks = readJwks(draft.jwks ?? '')
      if (jwks === undefined) return { field: 'jwks', text: KEY_LABELS.jwksWrong }
      const body = { ...read, jwks }
      return run(() => keys.write(async () => (await api(sellerChangeKey, { params: { key }, body })).data))
    },
    async changeLauncher(key, draft) {
      const body = launcherBody(draft)
      const [wrong] = launcherSettings.safeParse(body.launcher).error?.issues ?? []
      if (wrong) return { field: fieldOf(String(wrong.path[0])), text: wrong.message }
      return run(() => keys.write(async () => (await api(sellerChangeKey, { params: { key }, body })).data))
    },
    rotate: (key) => withSecret(() => api(sellerRotateKey, { params: { key } })),
    revoke: (key) =>
      run(() => keys.write(async () => (await api(sellerRevokeKey, { params: { key } })).data)),
    forgetSecret() {
      secret.value = null
    },
  }
}

/** Null for none, undefined for what is no set of keys. */
function readJwks(text: string): SiteJwksWire | null | undefined {
  if (text.trim() === '') return null
  try {
    return siteJwks.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}

/** As the call takes it, or what is wrong with it. */
function readDraft({
  name,
  origins,
}: KeyDraft): { name: string; origins: string[] } | NonNullable<KeyProblem> {
  const lines = origins.split(/[\s,]+/).filter((line) => line !== '')
  const wrong = lines.find((line) => originOf(line) === null)
  if (name.trim() === '') return { field: 'name', text: 'Enter a name.' }
  if (wrong !== undefined) return { field: 'origins', text: `“${wrong}” is no origin. ${ORIGIN_HINT}` }
  return { name: name.trim(), origins: lines }
}

/** Of `origins.0` or `launcher.pages.2`, say. */
function fieldOf(name: string): NonNullable<KeyProblem>['field'] {
  const [first] = name.replace(/^launcher\./, '').split('.')
  return FIELDS.find((field) => field === first) ?? null
}
