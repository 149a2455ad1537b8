/** Ties the build check to the browser: the build's files, the focus of the tab, and parts that could not be fetched. */

import type { Connection } from '#marketplace/kit/connection.ts'
import type { Clock } from '#shared/lib/clock.ts'
import type { Log } from '#shared/lib/log.ts'
import { type BuildUpdates, createBuildUpdates } from './build-updates.ts'

export interface UpdateParts {
  window: Window
  clock: Clock
  connection: Pick<Connection, 'check' | 'isOnline'>
  isDirty: () => boolean
  log: Log
}

export function startBuildUpdates({ window, clock, connection, isDirty, log }: UpdateParts): BuildUpdates {
  const { document, location } = window
  const updates = createBuildUpdates({
    clock,
    storage: () => window.sessionStorage,
    reload: () => location.reload(),
    path: () => location.pathname,
    running: document.querySelector('meta[name="plat-build"]')?.getAttribute('content') ?? null,
    latest: () => latestId(window),
    isOnline: () => connection.isOnline.peek(),
    // An open dialog, a button that waits for its answer, e.g. of an upload, and a reply on a message's note.
    isBusy: () =>
      isDirty() || document.querySelector('dialog[open], [aria-busy="true"], [data-unsent]') !== null,
  })
  const looked = () => void updates.check()
  const lost = () => {
    log.warn('A part of this build could not be fetched')
    void connection.check().then(updates.lost)
  }
  window.addEventListener('focus', looked)
  window.addEventListener('vite:preloadError', lost)
  return {
    ...updates,
    dispose() {
      updates.dispose()
      window.removeEventListener('focus', looked)
      window.removeEventListener('vite:preloadError', lost)
    },
  }
}

async function latestId(window: Window): Promise<string> {
  const answer = await window.fetch('/builds/latest.json', { cache: 'no-cache' })
  const { id } = (await answer.json()) as { id?: unknown }
  if (!answer.ok || typeof id !== 'string') throw new Error('No build is named')
  return id
}
