/**
 * Code that comes on demand is fetched before it is imported. A browser remembers for the life of a page that a module
 * did not come, and never asks for it again; a fetch that fails can be repeated. The files are immutable, so the import
 * that follows takes them from the browser's cache. As Vite does, it says `vite:preloadError` of what did not come.
 */
import type { Plugin } from 'vite'

/** Vite wraps each `import()` in the function that this module exports: what to import, and the files it needs. */
const HELPER = '\0vite/preload-helper.js'

export function fetchedFirst(base: string): Plugin {
  return {
    name: 'fetched-first',
    apply: 'build',
    enforce: 'pre',
    load: {
      filter: { id: new RegExp(HELPER) },
      handler: () => CODE.replace('BASE', JSON.stringify(base)),
    },
  }
}

const CODE = `
/** What has come, or is on its way. */
const files = new Map()

export function __vitePreload(load, names, importer) {
  const own = /import\\([\`"']\\.\\/([^\`"']+)/.exec(String(load))?.[1]
  const needed = (names ?? []).map((name) => BASE + name)
  if (own) needed.push(new URL(own, importer ?? import.meta.url).pathname)
  return Promise.all(needed.map(come)).then(load).catch((payload) => {
    window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload }))
    throw payload
  })
}

function come(path) {
  const known = files.get(path)
  if (known) return known
  const coming = path.endsWith('.css') ? applied(path) : fetched(path)
  files.set(path, coming)
  coming.catch(() => files.delete(path))
  return coming
}

async function fetched(path) {
  if (isOnPage(path)) return
  const answer = await fetch(path)
  if (!answer.ok) throw new TypeError('Failed to fetch ' + path + ': ' + answer.status)
  await answer.arrayBuffer()
}

function applied(path) {
  if (isOnPage(path)) return Promise.resolve()
  return new Promise((resolve, reject) => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = path
    link.onload = resolve
    link.onerror = () => {
      link.remove()
      reject(new TypeError('Failed to fetch ' + path))
    }
    document.head.append(link)
  })
}

/** It came with the page itself. */
const isOnPage = (path) =>
  document.querySelector('script[src="' + path + '"],link[rel="modulepreload"][href="' + path + '"],link[rel="stylesheet"][href="' + path + '"]') !== null
`
