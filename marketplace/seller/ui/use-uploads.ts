/** Files on their way from the seller app: two at a time, each may be tried again, and what is left behind is stopped. */
import { useEffect, useRef, useState } from 'react'
import { createUploadQueue, type UploadQueue } from '#marketplace/kit/upload-queue.ts'
import type { SendFile } from '#marketplace/seller/send-file.ts'

interface Target {
  path: string
  /** The form's field for the file. */
  field: string
  extra?: Readonly<Record<string, string>>
  onUploaded: (reply: unknown) => void
}

export function useUploads(sendFile: SendFile, target: Target): UploadQueue {
  const latest = useRef(target)
  latest.current = target
  const [queue] = useState(() =>
    createUploadQueue({
      newRef: () => window.crypto.randomUUID(),
      onUploaded: (reply) => latest.current.onUploaded(reply),
      send: (file, ref, watch) => {
        const { path, field, extra = {} } = latest.current
        const form = new FormData()
        for (const [name, value] of Object.entries({ ...extra, ref })) form.append(name, value)
        form.append(field, file, file.name)
        return sendFile(path, form, watch)
      },
    }),
  )
  useEffect(() => () => queue.dispose(), [queue])
  return queue
}
