/** Keys of the first seller, and static pages with a launcher's line. */
import { afterAll, expect } from 'vitest'
import { freePort } from './free-port.ts'
import { type StaticSite, serveStaticSite } from './static-site.ts'
import type { TestWorld } from './world.ts'

/** The pages are there until the last `afterAll` of the file. Call it where the file begins. */
export function withKeySites(world: TestWorld) {
  const sites: StaticSite[] = []
  afterAll(() => {
    for (const site of sites) site.close()
  })

  /** Calls the server. Fails the test unless the call succeeds. */
  async function call(method: string, path: string, { token = '', body = {} } = {}) {
    const answer = await fetch(world.url + path, {
      method,
      headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    })
    expect(answer.ok, `${method} ${path}: ${await answer.clone().text()}`).toBe(true)
    return (await answer.json()).data
  }

  /** A key for pages of these origins, or else of every origin, and the seller's bearer. */
  async function makeKey(name: string, settings: object, origins: readonly string[] = []) {
    const { email, password } = world.logins.seller1
    const { token } = await call('POST', '/account/api/auth/login', { body: { email, password } })
    const made = await call('POST', '/account/api/keys', { token, body: { name, origins } })
    await call('PUT', `/account/api/keys/${made.id}`, { token, body: settings })
    return { token: token as string, key: made.publishable_key as string }
  }

  /** Pages whose line has these attributes. */
  async function siteWith(attributes: string, port?: number): Promise<StaticSite> {
    const line = `<script defer src="${world.url}/widget/loader.js" ${attributes}></script>`
    const site = await serveStaticSite(port ?? (await freePort()), world.url, line)
    sites.push(site)
    return site
  }

  return { call, makeKey, siteWith }
}
