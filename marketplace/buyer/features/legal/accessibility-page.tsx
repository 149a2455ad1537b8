/** `/accessibility`: the standard, what was tested and how, known limits, and whom to tell. It describes this software; `docs/accessibility.md` has the checks. */
import { useSignals } from '@preact/signals-react/runtime'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { Link } from '#marketplace/buyer/ui/link.tsx'
import { SiteFooter } from '#marketplace/buyer/ui/site-footer.tsx'
import { SupportContact } from '#marketplace/buyer/ui/support-contact.tsx'
import { BRAND } from '#marketplace/kit/brand.ts'
import { links } from '#shared/contract/pages.ts'
import type { LegalSection } from '#shared/rules/site/legal-sections.ts'
import { SectionText } from './legal-document.tsx'

const SECTIONS: readonly LegalSection[] = [
  {
    id: 'standard',
    title: 'The standard',
    text: [
      `${BRAND} is built to the Web Content Accessibility Guidelines (WCAG) 2.2, level AA. This covers the pages for buyers, the seller app, the console of our staff, and the messenger on sellers’ sites. We know of the limits below, so it conforms partially.`,
    ],
  },
  {
    id: 'tests',
    title: 'What we test, and how',
    text: [
      'Automated tests run in a browser. They check:',
      [
        'on every page, the rules of axe-core in light and dark colors',
        'on every page, that nothing is cut off or covered on a phone and at 200 % and 400 % zoom',
        'on every page, that what has the focus is not hidden',
        'on the main pages, that the keyboard works, and that what is dragged has buttons',
        'that each view has a heading and a title, and that the first field in error gets the focus',
        'that selected and pressed states can be seen in forced colors',
      ],
      'No outside company has audited these pages.',
    ],
  },
  {
    id: 'limits',
    title: 'Known limits',
    text: [
      [
        'On November 29, 2026 a script went through the main pages for buyers and the seller app’s messages with the screen reader Orca. NVDA, VoiceOver and TalkBack were not used, and nobody who uses a screen reader has tested this release.',
        'The map is drawn. The list beside it has the same deals, and the markets can be searched by name.',
        'Photos come from sellers. Many have a number instead of a description.',
        'Documents and videos come from sellers and buyers. They may have no text layer and no captions. Ask the seller for the content in another form.',
        'Captchas, identity checks, card forms and support chats of other companies are outside our control.',
      ],
    ],
  },
]

export default function AccessibilityPage() {
  return (
    <>
      <article className="page-column pt-8 pb-6">
        <h1 tabIndex={-1} className="font-semibold text-3xl tracking-[-0.03em]">
          Accessibility
        </h1>
        <div className="mt-8 grid max-w-[68ch] gap-8">
          {SECTIONS.map((section) => (
            <SectionText key={section.id} section={section} />
          ))}
          <Contact />
        </div>
      </article>
      <SiteFooter />
    </>
  )
}

/** The installation's support contact; without one, the help page. */
function Contact() {
  useSignals()
  const { configs } = useServices()
  const support = configs.value.value?.support
  return (
    <section aria-labelledby="contact">
      <h2 id="contact" className="font-semibold text-lg tracking-tight">
        Tell us what does not work
      </h2>
      <p className="mt-2 text-md text-text-2">
        Say which page it was, what you wanted to do, and which browser and assistive technology you use. If
        you cannot do something here, we do it with you another way.
      </p>
      <p className="mt-2 text-md text-text-2">
        {support?.email || support?.phone ? null : (
          <Link href={links.help()} className="text-link">
            Help and contact
          </Link>
        )}
        <SupportContact lead="Contact:" hasHours />
      </p>
    </section>
  )
}
