/**
 * dist/widget/plat-key.js: what one publishable key on the script line brings along. It reads how the launcher looks and on which pages
 * it appears, and gets the bearer of a guest who has written in this browser. A line without a key that names its pages is asked here too.
 */

import type { GuestTokenWire, SiteSummaryWire } from '#shared/contract/guests.ts'
import { CORNERS } from '#shared/contract/key-limits.ts'
import { isShownOn } from '#shared/rules/launcher.ts'
import { beside, GUEST_FILE } from '../files.ts'
import type { Inside, Launcher, LauncherSettings } from '../launcher-parts.ts'
import { pageLogin } from '../page-login.ts'
import { getJson } from '../token.ts'
import { createBrowserKey } from './browser-key.ts'
import type { GuestAnswer, GuestDoor, GuestModule } from './guest-parts.ts'

type Start = (settings: LauncherSettings) => () => void

/** `start` draws the launcher; what it returns removes it again. It waits for the server's answer; there is none for a key that the server refuses. */
export async function startByKey(settings: LauncherSettings, start: Start): Promise<() => void> {
  const { messengerUrl, tokenUrl, token, key } = settings
  const pages = settings.pages?.split(/\s+/).filter(Boolean)
  const isHere = (patterns: readonly string[] = []) => isShownOn(patterns, location.pathname)
  if (!isHere(pages)) return () => {}
  if (!key) return start(settings)
  settings.apiBase ||= new URL('/customer/api', messengerUrl).href
  const base = settings.apiBase.replace(/\/+$/, '')
  const site = await readManifest(`${base}/site-keys/${key}`, key)
  if (!site || !isHere(pages ?? site.launcher?.pages)) return () => {}

  const { launcher, account, guests } = site
  settings.account ??= String(account.id)
  settings.corner ??= launcher?.corner ?? CORNERS[0]
  // The browser signs for its guest, which it does on secure pages alone.
  if (guests.allowed && !isSecureContext)
    console.warn('plat-messenger: visitors without a login can write on pages of https only.')
  const guest = guests.allowed && isSecureContext ? createGuest({ base, key, site }) : null
  const fromPage = async () => {
    try {
      return tokenUrl && (await pageToken(tokenUrl, base, key))
    } catch (error) {
      // A visitor who may write without a login is not kept waiting for one.
      if (!guest) throw error
    }
  }
  settings.ask = async () => token || (await fromPage()) || guest?.token()
  settings.inside = insideOf(settings, site, guest)
  // What the page says itself comes first.
  if (!getComputedStyle(document.documentElement).getPropertyValue('--messenger-accent'))
    settings.accent ??= launcher?.accent
  return start(settings)
}

/** Of the page's user: what the page's server answers, or what it signed exchanged for a token. */
async function pageToken(tokenUrl: string, base: string, key: string): Promise<string | undefined> {
  const { token, data, assertion } = await getJson(tokenUrl)
  if (!assertion) return token ?? data?.token
  const exchanged = await ask<{ token: string }>(`${base}/site-keys/${key}/assertions`, { assertion })
  if (exchanged.refused) console.warn(`plat-messenger: ${exchanged.refused.message}`)
  return exchanged.data?.token
}

const FIRST_PAUSE_MS = 1000

/**
 * Asked for until there is an answer, in pauses that double; null if the server refuses. The console and the page's event say once why
 * there is no launcher.
 */
async function readManifest(
  url: string,
  key: string,
  pauseMs = FIRST_PAUSE_MS,
): Promise<SiteSummaryWire | null> {
  const warn = (why?: string) => {
    const message = `no launcher for the key ${key} on pages of ${location.origin}. ${why}`
    console.warn(`plat-messenger: ${message}`)
    document.dispatchEvent(new CustomEvent('plat-messenger:error', { detail: { code: 'site-key', message } }))
  }
  try {
    const { data, refused } = await ask<SiteSummaryWire>(url)
    if (data) return data
    warn(refused.message)
    return null
  } catch {
    if (pauseMs === FIRST_PAUSE_MS)
      warn(
        'The server did not answer this page: is the address of the script right, and is this origin allowed in the seller’s app?',
      )
  }
  await new Promise((resolve) => setTimeout(resolve, pauseMs))
  return readManifest(url, key, pauseMs * 2)
}

