// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { SiteSummaryWire } from '#shared/contract/guests.ts'
import { LAUNCHER_DEFAULTS } from '#shared/contract/launcher.ts'
import type { PlatMessengerElement } from '#widget/element/messenger-element.ts'
import type { Launcher, LauncherSettings } from '#widget/launcher/launcher-parts.ts'
import { startByKey } from '#widget/launcher/site-key/key.ts'
import { answerLines } from '#widget/launcher/site-key/welcome.ts'

const settings = (): LauncherSettings => ({
  messengerUrl: 'https://plat.test/widget/plat-messenger-lite.js',
  key: 'pk_wrong',
  apiBase: '',
})
const heard: unknown[] = []
const hear = ({ detail }: CustomEvent) => void heard.push(detail)

beforeEach(() => {
  history.replaceState(null, '', '/')
  vi.useFakeTimers()
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  heard.length = 0
  document.addEventListener('plat-messenger:error', hear as EventListener)
})
afterEach(() => {
  document.removeEventListener('plat-messenger:error', hear as EventListener)
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const said = (why: string) => ({
  code: 'site-key',
  message: `no launcher for the key pk_wrong on pages of ${location.origin}. ${why}`,
})

test('a key that the server refuses is said to the page, and no launcher is drawn', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ message: 'This key is not in use.' }, { status: 404 }))
  const start = vi.fn()
  await startByKey(settings(), start)
  expect(start).not.toHaveBeenCalled()
  expect(heard).toEqual([said('This key is not in use.')])
})

test('a server that does not answer is said once, however often it is asked', async () => {
  const fetch = vi.fn(async () => {
    throw new TypeError('Failed to fetch')
  })
  vi.stubGlobal('fetch', fetch)
  void startByKey(settings(), vi.fn())
  await vi.advanceTimersByTimeAsync(8000)
  expect(fetch.mock.calls.length).toBeGreaterThan(2)
  expect(heard).toEqual([expect.objectContaining({ code: 'site-key' })])
  expect(console.warn).toHaveBeenCalledTimes(1)
})

const SITE = {
  account: { id: 1, title: 'Acme', logo: null },
  guests: { allowed: false, contact: 'email' },
  launcher: { ...LAUNCHER_DEFAULTS, corner: 'top-left', accent: '#7a2c2c', pages: ['/nowhere'] },
}

test.each([
  // The page is at /.
  [undefined, false],
  ['/ /oak', true],
  ['', true],
  ['/oak', false],
])('with data-pages %j it appears at /: %s', async (pages, isShown) => {
  vi.stubGlobal('fetch', async () => Response.json({ data: SITE }))
  const start = vi.fn()
  await startByKey({ ...settings(), pages }, start)
  expect(start).toHaveBeenCalledTimes(isShown ? 1 : 0)
})

test.each([
  [undefined, '#7a2c2c'],
  ['teal', 'teal'],
  ['', ''],
])('data-accent %j and the key’s color make %j', async (accent, drawn) => {
  vi.stubGlobal('fetch', async () => Response.json({ data: SITE }))
  const start = vi.fn()
  await startByKey({ ...settings(), pages: '', accent }, start)
  expect(start).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ accent: drawn, corner: 'top-left' }),
  )
})

const HOURS = { time_zone: 'America/Chicago', days: Array(7).fill({ from: 540, to: 1020 }) }

test.each([
  ['hours of the key', true, {}, { hours: HOURS }],
  ['hours of the page', true, { hours: 'Mo-Fr 09:00-17:00 America/Chicago' }, {}],
  ['hours that the page empties', false, { hours: '' }, { hours: HOURS }],
  ['a greeting', true, {}, { greeting: 'Hello' }],
  ['no hours and no greeting', false, {}, {}],
])('an empty conversation with %s has a welcome: %s', async (_, isShown, page, launcher) => {
  const site = { ...SITE, launcher: { ...LAUNCHER_DEFAULTS, ...launcher } }
  vi.stubGlobal('fetch', async () => Response.json({ data: site }))
  const own: LauncherSettings = { ...settings(), ...page, realtimeConfig: '{}' }
  own.loadGuest = async () => ({ dressGuest() {}, welcome: () => document.createElement('p') })
  await startByKey(own, vi.fn())
  const messenger = document.createElement('div')
  await own.inside?.around({} as Launcher, messenger as unknown as PlatMessengerElement)
  await vi.advanceTimersByTimeAsync(0)
  expect(messenger.childElementCount).toBe(isShown ? 1 : 0)
})

test.each([
  [0.4, ['Usually answers within an hour']],
  [2.2, ['Usually answers within 3 hours']],
  [24, ['Usually answers within a day']],
  [30, ['Usually answers within 2 days']],
  [null, []],
])('a company that usually answers after %s hours is introduced with %j', (hours, lines) => {
  const site = { ...SITE, response_time_hours: hours } as unknown as SiteSummaryWire
  expect(answerLines(site, { ...settings(), hours: '' }).map((line) => line.textContent)).toEqual(lines)
})
