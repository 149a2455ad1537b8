/**
 * Attaching files to a message that is being written: the button, paste, the drop target over the conversation, and the tray over
 * the text (DESIGN.md 13). Loaded when a composer is there and the backend takes files.
 */
import { useSignals } from '@preact/signals-react/runtime'
import { Paperclip } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { adopterOf } from './adopt-styles.ts'
import css from './attach.css?inline'
import type { Attaching, AttachProps } from './attachment-model.ts'
import { ACCEPTED } from './file-rules.ts'
import { SentFiles } from './sent-files.tsx'
import { Tray } from './tray.tsx'
import { uploadsOf } from './uploads.ts'

export { uploadsOf }

const adoptStyles = adopterOf(css)

export const AttachFiles = ({ attaching, peerId = 0, files }: AttachProps) =>
  files ? (
    <SentFiles attaching={attaching} files={files} />
  ) : (
    <Chooser attaching={attaching} peerId={peerId} />
  )

function Chooser({ attaching, peerId }: { attaching: Attaching; peerId: number }) {
  useSignals()
  const uploads = uploadsOf(attaching)
  const place = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const isOver = useDrop(place, (files) => uploads.add(peerId, files))
  useEffect(() => {
    addEventListener('online', uploads.resume)
    return () => removeEventListener('online', uploads.resume)
  }, [uploads])
  return (
    <>
      <Tray attaching={attaching} uploads={uploads} peerId={peerId} />
      <div ref={place} data-attach="">
        <button
          ref={adoptStyles}
          type="button"
          aria-label="Attach files"
          onClick={() => input.current?.click()}
          className="grid size-9 place-items-center rounded-full text-text-2 hover:bg-hover hover:text-text"
        >
          <Paperclip size={18} strokeWidth={1.75} aria-hidden="true" />
        </button>
        <input
          ref={input}
          type="file"
          hidden
          multiple
          accept={ACCEPTED}
          aria-label="Files to attach"
          onChange={(event) => {
            uploads.add(peerId, [...(event.currentTarget.files ?? [])])
            event.currentTarget.value = ''
            // The words are next.
            zoneOf(place)?.querySelector('textarea')?.focus()
          }}
        />
        <output className="sr-only">{uploads.news.value}</output>
        {isOver ? (
          <div data-drop="" className="bg-accent-soft text-accent-text">
            <span className="font-semibold">Drop files to attach them</span>
          </div>
        ) : null}
      </div>
    </>
  )
}

const zoneOf = (place: RefObject<HTMLElement | null>) => place.current?.closest('section')

/** Files that are dropped on the conversation, or pasted in it. True while some are over it. */
function useDrop(place: RefObject<HTMLElement | null>, add: (files: File[]) => void): boolean {
  const [isOver, setOver] = useState(false)
  const latest = useRef(add)
  latest.current = add
  useEffect(() => {
    const zone = zoneOf(place)
    if (!zone) return
    const ended = new AbortController()
    const hear = <K extends keyof HTMLElementEventMap>(
      name: K,
      run: (event: HTMLElementEventMap[K]) => void,
    ) => zone.addEventListener(name, run, { signal: ended.signal })
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      setOver(true)
    }
    hear('dragenter', over)
    hear('dragover', over)
    hear('dragleave', ({ relatedTarget }) => {
      if (!zone.contains(relatedTarget as Node | null)) setOver(false)
    })
    hear('drop', (event) => {
      const files = [...(event.dataTransfer?.files ?? [])]
      setOver(false)
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      latest.current(files)
    })
    hear('paste', (event) => {
      const { files, types } = event.clipboardData ?? { files: [], types: [''] }
      // Words that come with a picture of themselves, as a sheet's cells do, are words.
      if (files.length === 0 || types.includes('text/plain')) return
      event.preventDefault()
      latest.current([...files])
    })
    return () => ended.abort()
  }, [place])
  return isOver
}