interface Guest extends GuestDoor {
  /** Of the guest who has written in this browser; null for nobody. */
  token(): Promise<string | null>
}

function createGuest({ base, key, site }: { base: string; key: string; site: SiteSummaryWire }): Guest {
  const browserKey = createBrowserKey(key)
  const guest: Guest = {
    site,
    current: null,
    call: (path, body, token) => ask(token ? base + path : `${base}/site-keys/${key}${path}`, body, token),
    proof: browserKey.proof,
    async remember(issued) {
      guest.current = issued
      await browserKey.keep()
    },
    async token() {
      if (!guest.current && !(await browserKey.isKept())) return null
      const made = await guest.call<{ challenge: string }>('/challenge')
      const proof = made.data && (await browserKey.proof(made.data.challenge))
      const issued = proof && (await guest.call<GuestTokenWire>('/guest-tokens', proof))
      // Refused: their messages were deleted, or they were blocked. It is as if nobody had written.
      guest.current = issued?.data ?? null
      return guest.current?.token ?? null
    },
  }
  return guest
}

/** The form of a visitor who has no bearer, and the line over the messenger of one who has written without a login. */
function insideOf(settings: LauncherSettings, site: SiteSummaryWire, guest: Guest | null): Inside {
  const { loadGuest, messengerUrl } = settings
  let isAgain = false
  let panels: Promise<GuestModule> | null = null
  const load = ({ root }: Launcher) => {
    panels ??= Promise.resolve(
      loadGuest?.() ?? import(/* @vite-ignore */ beside(GUEST_FILE, messengerUrl)),
    ).then(
      (module) => {
        module.dressGuest(root)
        return module
      },
      (error) => {
        panels = null
        throw error
      },
    )
    return panels
  }
  return {
    async before(launcher, { started, close }) {
      // They may have logged in on the page since.
      if (isAgain) launcher.firstToken = guest ? launcher.ask() : Promise.resolve(null)
      isAgain = true
      if (!guest || (await launcher.firstToken)) return null
      const { guestForm } = await load(launcher)
      return guestForm(guest, settings, {
        close,
        login: pageLogin(launcher.button, started),
        started(token) {
          launcher.firstToken = Promise.resolve(token)
          isAgain = false
          started()
        },
      })
    },
    async around(launcher, messenger) {
      messenger.realtimeConfig = settings.realtimeConfig ?? (await realtimeConfigOf(settings.apiBase))
      if ((settings.hours ?? site.launcher?.hours) || (settings.greeting ?? site.launcher?.greeting))
        load(launcher).then(
          ({ welcome }) => messenger.append(welcome(site, settings)),
          () => {},
        )
      if (!guest?.current) return messenger
      return (await load(launcher)).guestFrame(guest, messenger)
    },
  }
}

/** As the key's server gives it; null, which means no live messages, if it does not. */
const realtimeConfigOf = (apiBase: string): Promise<string | null> =>
  fetch(new URL('/broadcasting/config', apiBase), { credentials: 'omit' })
    .then((reply) => (reply.ok ? reply.text() : null))
    .catch(() => null)

/** Rejects when there is no answer, none in JSON, or the server failed. */
async function ask<Data>(url: string, body?: object, token?: string): Promise<GuestAnswer<Data>> {
  const headers = new Headers({ Accept: 'application/json' })
  if (token) headers.set('Authorization', `Bearer ${token}`)
  if (body) headers.set('Content-Type', 'application/json')
  const init: RequestInit = { headers, credentials: 'omit' }
  const reply = await fetch(url, body ? { ...init, method: 'POST', body: JSON.stringify(body) } : init)
  const answer = await reply.json()
  if (reply.status >= 500) throw answer
  return reply.ok ? { data: answer.data } : { refused: answer }
}
