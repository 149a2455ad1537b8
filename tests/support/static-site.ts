/** A site of static pages without a server behind it: another origin than Plat's, under a policy that admits Plat and nothing else. */
import { createServer, type Server } from 'node:http'

export interface StaticSite {
  readonly origin: string
  close(): void
}

/** `head` of every page is `line`; any path is answered. No inline script or style is admitted, and Trusted Types are enforced. */
export async function serveStaticSite(port: number, platUrl: string, line: string): Promise<StaticSite> {
  const live = platUrl.replace(/^http/, 'ws')
  const policy = [
    "default-src 'none'",
    `script-src ${platUrl}`,
    `connect-src ${platUrl} ${live}`,
    `img-src ${platUrl}`,
    "require-trusted-types-for 'script'",
  ].join('; ')
  const html = `<!doctype html><html lang="en"><head><title>Oak Street 12</title>${line}</head><body><main><h1>Oak Street 12</h1><a href="/contact">Contact</a></main></body></html>`
  const server: Server = createServer((_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html', 'Content-Security-Policy': policy }).end(html)
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return { origin: `http://127.0.0.1:${port}`, close: () => void server.close() }
}
