import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { appDocument, withHead } from '#server/site/app-document.ts'

const SHELL = `<head>
<!-- head: here -->
<title>Plat</title>
<!-- /head -->
<link rel="modulepreload" crossorigin href="/assets/index-1.js">
</head><body>app</body>`

let app: string
beforeAll(async () => {
  app = await mkdtemp(join(tmpdir(), 'plat-shell-'))
  await mkdir(join(app, 'builds/meta'), { recursive: true })
  await mkdir(join(app, 'builds/payload/one'), { recursive: true })
  const write = (path: string, value: unknown) =>
    writeFile(join(app, path), typeof value === 'string' ? value : JSON.stringify(value))
  await write('index.html', SHELL)
  await write('builds/latest.json', { id: 'one', timestamp: 1 })
  await write('builds/meta/one.json', {
    id: 'one',
    timestamp: 1,
    routes: { '/property/:id': '/builds/payload/one/property-id.json' },
  })
  await write('builds/payload/one/property-id.json', {
    path: '/property/:id',
    title: 'Property',
    description: 'Price & spread',
    robots: 'index, follow',
    modules: ['/assets/deal-screen-1.js', '/assets/index-1.js'],
  })
})
afterAll(() => rm(app, { recursive: true, force: true }))

test('a page that exists is sent with its own head', async () => {
  const document = await appDocument({ app, path: '/property/7', origin: 'https://plat.example' })
  expect(document?.status).toBe(200)
  expect(document?.html).toContain('<title>Property · Plat</title>')
  expect(document?.html).toContain('<meta name="description" content="Price &amp; spread" />')
  expect(document?.html).toContain('<link rel="canonical" href="https://plat.example/property/7" />')
  expect(document?.html).toContain('<body>app</body>')
})

test('the code of the page is fetched along with that of the app, each file once', async () => {
  const document = await appDocument({ app, path: '/property/7', origin: 'https://plat.example' })
  const ahead = [...(document?.html.matchAll(/rel="modulepreload" crossorigin href="([^"]*)"/g) ?? [])]
  expect(ahead.map(([, path]) => path)).toEqual(['/assets/index-1.js', '/assets/deal-screen-1.js'])
})

test('a page that does not exist is a 404 in the shell of the app', async () => {
  const document = await appDocument({ app, path: '/nowhere', origin: 'https://plat.example' })
  expect(document?.status).toBe(404)
  expect(document?.html).toContain('<title>Page Not Found · Plat</title>')
  expect(document?.html).toContain('<meta name="robots" content="noindex, nofollow" />')
  expect(document?.html).not.toContain('canonical')
})

test('a page without a payload file has the head of the landing page', async () => {
  expect(await appDocument({ app, path: '/register', origin: 'https://plat.example' })).toEqual({
    status: 200,
    html: SHELL,
  })
})

test('an app that was not built is nothing', async () => {
  expect(await appDocument({ app: join(app, 'no'), path: '/', origin: 'https://plat.example' })).toBeNull()
})

test('what stands in a head cannot break out of it', () => {
  const html = withHead(SHELL, {
    title: '</title><script>x</script>',
    description: '"><script>y</script> $& $1',
    robots: 'index, follow',
    canonical: 'https://plat.example/"onload="',
  })
  expect(html).not.toContain('<script')
  expect(html).not.toContain('"onload="')
  expect(html).toContain('$&amp; $1')
})
