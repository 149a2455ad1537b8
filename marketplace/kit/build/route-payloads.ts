/**
 * Vite plugin: writes what a build is and what each route needs (spec section 7, build metadata, latest build, per-route
 * payload files): `builds/latest.json`, `builds/meta/{id}.json`, `builds/payload/{id}/{name}.json`. The id is a hash of the
 * built files' names, which carry a hash of their content: the same sources make the same build.
 */
import { createHash } from 'node:crypto'
import { type Plugin, runnerImport } from 'vite'
import type { BuyerRoute } from '../../../shared/rules/site/buyer-routes.ts'
import { metaOf } from '../../../shared/rules/site/page-meta.ts'

/** Where the browser finds the id of the build it runs. */
const ID_TAG = 'plat-build'
const ID_LENGTH = 12

type Bundle = Record<string, { type: string; moduleIds?: string[]; imports?: string[] }>

interface TableRow extends BuyerRoute {
  load: () => unknown
}

/** `app` is the folder of the marketplace's `routes.ts`. */
export function routePayloads(app: string): Plugin {
  let id = ''
  return {
    name: 'route-payloads',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) => {
        id = buildId(Object.keys(bundle ?? {}))
        return [{ tag: 'meta', attrs: { name: ID_TAG, content: id }, injectTo: 'head' }]
      },
    },
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const rows = await payloadsOf(app, bundle as Bundle)
        const timestamp = Date.now()
        const emit = (fileName: string, value: unknown) =>
          this.emitFile({ type: 'asset', fileName: `builds/${fileName}`, source: JSON.stringify(value) })
        for (const { name, payload } of rows) emit(`payload/${id}/${name}.json`, payload)
        const routes = Object.fromEntries(
          rows.map(({ name, payload }) => [payload.path, `/builds/payload/${id}/${name}.json`]),
        )
        emit(`meta/${id}.json`, { id, timestamp, routes })
        emit('latest.json', { id, timestamp })
      },
    },
  }
}

function buildId(files: string[]): string {
  const named = files.filter((file) => file.startsWith('assets/')).sort()
  return createHash('sha256').update(named.join('\n')).digest('hex').slice(0, ID_LENGTH)
}

async function payloadsOf(app: string, bundle: Bundle) {
  const routes = await runnerImport<{ ROUTES: readonly TableRow[] }>(`${app}/routes.ts`)
  return routes.module.ROUTES.map((row) => ({
    name: nameOf(row.path),
    payload: {
      path: row.path,
      title: row.title,
      ...metaOf(row),
      modules: modulesOf(bundle, row),
    },
  }))
}

/** `/property/:id/:slug` → `property-id-slug`; `/` → `home`. */
const nameOf = (path: string): string => path.replace(/[/:]+/g, '-').replace(/^-|-$/g, '') || 'home'

/** The chunk with the page's module and the chunks that it imports. The source text of `load` names the module. */
function modulesOf(bundle: Bundle, row: TableRow): string[] {
  const module = /["'][^"']*?([\w-]+\/[\w-]+\.tsx)["']/.exec(String(row.load))?.[1]
  const found = Object.entries(bundle).find(
    ([, chunk]) => module !== undefined && chunk.moduleIds?.some((id) => id.endsWith(`/${module}`)),
  )
  return found ? [found[0], ...(found[1].imports ?? [])].map((file) => `/${file}`) : []
}
