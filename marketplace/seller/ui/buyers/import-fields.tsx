/** A file of buyers: what is in it is shown before anything is sent, and what came of it after. */

import { type ChangeEvent, useState } from 'react'
import { Alert } from '#marketplace/kit/ui/alert.tsx'
import { Field } from '#marketplace/kit/ui/field.tsx'
import { buyersWords } from '#marketplace/seller/blasts/blast-labels.ts'
import type { BuyerRows, ImportDone } from '#marketplace/seller/buyers/buyer-rows.ts'
import { CONSENT_HOW_MAX_LENGTH } from '#shared/contract/campaign-limits.ts'
import { buyersOfCsv } from '#shared/rules/buyers/buyers-of-csv.ts'
import { textOfCsv } from '#shared/rules/buyers/text-of-csv.ts'

const SKIPPED_SHOWN = 5

export type BuyerImport = ReturnType<typeof useBuyerImport>

export function useBuyerImport(buyers: BuyerRows) {
  const [text, setText] = useState<string | null>(null)
  const [allAgreed, setAllAgreed] = useState(false)
  const [progress, setProgress] = useState<number | null>(null)
  const [done, setDone] = useState<ImportDone | null>(null)
  const [how, setHow] = useState('')
  const [day, setDay] = useState('')
  const proof = { how: how.trim(), at: day }
  const file = text === null ? null : buyersOfCsv(text, { allAgreed, proof })
  const agreed = file?.rows.filter(({ has_consent }) => has_consent).length ?? 0
  const needsProof = file !== null && !file.hasProofs && agreed > 0
  const isProven = !needsProof || (proof.how !== '' && day !== '')
  const pick = async ({ currentTarget: { files } }: ChangeEvent<HTMLInputElement>) => {
    setDone(null)
    const file = files?.[0]
    setText(file ? textOfCsv(await file.arrayBuffer()) : null)
  }
  const bring = async () => {
    if (!file) return
    setProgress(0)
    setDone(await buyers.bring(file.rows, setProgress))
    setProgress(null)
  }
  return {
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

export function ImportFields({ of }: { of: BuyerImport }) {
  const {
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
  } = of
  return (
    <>
      <label className="grid gap-1 font-medium text-sm">
        A CSV file with a column “email”, and if you like “name”, “tags”, “phone”, “email consent”, “email
        consent date”, “text consent” and “text consent date”
        <input
          type="file"
          accept=".csv,text/csv"
          onChange={(event) => void pick(event)}
          className="font-regular file:me-3 file:h-9 file:cursor-pointer file:rounded-md file:border file:border-line-strong file:bg-surface file:px-3.25 file:font-label file:text-text hover:file:bg-hover pointer-coarse:file:h-11"
        />
      </label>
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

const doneWords = ({ added, updated, unconfirmed }: ImportDone): string =>
  `${added} added, ${updated} brought up to date.${
    unconfirmed === 0
      ? ''
      : ` ${unconfirmed} ${unconfirmed === 1 ? 'gets' : 'get'} an email to confirm first.`
  }`

function Skipped({ done: { skipped, errorMessage } }: { done: ImportDone }) {
  if (errorMessage)
    return <Alert>It stopped: {errorMessage} Import the file again; nobody is added twice.</Alert>
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
