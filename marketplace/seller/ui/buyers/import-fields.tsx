/** Buyers of a file or pasted: what is in it is shown before anything is sent, and what came of it after. Or a link that invites them. */
import { type ChangeEvent, useId, useState } from 'react'
import { Alert } from '#marketplace/kit/ui/alert.tsx'
import { Field } from '#marketplace/kit/ui/field.tsx'
import { buyersWords } from '#marketplace/seller/blasts/blast-labels.ts'
import type { BuyerRows, ImportDone } from '#marketplace/seller/buyers/buyer-rows.ts'
import { CONSENT_HOW_MAX_LENGTH } from '#shared/contract/campaign-limits.ts'
import { invitePath } from '#shared/contract/pages.ts'
import { buyersOfCsv, buyersOfPasted } from '#shared/rules/buyers/buyers-of-csv.ts'
import { textOfCsv } from '#shared/rules/buyers/text-of-csv.ts'
import { CopyCode } from '../company/copy-code.tsx'
import { AreaField } from '../deals/fields.tsx'

const SKIPPED_SHOWN = 5

const SOURCES = {
  file: { name: 'A file', text: 'CSV, from Podio, REsimpli, Excel or a phone' },
  paste: { name: 'Paste', text: 'One buyer a line, or rows out of a spreadsheet' },
  link: { name: 'An invitation link', text: 'For your next email or group text' },
} as const
type Source = keyof typeof SOURCES
const SOURCE_KEYS = Object.keys(SOURCES) as Source[]

export type BuyerImport = ReturnType<typeof useBuyerImport>

interface ListGiven {
  source: Source
  chosen: string | null
  pasted: string
}

/** Null until there is a list. */
function readList({ source, chosen, pasted }: ListGiven, given: Parameters<typeof buyersOfCsv>[1]) {
  if (source === 'file') return chosen === null ? null : buyersOfCsv(chosen, given)
  return source === 'link' || pasted.trim() === '' ? null : buyersOfPasted(pasted, given)
}

export function useBuyerImport(buyers: BuyerRows) {
  const [source, setSource] = useState<Source>('file')
  const [chosen, setChosen] = useState<string | null>(null)
  const [pasted, setPasted] = useState('')
  const [allAgreed, setAllAgreed] = useState(false)
  const [progress, setProgress] = useState<number | null>(null)
  const [done, setDone] = useState<ImportDone | null>(null)
  const [how, setHow] = useState('')
  const [day, setDay] = useState('')
  const proof = { how: how.trim(), at: day }
  const file = readList({ source, chosen, pasted }, { allAgreed, proof })
  const agreed = file?.rows.filter(({ has_consent }) => has_consent).length ?? 0
  const needsProof = file !== null && !file.hasProofs && agreed > 0
  const isProven = !needsProof || (proof.how !== '' && day !== '')
  const pick = async ({ currentTarget: { files } }: ChangeEvent<HTMLInputElement>) => {
    setDone(null)
    const file = files?.[0]
    setChosen(file ? textOfCsv(await file.arrayBuffer()) : null)
  }
  const paste = (text: string) => {
    setDone(null)
    setPasted(text)
  }
  const show = (next: Source) => {
    setDone(null)
    setSource(next)
  }
  const bring = async () => {
    if (!file) return
    setProgress(0)
    setDone(await buyers.bring(file.rows, setProgress))
    setProgress(null)
  }
  return {
    source,
    show,
    pasted,
    paste,
    file,
    agreed,
    needsProof,
    allAgreed,
    setAllAgreed,
    how,
    setHow,
    day,
    setDay,
    progress,
    done,
    pick,
    bring,
    mayBring: file !== null && file.problem === null && isProven,
  }
}

interface ImportFieldsProps {
  of: BuyerImport
  accountId: number
}

