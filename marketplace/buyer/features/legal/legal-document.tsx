/** A legal document as a page: version and date, contents with anchors, a column that reads and prints well. */

import { useSignals } from '@preact/signals-react/runtime'
import { type ReactNode, useEffect, useState } from 'react'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { PageFailed, PagePending } from '#marketplace/buyer/ui/page-state.tsx'
import { SiteFooter } from '#marketplace/buyer/ui/site-footer.tsx'
import { BRAND, ownTextVersion } from '#marketplace/kit/brand.ts'
import { longDayWords } from '#marketplace/kit/date-labels.ts'
import { createResource } from '#marketplace/kit/resource.ts'
import { getLegalText, type LegalDocumentName } from '#shared/contract/installation.ts'
import { type LegalSection, legalSections } from '#shared/rules/site/legal-sections.ts'
import { OperatorAddress } from './operator-address.tsx'

export interface LegalDocumentProps {
  /** The document that an installation can replace with its own text. */
  name: LegalDocumentName
  title: string
  /** Its contents, in a sentence or two. */
  summary: string
  /** Begins with the day it takes effect: `2026-06-01`. */
  version: string
  sections: readonly LegalSection[]
  /** Under the summary, e.g. a control. */
  children?: ReactNode
}

/** Shows the installation's own text if it has set one, and nothing of the product's text while that loads. */
export function LegalDocument(props: LegalDocumentProps) {
  return ownTextVersion(props.name) !== null ? <OwnDocument {...props} /> : <Document {...props} isTemplate />
}

function OwnDocument(props: LegalDocumentProps) {
  useSignals()
  const { name, title } = props
  const { api } = useServices()
  const [own] = useState(() =>
    createResource(async () => (await api(getLegalText, { params: { document: name } })).data),
  )
  useEffect(() => void own.load(), [own])
  const state = own.state.value
  if (state.phase === 'loading') return <PagePending />
  if (state.phase === 'failed')
    return (
      <PageFailed title={title} onRetry={() => void own.load()}>
        {BRAND} cannot be reached.
      </PageFailed>
    )
  // The installation went back to the product's text meanwhile.
  if (state.value === null) return <Document {...props} isTemplate />
  const sections = legalSections(state.value.text, title)
  return <Document {...props} version={state.value.version} sections={sections} />
}

function Document({
  title,
  summary,
  version,
  sections,
  children,
  isTemplate = false,
}: LegalDocumentProps & { isTemplate?: boolean }) {
  const day = version.slice(0, DAY_LENGTH)
  return (
    <>
      <article className="page-column pt-8 pb-6 print:pt-0">
        <header className="max-w-[68ch]">
          <h1 tabIndex={-1} className="font-semibold text-3xl tracking-[-0.03em]">
            {title}
          </h1>
          <p className="mt-1 text-sm text-text-3">
            Version {version}, in force since <time dateTime={day}>{longDayWords(day)}</time>
          </p>
          {isTemplate ? (
            <>
              <p className="mt-4 rounded-md border border-warn-line bg-warn-soft px-3 py-2 text-sm text-warn-text">
                Template text. Before the site opens to the public, the company that runs {BRAND} must have a
                lawyer review it. The notes under some sections say what to check. Staff replace the text at
                the console, under Installation, and these notes disappear.
              </p>
              <p className="mt-4 text-md text-text-2">{summary}</p>
            </>
          ) : null}
          {children}
        </header>
        <div className="mt-8 grid gap-x-12 gap-y-8 broad:grid-cols-[15rem_minmax(0,1fr)]">
          <Contents sections={sections} />
          <div className="grid max-w-[68ch] gap-8">
            {sections.map((section, index) => (
              <SectionText key={section.id} section={section} label={`${index + 1}. ${section.title}`} />
            ))}
            <OperatorAddress />
          </div>
        </div>
      </article>
      <SiteFooter />
    </>
  )
}

const DAY_LENGTH = '2026-06-01'.length

function Contents({ sections }: { sections: readonly LegalSection[] }) {
  return (
    <nav aria-label="Contents" className="print:hidden">
      <ol className="grid text-sm broad:sticky broad:top-20">
        {sections.map(({ id, title }, index) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="inline-flex gap-2 py-1 text-text-2 hover:text-text pointer-coarse:py-2"
            >
              <span className="num w-5 text-text-3">{index + 1}</span>
              {title}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** `label`: instead of its title. */
export function SectionText({ section, label = section.title }: { section: LegalSection; label?: string }) {
  const { id, text, check } = section
  return (
    <section aria-labelledby={id} className="break-inside-avoid-page">
      <h2 id={id} className="font-semibold text-lg tracking-tight">
        {label}
      </h2>
      {text.map((part) =>
        typeof part === 'string' ? (
          <p key={part} className="mt-2 text-md text-text-2">
            {part}
          </p>
        ) : (
          <ul key={part.join()} className="mt-2 grid list-disc gap-1 pl-5 text-md text-text-2">
            {part.map((point) => (
              <li key={point}>{point}</li>
            ))}
          </ul>
        ),
      )}
      {check ? (
        <p className="mt-2 border-warn-line border-l-2 pl-3 text-sm text-warn-text">To check: {check}</p>
      ) : null}
    </section>
  )
}
