/** Photos of a message as a grid that opens the viewer, and a row for each file (DESIGN.md 13). */
import { Download, FileText } from 'lucide-react'
import { type ComponentType, useEffect, useState } from 'react'
import { isPhoto } from '#shared/format/attached-words.ts'
import { httpUrl } from '#shared/ui/http-url.ts'
import { adopterOf } from './adopt-styles.ts'
import { type Attachment, type Renew, ratioOf } from './attachment-model.ts'
import css from './attachments.css?inline'
import { fileLine } from './file-line.ts'
import type { ViewerProps } from './photo-viewer.tsx'
import { useRenewed } from './use-renewed.ts'

const TILES = 4
const adoptStyles = adopterOf(css)

interface Opened {
  at: number
  Viewer: ComponentType<ViewerProps>
}

export function AttachmentList({ files, renew }: { files: readonly Attachment[]; renew: Renew }) {
  const [opened, setOpened] = useState<Opened | null>(null)
  const photos = files.filter(isPhoto)
  const [first, ...others] = photos
  const open = async (photo: Attachment, at: number) => {
    // Without the viewer the photo opens in a tab.
    const loaded = await import('./photo-viewer.tsx').catch(() => null)
    if (loaded) setOpened({ at, Viewer: loaded.PhotoViewer })
    else openTab(httpUrl(photo.url))
  }
  return (
    <div data-attachments="" ref={adoptStyles}>
      {first ? (
        <div data-photos="" className="rounded-bubble" style={{ aspectRatio: ratioOf(first, others.length) }}>
          {photos.slice(0, TILES).map((photo, at) => (
            <Tile
              key={photo.id}
              photo={photo}
              renew={renew}
              label={`Open photo ${at + 1} of ${photos.length}: ${photo.name}`}
              more={at === TILES - 1 ? photos.length - TILES : 0}
              onOpen={() => open(photo, at)}
            />
          ))}
        </div>
      ) : null}
      {files.map((file) => (isPhoto(file) ? null : <FileRow key={file.id} file={file} renew={renew} />))}
      {opened ? (
        <opened.Viewer photos={photos} first={opened.at} renew={renew} onClose={() => setOpened(null)} />
      ) : null}
    </div>
  )
}

interface TileProps {
  photo: Attachment
  renew: Renew
  label: string
  /** Photos behind the last tile. */
  more: number
  onOpen: () => void
}

function Tile({ photo, renew, label, more, onOpen }: TileProps) {
  const { shown, onLoad, onError } = useRenewed(photo, renew)
  return (
    <button type="button" aria-label={label} onClick={onOpen} className="bg-sunken">
      <img
        src={httpUrl(shown.thumbnail) ?? undefined}
        alt=""
        loading="lazy"
        decoding="async"
        onLoad={onLoad}
        onError={onError}
      />
      {more > 0 ? <span className="num">+{more}</span> : null}
    </button>
  )
}

/** Its address is asked for at each click, as it may have expired: one that leads to an error page helps nobody. */
function FileRow({ file, renew }: { file: Attachment; renew: Renew }) {
  const [state, setState] = useState<'open' | 'checked' | 'off'>(file.url ? 'open' : 'checked')
  const [said, setSaid] = useState('')
  useLooks(state === 'checked', file.id, renew, setState)
  const line = state === 'open' ? fileLine(file) : LINES[state]
  const download = async () => {
    setSaid('')
    const fresh = await renew(file.id)
    const url = httpUrl(fresh?.url)
    const next = url !== null ? 'open' : fresh && !fresh.url ? 'checked' : 'off'
    setState(next)
    setSaid(next === 'open' ? '' : `${file.name} ${SAID[next]}.`)
    openTab(url)
  }
  return (
    <div>
      <button
        type="button"
        data-file=""
        aria-label={`Download ${file.name}, ${line}`}
        onClick={download}
        className="rounded-lg border border-line-strong bg-surface text-text-2 text-xs"
      >
        <span className="rounded-sm bg-sunken">
          <FileText size={18} strokeWidth={1.75} aria-hidden="true" />
        </span>
        <span className="min-w-0">
          <b className="truncate font-semibold text-sm text-text" dir="auto">
            {file.name}
          </b>
          <small className="num truncate">{line}</small>
        </span>
        <Download size={15} strokeWidth={1.75} aria-hidden="true" className="text-text-3" />
      </button>
      <span role="status" className="sr-only">
        {said}
      </span>
    </div>
  )
}

const LINES = { checked: 'Being checked', off: 'Can’t be opened now' } as const
const SAID = { checked: 'is being checked', off: 'can’t be opened now' } as const
const FIRST_LOOK_MS = 4000
const LOOKS = 6

/** Looks again for a file that waits for its scan, less and less often, and gives up in the end. */
function useLooks(isOn: boolean, id: number, renew: Renew, found: (state: 'open' | 'off') => void): void {
  useEffect(() => {
    if (!isOn) return
    let isOver = false
    let timer: ReturnType<typeof setTimeout>
    const look = (looks: number) => {
      timer = setTimeout(
        async () => {
          const fresh = await renew(id)
          if (isOver) return
          if (fresh?.url) found('open')
          else if (looks + 1 < LOOKS) look(looks + 1)
          else found('off')
        },
        FIRST_LOOK_MS * 2 ** looks,
      )
    }
    look(0)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [isOn, id, renew, found])
}

/** The server sends a file as one to save. */
function openTab(url: string | null): void {
  if (url === null) return
  const link = document.createElement('a')
  link.href = url
  link.target = '_blank'
  link.rel = 'noopener noreferrer'
  link.click()
}
