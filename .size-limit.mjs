/** Exact sizes in brotli, as a gate. What a page loads first is read out of the built files, so a renamed chunk cannot slip by. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const brotli = true

export default [
  // Below the 3 kB of the promise: what a publishable key needs is in files beside it.
  { name: 'launcher, classic script', path: 'dist/widget/loader.js', limit: '2.15 kB', brotli },
  { name: 'launcher, module', path: 'dist/widget/loader.mjs', limit: '2.186 kB', brotli },
  {
    name: 'what the launcher opens, at the first interest',
    path: 'dist/widget/plat-popup.js',
    limit: '2.25 kB',
    brotli,
  },
  {
    name: 'with a publishable key, before the launcher',
    path: 'dist/widget/plat-key.js',
    limit: '2.096 kB',
    brotli,
  },
  {
    name: 'the form of a visitor without a login',
    path: 'dist/widget/plat-guest.js',
    limit: '5.72 kB',
    brotli,
  },
  {
    name: 'messenger: list and thread, with React',
    path: withStaticImports('dist/widget/plat-messenger.js'),
    limit: '126.16 kB',
    brotli,
  },
  { name: 'realtime, loaded after the list', path: chunks(/^connect-.*\.js$/), limit: '12.6 kB', brotli },
  {
    name: 'messenger, Preact flavour: everything together, offers and socket too',
    path: [
      'dist/widget/plat-messenger-lite.js',
      ...chunks(/^lite-(?!attach|photo|use-renewed|renew-attachment|upload-attachment|file-line).*\.js$/),
    ],
    limit: '94.44 kB',
    brotli,
  },
  {
    name: 'photos and files of messages, loaded with the first one',
    path: chunks(/^(attachment-list|photo-viewer|use-renewed|renew-attachment)-.*\.js$/),
    limit: '4 kB',
    brotli,
  },
  {
    name: 'attaching files to messages, loaded when a composer is there and the page is idle',
    path: chunks(/^(attach-files|upload-attachment|file-line)-.*\.js$/),
    limit: '5.86 kB',
    brotli,
  },
  // The hashes in the names of chunks alone make up to 40 bytes of difference between builds.
  { name: 'marketplace: first load of any page, without the font', path: shell(), limit: '95.57 kB', brotli },
  // Each route has chunks of its own; what it loads besides the shell before its page can show.
  {
    name: 'marketplace: /messenger, up to the element itself',
    path: pageOf('/messenger'),
    limit: '14.9 kB',
    brotli,
  },
  // Deals and a deal say dates by dayjs, which is 3 kB of each.
  { name: 'marketplace: home', path: pageOf('/'), limit: '26.8 kB', brotli },
  { name: 'marketplace: deals, without the map', path: pageOf('/deals'), limit: '97.09 kB', brotli },
  { name: 'marketplace: a deal', path: pageOf('/property/:id'), limit: '62.94 kB', brotli },
  { name: 'marketplace: log in', path: pageOf('/login'), limit: '25.41 kB', brotli },
  { name: 'marketplace: registration', path: pageOf('/register'), limit: '24.65 kB', brotli },
  {
    name: 'marketplace: the profile around its partitions',
    path: pageOf('/profile'),
    // With the failed state, whose words are read out: a chunk of 0.26 kB.
    limit: '11.8 kB',
    brotli,
  },
  // Fetched when the map is shown, after the list.
  { name: 'map: MapLibre', path: assets(/^maplibre-adapter-.*\.js$/), limit: '240 kB', brotli },
  { name: 'map: its worker', path: assets(/^maplibre-gl-worker-.*\.mjs$/), limit: '126 kB', brotli },
  { name: 'map: marks, areas, layers', path: assets(/^deal-map-.*\.(js|css)$/), limit: '16 kB', brotli },
  { name: 'map: land and cities', path: assets(/^(states|cities)-.*\.json$/), limit: '36 kB', brotli },
  {
    name: 'map: counties and towns, once the map is near',
    path: assets(/^(counties|towns)-.*\.json$/),
    limit: '222 kB',
    brotli,
  },
]

/** Chunks of the messenger by the name they had before their hash. */
function chunks(name) {
  return readdirSync('dist/widget/chunks')
    .filter((file) => name.test(file))
    .map((file) => `dist/widget/chunks/${file}`)
}

/** Built files of the marketplace by the name they had before their hash. */
function assets(name) {
  return readdirSync('dist/app/assets')
    .filter((file) => name.test(file))
    .map((file) => `dist/app/assets/${file}`)
}

/** A module and all it imports before it can run. */
function withStaticImports(entry, seen = new Set()) {
  if (seen.has(entry)) return []
  seen.add(entry)
  const code = readFileSync(entry, 'utf8')
  const imports = [...code.matchAll(/(?:^|[;\n])(?:im|ex)port(?:[^"'()]*?from)?\s*["'](\.[^"']+)["']/g)]
  return [entry, ...imports.flatMap(([, path]) => withStaticImports(join(dirname(entry), path), seen))]
}

function shell() {
  const html = readFileSync('dist/app/index.html', 'utf8')
  const files = [...html.matchAll(/(?:src|href)="(\/[^"]+\.(?:js|css))"/g)].map(
    ([, path]) => `dist/app${path}`,
  )
  return ['dist/app/index.html', ...files]
}

/** The chunks of a route, by the build's own payload files, without what the shell has loaded already. */
function pageOf(route) {
  const read = (path) => JSON.parse(readFileSync(`dist/app${path}`, 'utf8'))
  const { id } = read('/builds/latest.json')
  const [page] = read(read(`/builds/meta/${id}.json`).routes[route]).modules
  const loaded = new Set(shell())
  return withStaticImports(`dist/app${page}`).filter((file) => !loaded.has(file))
}
