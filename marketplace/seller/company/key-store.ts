/** The keys of the account's own site, as the seller's app shows and changes them. A new secret is kept only until it was copied. */
import { type ReadonlySignal, signal } from '@preact/signals-react'
import { attempt, type FormErrors, sayFailure } from '#marketplace/kit/attempt.ts'
import { createResource, type ResourceState } from '#marketplace/kit/resource.ts'
import type { Api } from '#shared/api/client.ts'
import { launcherSettings } from '#shared/contract/launcher.ts'
import {
  GUEST_DEFAULTS,
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
  /** Visitors without a login can write. Only of a new key; a key that exists says so with its launcher. */
  areGuestsAllowed?: boolean
  /** The site's public keys as JSON; empty for none. Only of a key that exists. */
  jwks?: string
}

/** Each call resolves with null, or with what was wrong; fields have the names of the drafts. */
export interface KeyStore {
  readonly state: ReadonlySignal<ResourceState<ServerKeyWire[]>>
  /** Of a key that was just made or rotated. */
  readonly secret: ReadonlySignal<string | null>
  load(): Promise<void>
  create(draft: KeyDraft): Promise<FormErrors | null>
  change(id: number, draft: KeyDraft): Promise<FormErrors | null>
  changeLauncher(id: number, draft: LauncherDraft): Promise<FormErrors | null>
  rotate(id: number): Promise<FormErrors | null>
  revoke(id: number): Promise<FormErrors | null>
  /** The person has copied the secret. */
  forgetSecret(): void
}

export function createKeyStore(api: Api, clock?: Clock): KeyStore {
  const keys = createResource(async () => (await api(sellerKeys, {})).data, clock)
  const secret = signal<string | null>(null)

  const run = async (work: () => Promise<unknown>): Promise<FormErrors | null> => {
    const done = await attempt(work())
    return done.kind === 'done' ? null : namedAsDrafts(sayFailure(done.failure))
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
      if ('fields' in read) return read
      const guests = { ...GUEST_DEFAULTS, allowed: draft.areGuestsAllowed === true }
      return withSecret(() => api(sellerCreateKey, { body: { ...read, guests } }))
    },
    async change(key, draft) {
      const read = readDraft(draft)
      if ('fields' in read) return read
      const jwks = readJwks(draft.jwks ?? '')
      if (jwks === undefined) return { fields: { jwks: KEY_LABELS.jwksWrong }, message: null }
      const body = { ...read, jwks }
      return run(() => keys.write(async () => (await api(sellerChangeKey, { params: { key }, body })).data))
    },
    async changeLauncher(key, draft) {
      const body = launcherBody(draft)
      const [wrong] = launcherSettings.safeParse(body.launcher).error?.issues ?? []
      if (wrong) return { fields: { [String(wrong.path[0])]: wrong.message }, message: null }
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
function readDraft({ name, origins }: KeyDraft): { name: string; origins: string[] } | FormErrors {
  const lines = origins.split(/[\s,]+/).filter((line) => line !== '')
  const wrong = lines.find((line) => originOf(line) === null)
  if (name.trim() === '') return { fields: { name: 'Enter a name.' }, message: null }
  if (wrong !== undefined)
    return { fields: { origins: `“${wrong}” is no origin. ${ORIGIN_HINT}` }, message: null }
  return { name: name.trim(), origins: lines }
}

/** Without the part of the key they are in, e.g. `pages.2` of `launcher.pages.2`. */
const namedAsDrafts = ({ fields, message }: FormErrors): FormErrors => ({
  fields: Object.fromEntries(
    Object.entries(fields).map(([name, text]) => [name.replace(/^(launcher|guests)\./, ''), text]),
  ),
  message,
})
