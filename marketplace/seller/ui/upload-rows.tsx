/** A button that chooses files, also a place to drop them, and the files that are on their way. */
import { useSignals } from '@preact/signals-react/runtime'
import { type DragEvent, useRef, useState } from 'react'
import type { UploadQueue, UploadRow } from '#marketplace/kit/upload-queue.ts'
import { Button } from '#shared/ui/button.tsx'
import { classNames } from '#shared/ui/class-names.ts'

interface ChooseProps {
  queue: UploadQueue
  /** What the button says. */
  label: string
  hint: string
  accept: string
  isMany?: boolean
}

export function ChooseFiles({ queue, label, hint, accept, isMany = false }: ChooseProps) {
  useSignals()
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const files = [...event.dataTransfer.files]
    queue.add(isMany ? files : files.slice(0, 1))
  }
  return (
    <div className="grid gap-2">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a way beside the button in it. */}
      <div
        onDragOver={(event) => {
          if (!event.dataTransfer.types.includes('Files')) return
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={classNames(
          'flex flex-wrap items-center gap-3 rounded-md border border-dashed px-3.5 py-3 text-sm text-text-2',
          isOver ? 'border-accent bg-accent-soft' : 'border-field',
        )}
      >
        <Button onClick={() => input.current?.click()}>{label}</Button>
        <span>{hint}</span>
        <input
          ref={input}
          type="file"
          aria-label={`${label}: file`}
          accept={accept}
          multiple={isMany}
          hidden
          onChange={(event) => {
            queue.add([...(event.currentTarget.files ?? [])])
            event.currentTarget.value = ''
          }}
        />
      </div>
      {queue.rows.value.length === 0 ? null : (
        <ul aria-label="On their way" className="grid gap-1.5">
          {queue.rows.value.map((row) => (
            <Row key={row.ref} row={row} queue={queue} />
          ))}
        </ul>
      )}
      <p role="status" className="sr-only">
        {queue.news.value}
      </p>
    </div>
  )
}

function Row({ row, queue }: { row: UploadRow; queue: UploadQueue }) {
  const { ref, name, state } = row
  return (
    <li className="flex flex-wrap items-center gap-2.5 rounded-md border border-line px-3 py-2 text-sm">
      <span className="min-w-0 flex-1 truncate">{name}</span>
      {state.kind === 'failed' ? (
        <span className="text-danger-text">{state.words}</span>
      ) : (
        <progress
          aria-label={`${name} sent`}
          max={1}
          value={state.kind === 'sending' ? state.share : 0}
          className="h-1 w-32"
        />
      )}
      {state.kind === 'failed' && state.canRetry ? (
        <Button size="sm" onClick={() => queue.retry(ref)}>
          Try again<span className="sr-only">: {name}</span>
        </Button>
      ) : null}
      <Button size="sm" variant="ghost" onClick={() => queue.drop(ref)}>
        {state.kind === 'failed' ? 'Dismiss' : 'Cancel'}
        <span className="sr-only">: {name}</span>
      </Button>
    </li>
  )
}
