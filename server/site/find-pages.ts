/** Looks for the built pages at the start, and says what to do when they are not there. */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'

export interface FoundPages {
  /** Null: nothing is built there, so only calls are answered. */
  folder: string | null
  /** For the log. */
  warning: string | null
}

/** What shows that a build is there, by its folder. */
const BUILDS = {
  app: 'index.html',
  seller: 'index.html',
  admin: 'index.html',
  widget: 'loader.js',
} as const

const REMEDY = 'Run npm run build, or set PAGES_DIR to the folder of a build, and start the server again.'

export function findPages(folder: string): FoundPages {
  const builds = Object.entries(BUILDS)
  const missing = builds.flatMap(([name, file]) => (existsSync(join(folder, name, file)) ? [] : [name]))
  if (missing.length === 0) return { folder, warning: null }
  const isEmpty = missing.length === builds.length
  const what = isEmpty ? 'No pages are built' : `These pages are not built: ${missing.join(', ')}`
  const effect = isEmpty ? 'The server only answers calls.' : 'The server answers everything else.'
  return { folder: isEmpty ? null : folder, warning: `${what}, in ${resolve(folder)}. ${effect} ${REMEDY}` }
}
