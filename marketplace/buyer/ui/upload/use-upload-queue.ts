/** The queue of one field over the real network. While files are on their way the page asks before it is left. */
import { useEffect, useRef, useState } from 'react'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { csrfToken } from '#marketplace/kit/cookies.ts'
import { upload } from '#marketplace/kit/upload.ts'
import { createUploadQueue, type UploadQueue } from '#marketplace/kit/upload-queue.ts'

export interface UploadTarget {
  path: string
  fieldName: string
  extra?: Readonly<Record<string, string>>
  onUploaded: (reply: unknown) => void
}

export function useUploadQueue(target: UploadTarget): UploadQueue {
  const { renewal, unsaved } = useServices()
  const latest = useRef(target)
  latest.current = target
  const [queue] = useState(() =>
    createUploadQueue({
      newRef: () => window.crypto.randomUUID(),
      onUploaded: (reply) => latest.current.onUploaded(reply),
      send: (file, ref, watch) => {
        const { path, fieldName, extra = {} } = latest.current
        const form = new FormData()
        // Before the file, so that a server may read them first.
        for (const [name, value] of Object.entries({ ...extra, ref })) form.append(name, value)
        form.append(fieldName, file, file.name)
        return upload({ path, form, csrf: () => csrfToken(document.cookie), ...renewal, ...watch })
      },
    }),
  )
  useEffect(() => {
    let release: (() => void) | null = null
    const end = queue.rows.subscribe((rows) => {
      const isBusy = rows.some(({ state }) => state.kind !== 'failed')
      if (isBusy) release ??= unsaved.hold()
      else {
        release?.()
        release = null
      }
    })
    return () => {
      end()
      release?.()
      queue.dispose()
    }
  }, [queue, unsaved])
  return queue
}
