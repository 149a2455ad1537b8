/** A legal document as a page: version and date, contents with anchors, a column that reads and prints well. */

import type { ReactNode } from 'react'
import { SiteFooter } from '#marketplace/buyer/ui/site-footer.tsx'
import { longDayWords } from '#marketplace/kit/date-labels.ts'
import { BRAND } from '#shared/contract/brand.ts'

export interface Section {
  /** The anchor. */
  readonly id: string
  readonly title: string
  /** Paragraphs; a list is a paragraph of several points. */
  readonly text: readonly (string | readonly string[])[]
}

export interface LegalDocumentProps {
  title: string
  /** What is in it, in a sentence or two. */
  summary: string
  /** The day it holds from, which is its version: `2026-06-01`. */
  version: string
  sections: readonly Section[]
  /** Under the summary, e.g. a control. */
  children?: ReactNode
}

export function LegalDocument({ title, summary, version, sections, children }: LegalDocumentProps) {
  return (
    <>
      <article className="page-column pt-8 pb-6 print:pt-0">
        <header className="max-w-[68ch]">
          <h1 tabIndex={-1} className="font-semibold text-3xl tracking-[-0.03em]">
            {title}
          </h1>
          <p className="mt-1 text-sm text-text-3">
            Version {version}, in force since <time dateTime={version}>{longDayWords(version)}</time>
          </p>
          <p className="mt-4 rounded-md border border-warn-line bg-warn-soft px-3 py-2 text-sm text-warn-text">
            Template text. Whoever runs {BRAND} has it reviewed by a lawyer and puts its own name, address and
            dates in before opening to the public.
          </p>
          <p className="mt-4 text-md text-text-2">{summary}</p>
          {children}
        </header>
        <div className="mt-8 grid gap-x-12 gap-y-8 broad:grid-cols-[15rem_minmax(0,1fr)]">
          <Contents sections={sections} />
          <div className="grid max-w-[68ch] gap-8">
            {sections.map((section, index) => (
              <SectionText key={section.id} section={section} number={index + 1} />
            ))}
          </div>
        </div>
      </article>
      <SiteFooter />
    </>
  )
}

function Contents({ sections }: { sections: readonly Section[] }) {
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

function SectionText({ section: { id, title, text }, number }: { section: Section; number: number }) {
  return (
    <section aria-labelledby={id} className="break-inside-avoid-page">
      <h2 id={id} className="scroll-mt-20 font-semibold text-lg tracking-tight">
        {number}. {title}
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
    </section>
  )
}
