/** One file as a row: on its way, failed with the way to try again, or stored. */
import { CircleAlert, FileText, RotateCcw, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '#marketplace/kit/ui/icon-button.tsx'
import type { UploadRow } from '#marketplace/kit/upload-queue.ts'
import { fileSize } from '#shared/format/file-size.ts'
import { Button } from '#shared/ui/button.tsx'
import { BeingChecked } from '../proof-mark.tsx'

export interface UploadedFile {
  readonly id: number
  readonly fileName: string
  readonly sizeBytes: number
  /** Opens in a new tab; null: cannot be opened. */
  readonly url: string | null
  readonly isQuarantined: boolean
}

interface RowProps {
  row: UploadRow
  onDrop: (ref: string) => void
  onRetry: (ref: string) => void
}

export function UploadRowItem({ row, onDrop, onRetry }: RowProps) {
  const { ref, name, sizeBytes, state } = row
  const isFailed = state.kind === 'failed'
  return (
    <li className={isFailed ? FAILED : FRAME}>
      <Line name={<span className="min-w-0 truncate font-medium">{name}</span>} sizeBytes={sizeBytes}>
        {isFailed && state.canRetry ? (
          <Button
            size="sm"
            className="pointer-coarse:h-11"
            aria-label={`Try again: ${name}`}
            onClick={() => onRetry(ref)}
          >
            <RotateCcw size={13} strokeWidth={1.75} aria-hidden="true" />
            Try again
          </Button>
        ) : null}
        <IconButton
          size="sm"
          className="pointer-coarse:size-11"
          aria-label={isFailed ? `Dismiss ${name}` : `Cancel ${name}`}
          onClick={() => onDrop(ref)}
        >
          <X size={15} strokeWidth={1.75} aria-hidden="true" />
        </IconButton>
      </Line>
      <StateLine row={row} />
    </li>
  )
}

const FRAME = 'grid gap-1.5 rounded-md border border-line px-3.5 py-2 text-sm'
const FAILED = 'grid gap-1.5 rounded-md border border-danger px-3.5 py-2 text-sm'

function StateLine({ row: { name, state } }: { row: UploadRow }) {
  if (state.kind === 'failed')
    return (
      <p className="flex gap-1.5 text-danger-text text-xs">
        <CircleAlert size={13} strokeWidth={1.75} aria-hidden="true" className="mt-px flex-none" />
        {state.words}
      </p>
    )
  const percent = state.kind === 'sending' ? Math.floor(state.share * 100) : 0
  return (
    <div className="flex items-center gap-2.5">
      <div
        role="progressbar"
        aria-label={`${name} sent`}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        className="h-1 min-w-0 flex-1 overflow-hidden rounded-full bg-active"
      >
        <div
          className="h-full rounded-full bg-accent transition-[width] duration-(--duration-instant)"
          style={{ width: `${percent}%` }}
        />
      </div>
      <span className="num w-16 flex-none text-right text-text-3 text-xs">{stateWords(state)}</span>
    </div>
  )
}

function stateWords(state: Exclude<UploadRow['state'], { kind: 'failed' }>): string {
  if (state.kind === 'waiting') return 'Waiting'
  return state.share >= 1 ? 'Checking' : `${Math.floor(state.share * 100)}%`
}

interface UploadedProps {
  file: UploadedFile
  onRemove?: (id: number) => void
}

export function UploadedItem({ file, onRemove }: UploadedProps) {
  const { id, fileName, sizeBytes, url, isQuarantined } = file
  const name =
    url === null ? (
      <span className="min-w-0 truncate font-medium">{fileName}</span>
    ) : (
      <a
        href={url}
        target="_blank"
        rel="noreferrer"
        className="min-w-0 truncate font-medium text-accent-text underline-offset-2 hover:underline"
      >
        {fileName}
        <span className="sr-only"> (opens in a new tab)</span>
      </a>
    )
  return (
    <li className={FRAME}>
      <Line name={name} sizeBytes={sizeBytes}>
        {isQuarantined ? <BeingChecked /> : null}
        {onRemove ? (
          <IconButton
            size="sm"
            className="pointer-coarse:size-11"
            aria-label={`Remove ${fileName}`}
            onClick={() => onRemove(id)}
          >
            <X size={15} strokeWidth={1.75} aria-hidden="true" />
          </IconButton>
        ) : null}
      </Line>
    </li>
  )
}

function Line({ name, sizeBytes, children }: { name: ReactNode; sizeBytes: number; children: ReactNode }) {
  return (
    <div className="flex min-h-7 min-w-0 items-center gap-2.5">
      <FileText size={17} strokeWidth={1.75} aria-hidden="true" className="flex-none text-text-2" />
      {name}
      <span className="num flex-none text-text-3">{fileSize(sizeBytes)}</span>
      <span className="ml-auto flex flex-none items-center gap-1">{children}</span>
    </div>
  )
}
