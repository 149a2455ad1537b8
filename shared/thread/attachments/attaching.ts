/** What a chat knows of attaching before a file is chosen: nearly nothing. The rest is loaded. */
import { signal } from '@preact/signals-core'
import type { Failure } from '#shared/api/api-error.ts'
import type { Attaching, AttachingDeps, ChosenFiles, FileCarrier } from './attachment-model.ts'
import { choose, chosenFor } from './chosen.ts'

export const createAttaching = (deps: AttachingDeps): Attaching => ({
  ...deps,
  chosen: signal(new Map()),
  uploads: null,
})

/** They go along with a message now. */
export function takeChosen(attaching: Attaching, peerId: number): ChosenFiles {
  const files = chosenFor(attaching, peerId)
  attaching.uploads?.keep(files)
  choose(attaching, peerId, [])
  return files
}

/** Uploads what a message lacks. Null when all is stored. */
export const finishFiles = (attaching: Attaching, send: FileCarrier): Promise<Failure | null> =>
  import('./attach-files.tsx').then(
    ({ uploadsOf }) => uploadsOf(attaching).finish(send),
    () => ({ kind: 'offline' }),
  )
