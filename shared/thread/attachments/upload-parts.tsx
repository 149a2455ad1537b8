/** The parts of a file on its way: its small picture, its line and its bar. */
import { FileText } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { fileSize } from '#shared/format/file-size.ts'
import type { ChosenFile, UploadState } from './attachment-model.ts'
import { fileLine } from './file-line.ts'
import { isPicture } from './file-rules.ts'

const PERCENT = 100

/** "64% · 1.9 of 3.0 MB". */
export function stateLine(file: ChosenFile, state: UploadState): string {
  if (state.kind === 'failed') return `Not uploaded. ${state.words}`
  if (state.kind === 'waiting') return `${fileSize(file.size)} · Waiting`
  if (state.kind === 'done') return fileLine(file)
  const { share } = state
  return share < 1
    ? `${Math.floor(share * PERCENT)}% · ${fileSize(share * file.size)} of ${fileSize(file.size)}`
    : `${fileSize(file.size)} · Being checked`
}

/** Beside the line, which says the same in words. */
export const Bar = ({ state }: { state: UploadState }) =>
  state.kind === 'sending' ? (
    <i data-bar="" className="bg-line" aria-hidden="true">
      <i className="bg-accent" style={{ width: `${state.share * PERCENT}%` }} />
    </i>
  ) : null

const THUMB_PX = 72

/** Drawn by hand: a strict page shows no picture of a `blob:` address. */
export function Thumb({ file, type }: { file: Blob | null; type: string }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [isDrawn, setDrawn] = useState(false)
  useEffect(() => {
    if (!file || !isPicture({ type }) || typeof createImageBitmap !== 'function') return
    let isOver = false
    void createImageBitmap(file, { resizeHeight: THUMB_PX, resizeQuality: 'medium' }).then(
      (picture) => {
        const target = canvas.current
        if (isOver || !target) return
        const side = Math.min(picture.width, picture.height)
        const [x, y] = [(picture.width - side) / 2, (picture.height - side) / 2]
        target.getContext('2d')?.drawImage(picture, x, y, side, side, 0, 0, THUMB_PX, THUMB_PX)
        setDrawn(true)
      },
      () => {},
    )
    return () => {
      isOver = true
    }
  }, [file, type])
  return (
    <span data-thumb="" className="rounded-sm bg-sunken text-text-2">
      <canvas ref={canvas} width={THUMB_PX} height={THUMB_PX} hidden={!isDrawn} />
      {isDrawn ? null : <FileText size={18} strokeWidth={1.75} aria-hidden="true" />}
    </span>
  )
}