export function ImportFields({ of, accountId }: ImportFieldsProps) {
  const { source, file, agreed, needsProof, allAgreed, setAllAgreed, how, setHow, day, setDay } = of
  const { progress, done } = of
  return (
    <>
      <Sources of={of} />
      {source === 'file' ? <FileField of={of} /> : null}
      {source === 'paste' ? <PasteField of={of} /> : null}
      {source === 'link' ? <InvitationLink accountId={accountId} /> : null}
      {file?.problem ? <Alert>{file.problem}</Alert> : null}
      {file && file.problem === null && !done ? (
        <>
          <p className="num whitespace-normal text-sm">
            {buyersWords(file.rows.length)}, {agreed} with consent. Who agreed gets your blasts once they have
            an account here; who has not is kept and gets nothing.
          </p>
          {file.saysConsent ? null : (
            <label className="flex cursor-pointer gap-2 text-sm">
              <input
                type="checkbox"
                checked={allAgreed}
                onChange={(event) => setAllAgreed(event.currentTarget.checked)}
              />
              All of them agreed to get deals from us, and I can show it.
            </label>
          )}
          {needsProof ? (
            <>
              <Field
                label="How they agreed to emails"
                help="For example: form on our site, signed at open house. It is kept as your proof."
                error={null}
                maxLength={CONSENT_HOW_MAX_LENGTH}
                value={how}
                onChange={(event) => setHow(event.currentTarget.value)}
              />
              <Field
                label="The day they agreed"
                type="date"
                error={null}
                value={day}
                onChange={(event) => setDay(event.currentTarget.value)}
              />
            </>
          ) : null}
        </>
      ) : null}
      <p role="status" className="num whitespace-normal text-sm empty:sr-only">
        {progress === null || !file ? null : `${progress} of ${file.rows.length}`}
        {done ? doneWords(done) : null}
      </p>
      {done ? <Skipped done={done} /> : null}
    </>
  )
}

function Sources({ of: { source, show, progress } }: { of: BuyerImport }) {
  const name = useId()
  return (
    <fieldset disabled={progress !== null} className="grid gap-2 duo:grid-cols-3">
      <legend className="sr-only">Where your buyers come from</legend>
      {SOURCE_KEYS.map((key) => (
        <label
          key={key}
          className="grid cursor-pointer content-start gap-0.5 rounded-md border border-line px-3 py-2.5 hover:bg-hover has-checked:border-accent has-checked:bg-accent-soft"
        >
          <span className="flex items-center gap-2 font-medium text-sm">
            <input type="radio" name={name} checked={source === key} onChange={() => show(key)} />
            {SOURCES[key].name}
          </span>
          <span className="text-text-2 text-xs">{SOURCES[key].text}</span>
        </label>
      ))}
    </fieldset>
  )
}

const FileField = ({ of: { pick } }: { of: BuyerImport }) => (
  <label className="grid gap-1 font-medium text-sm">
    A CSV file with a column “email”, and if you like “name”, “tags”, “phone”, “email consent”, “email consent
    date”, “text consent” and “text consent date”
    <input
      type="file"
      accept=".csv,text/csv"
      onChange={(event) => void pick(event)}
      className="font-regular file:me-3 file:h-9 file:cursor-pointer file:rounded-md file:border file:border-line-strong file:bg-surface file:px-3.25 file:font-label file:text-text hover:file:bg-hover pointer-coarse:file:h-11"
    />
  </label>
)

const PasteField = ({ of: { pasted, paste } }: { of: BuyerImport }) => (
  <AreaField
    label="Your buyers"
    hint="For example: Ann Cole, ann@example.com, (281) 555-0142. Rows of a spreadsheet keep their columns when their names come along."
    value={pasted}
    onChange={paste}
  />
)

const InvitationLink = ({ accountId }: { accountId: number }) => (
  <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
    <CopyCode name="Invitation link" code={window.location.origin + invitePath(accountId)} />
    <p className="text-sm text-text-2">
      Buyers who register by it are on your list, with a conversation from the start.
    </p>
  </div>
)

const doneWords = ({ added, updated, unconfirmed }: ImportDone): string =>
  `${added} added, ${updated} brought up to date.${
    unconfirmed === 0
      ? ''
      : ` ${unconfirmed} ${unconfirmed === 1 ? 'gets' : 'get'} an email to confirm first.`
  }`

function Skipped({ done: { skipped, errorMessage } }: { done: ImportDone }) {
  if (errorMessage) return <Alert>It stopped: {errorMessage} Import it again; nobody is added twice.</Alert>
  if (skipped.length === 0) return null
  return (
    <div className="text-sm">
      <p className="num whitespace-normal">
        {skipped.length === 1 ? '1 note about a line:' : `${skipped.length} notes about lines:`}
      </p>
      <ul className="num whitespace-normal list-disc ps-5 text-text-2">
        {skipped.slice(0, SKIPPED_SHOWN).map(({ line, reason }) => (
          <li key={line}>
            Line {line}: {reason}
          </li>
        ))}
        {skipped.length > SKIPPED_SHOWN ? <li>and {skipped.length - SKIPPED_SHOWN} more</li> : null}
      </ul>
    </div>
  )
}
