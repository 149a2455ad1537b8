/** The files that are chosen for a message, over its text: how far each is, and what was not taken. */
import { useSignals } from '@preact/signals-react/runtime'
import { X } from 'lucide-react'
import type { MouseEvent } from 'react'
import type { Attaching, ChosenFile, Uploads } from './attachment-model.ts'
import { choose, chosenFor } from './chosen.ts'
import { Bar, stateLine, Thumb } from './upload-parts.tsx'

interface TrayProps {
  attaching: Attaching
  uploads: Uploads
  peerId: number
}

export function Tray({ attaching, uploads, peerId }: TrayProps) {
  useSignals()
  const files = chosenFor(attaching, peerId)
  const refusals = uploads.refusals.value.get(peerId) ?? []
  if (files.length + refusals.length === 0) return null
  const remove = (ref: string) => (event: MouseEvent<HTMLElement>) => {
    focusNext(event.currentTarget)
    if (uploads.fileOf(ref)) uploads.remove(peerId, ref)
    else
      choose(
        attaching,
        peerId,
        files.filter((file) => file.ref !== ref),
      )
  }
  return (
    <ul data-tray="" aria-label="Attached files">
      {files.map((file) => (
        <Row key={file.ref} file={file} uploads={uploads} onRemove={remove(file.ref)} />
      ))}
      {refusals.map(({ name, words }) => (
        <li key={name} data-refused="" className="rounded-md border border-line-strong text-text-2 text-xs">
          <span className="min-w-0 flex-1">
            <b className="truncate font-semibold text-sm text-text" dir="auto">
              {name}
            </b>
            <small>Not added. {words}</small>
          </span>
          <Remove
            name={`Dismiss ${name}`}
            onPress={(event) => {
              focusNext(event.currentTarget)
              const left = refusals.filter((other) => other.name !== name)
              uploads.refusals.value = new Map(uploads.refusals.peek()).set(peerId, left)
            }}
          />
        </li>
      ))}
    </ul>
  )
}

interface RowProps {
  file: ChosenFile
  uploads: Uploads
  onRemove: (event: MouseEvent<HTMLElement>) => void
}

function Row({ file, uploads, onRemove }: RowProps) {
  useSignals()
  const { ref, name } = file
  const state = uploads.state(ref).value
  const isFailed = state.kind === 'failed'
  return (
    <li
      className={`rounded-md border text-xs ${isFailed ? 'border-danger bg-danger-soft' : 'border-line-strong bg-surface text-text-2'}`}
    >
      <Thumb file={uploads.fileOf(ref)} type={file.type} />
      <span className="min-w-0 flex-1">
        <b className="truncate font-semibold text-sm text-text" dir="auto">
          {name}
        </b>
        <small className={isFailed ? 'text-danger-text' : 'num'}>{stateLine(file, state)}</small>
        <Bar state={state} />
      </span>
      {isFailed && state.canRetry ? (
        <button
          type="button"
          data-again=""
          onClick={() => uploads.retry(ref)}
          className="rounded-md border border-line-strong bg-surface font-semibold text-text"
        >
          Try again<span className="sr-only">: {name}</span>
        </button>
      ) : null}
      <Remove name={`${state.kind === 'done' ? 'Remove' : 'Cancel'} ${name}`} onPress={onRemove} />
    </li>
  )
}

const Remove = ({ name, onPress }: { name: string; onPress: (event: MouseEvent<HTMLElement>) => void }) => (
  <button
    type="button"
    data-remove=""
    aria-label={name}
    onClick={onPress}
    className="grid size-9 place-items-center rounded-full text-text-2 hover:bg-hover hover:text-text"
  >
    <X size={16} strokeWidth={1.75} aria-hidden="true" />
  </button>
)

/** The focus goes on to the next row, or to the text. */
function focusNext(button: HTMLElement): void {
  const row = button.closest('li')
  const next = row?.nextElementSibling ?? row?.previousElementSibling
  const target =
    next?.querySelector<HTMLElement>('[data-remove]') ?? button.closest('form')?.querySelector('textarea')
  target?.focus()
}
