/**
 * A place for files: chosen, dropped, pasted or photographed, each a row with its progress, cancel and retry (checklist OFR-14,
 * OFR-16). What is uploaded already is handed in and shown below the same way.
 */
import { useSignals } from '@preact/signals-react/runtime'
import { Camera, Upload as UploadIcon } from 'lucide-react'
import { type RefObject, useId, useRef } from 'react'
import { classNames } from '#shared/ui/class-names.ts'
import type { UploadedFile } from './upload-rows.tsx'
import { UploadedItem, UploadRowItem } from './upload-rows.tsx'
import { useDroppedFiles } from './use-dropped-files.ts'
import { useUploadQueue } from './use-upload-queue.ts'

export interface UploadFieldProps {
  label: string
  /** What fits in. */
  hint: string
  kind: 'proof' | 'corporate' | 'photo'
  /** Where the form is posted to, from the site's root. */
  path: string
  /** The form's field for the file. */
  fieldName: string
  /** The form's other fields. */
  extra?: Readonly<Record<string, string>>
  files: readonly UploadedFile[]
  /** Once for each file, with the JSON of the answer. */
  onUploaded: (reply: unknown) => void
  onRemove?: (id: number) => void
}

const PAPERS = 'application/pdf,image/jpeg,image/png,image/heic,.pdf,.jpg,.jpeg,.png,.heic'
const PICTURES = 'image/jpeg,image/png,image/heic,image/webp,.jpg,.jpeg,.png,.heic,.webp'
const ACCEPTED = { proof: PAPERS, corporate: PAPERS, photo: PICTURES } as const

export function UploadField(props: UploadFieldProps) {
  useSignals()
  const { label, hint, kind, files, onRemove } = props
  const id = useId()
  const root = useRef<HTMLFieldSetElement>(null)
  const choose = useRef<HTMLButtonElement>(null)
  const queue = useUploadQueue(props)
  const isOver = useDroppedFiles(root, queue.add)
  const rows = queue.rows.value
  /** The row that had the keyboard is gone. */
  const drop = (ref: string) => {
    queue.drop(ref)
    choose.current?.focus()
  }
  return (
    <fieldset ref={root} aria-describedby={`${id}-hint`} className="grid min-w-0 gap-2">
      <legend className="mb-1.5 font-label text-sm">{label}</legend>
      <div className={classNames(BOX, isOver ? OVER : CALM)}>
        <UploadIcon size={17} strokeWidth={1.75} aria-hidden="true" className="flex-none text-text-2" />
        <p className="min-w-0 flex-1 text-text-2">
          <Chooser label={label} choose={choose} accept={ACCEPTED[kind]} onFiles={queue.add} />
          <span className="max-desk:hidden"> or drop or paste it here</span>.{' '}
          <span id={`${id}-hint`}>{hint}</span>
        </p>
        <CameraButton label={label} onFiles={queue.add} />
      </div>
      {rows.length + files.length === 0 ? null : (
        <ul aria-label={`${label}: files`} className="grid gap-2">
          {rows.map((row) => (
            <UploadRowItem key={row.ref} row={row} onDrop={drop} onRetry={queue.retry} />
          ))}
          {files.map((file) => (
            <UploadedItem key={file.id} file={file} {...(onRemove ? { onRemove } : {})} />
          ))}
        </ul>
      )}
      <p role="status" className="sr-only">
        {queue.news.value}
      </p>
    </fieldset>
  )
}

const BOX =
  'flex min-h-11 items-center gap-2.5 rounded-md border border-dashed px-3.5 py-2 text-sm transition-colors duration-(--duration-instant)'
const CALM = 'border-field'
const OVER = 'border-accent bg-accent-soft'

interface ChooserProps {
  label: string
  accept: string
  choose: RefObject<HTMLButtonElement | null>
  onFiles: (files: readonly File[]) => void
}

function Chooser({ label, accept, choose, onFiles }: ChooserProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <button
        ref={choose}
        type="button"
        className="cursor-pointer font-medium text-accent-text underline-offset-2 hover:underline"
        onClick={() => input.current?.click()}
      >
        Choose a file
        <span className="sr-only">: {label}</span>
      </button>
      <FileInput ref={input} name={`${label}: file`} accept={accept} isMany onFiles={onFiles} />
    </>
  )
}

/** A phone's camera; a mouse has none. */
function CameraButton({ label, onFiles }: Pick<ChooserProps, 'label' | 'onFiles'>) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <span className="hidden flex-none pointer-coarse:block">
      <button
        type="button"
        aria-label={`Take a photo: ${label}`}
        className="grid size-11 cursor-pointer place-items-center rounded-md text-text-2 hover:bg-hover hover:text-text"
        onClick={() => input.current?.click()}
      >
        <Camera size={18} strokeWidth={1.75} aria-hidden="true" />
      </button>
      <FileInput ref={input} name={`${label}: photo`} accept="image/*" hasCamera onFiles={onFiles} />
    </span>
  )
}

interface FileInputProps {
  ref: RefObject<HTMLInputElement | null>
  name: string
  accept: string
  isMany?: boolean
  hasCamera?: boolean
  onFiles: (files: readonly File[]) => void
}

function FileInput({ ref, name, accept, isMany, hasCamera, onFiles }: FileInputProps) {
  return (
    <input
      ref={ref}
      type="file"
      aria-label={name}
      accept={accept}
      multiple={isMany}
      {...(hasCamera ? { capture: 'environment' as const } : {})}
      hidden
      onChange={({ currentTarget }) => {
        onFiles([...(currentTarget.files ?? [])])
        // The same file can be chosen again.
        currentTarget.value = ''
      }}
    />
  )
}
