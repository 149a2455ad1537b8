/** The files of a message that is on its way. */
import { useSignals } from '@preact/signals-react/runtime'
import { adopterOf } from './adopt-styles.ts'
import css from './attach.css?inline'
import type { Attaching, ChosenFile, ChosenFiles } from './attachment-model.ts'
import { Bar, stateLine, Thumb } from './upload-parts.tsx'
import { uploadsOf } from './uploads.ts'

const adoptStyles = adopterOf(css)

export const SentFiles = ({ attaching, files }: { attaching: Attaching; files: ChosenFiles }) => (
  <ul ref={adoptStyles} data-sent="" aria-label="Attached files">
    {files.map((file) => (
      <Row key={file.ref} attaching={attaching} file={file} />
    ))}
  </ul>
)

function Row({ attaching, file }: { attaching: Attaching; file: ChosenFile }) {
  useSignals()
  const uploads = uploadsOf(attaching)
  const state = uploads.state(file.ref).value
  return (
    <li className="rounded-lg border border-line-strong bg-surface text-text-2 text-xs">
      <Thumb file={uploads.fileOf(file.ref)} type={file.type} />
      <span className="min-w-0 flex-1">
        <b className="truncate font-semibold text-sm text-text" dir="auto">
          {file.name}
        </b>
        <small className={state.kind === 'failed' ? 'text-danger-text' : 'num'}>
          {stateLine(file, state)}
        </small>
        <Bar state={state} />
      </span>
    </li>
  )
}
