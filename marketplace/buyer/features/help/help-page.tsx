/** `/help`: short answers, each with the page where it is done, and who to ask. */
import { useSignals } from '@preact/signals-react/runtime'
import type { ReactNode } from 'react'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { Link } from '#marketplace/buyer/ui/link.tsx'
import { SiteFooter } from '#marketplace/buyer/ui/site-footer.tsx'
import { SupportContact } from '#marketplace/buyer/ui/support-contact.tsx'
import { links } from '#shared/contract/pages.ts'

export default function HelpPage() {
  return (
    <>
      <article className="page-column pt-8 pb-6">
        <header className="max-w-[68ch]">
          <h1 tabIndex={-1} className="font-semibold text-3xl tracking-[-0.03em]">
            Help
          </h1>
          <p className="mt-3 text-md text-text-2">Answers to what buyers ask most, and who to ask.</p>
        </header>
        <div className="mt-8 grid gap-x-12 gap-y-8 broad:grid-cols-[minmax(0,1fr)_20rem]">
          <div className="grid max-w-[68ch] content-start gap-7">
            <Answers />
          </div>
          <Contact />
        </div>
      </article>
      <SiteFooter />
    </>
  )
}

function Answers() {
  return (
    <>
      <Answer id="offers" title="How do I make an offer?">
        Open a deal and choose “Make an offer”. You need a confirmed phone, a proof of funds and the
        refundable deposit. <Page href="/#how">How buying works</Page>
      </Answer>
      <Answer id="deposit" title="When do I get the deposit back?">
        As soon as none of your offers is active: request it, and it is in your wallet at once.{' '}
        <Page href={links.profile('deposit')}>Your deposit</Page>
      </Answer>
      <Answer id="withdraw" title="How do I get money out of my wallet?">
        Choose “Withdraw”. Money goes back to the cards that paid it in, for up to 180 days after the payment.
        What cannot go back to a card goes to your bank account. Our team sends it, and you can follow it in
        your wallet. <Page href={links.profile('wallet')}>Your wallet</Page>
      </Answer>
      <Answer id="payment" title="My card was declined, or a payment hangs">
        Nothing is charged twice. The payment’s page says what happened; another card can be added any time.{' '}
        <Page href={links.profile('billing')}>Your cards</Page>
      </Answer>
      <Answer id="login" title="I cannot log in">
        On the login page choose “Forgot password?”. If somebody else used your account, set a new password:
        it logs out every other device. <Page href={links.login()}>Log in</Page>
      </Answer>
      <Answer id="delete" title="How do I delete my account?">
        Under Privacy. The money in your wallet is paid out. Active offers and a held deposit must be settled
        first. <Page href={links.profile('privacy')}>Privacy</Page>
      </Answer>
      <Answer id="sellers" title="Are you a seller?">
        Deals, buyers and offers of your company are in the seller app.{' '}
        <a href={links.seller({ kind: 'deals' })} className="whitespace-nowrap text-link">
          For sellers
        </a>
      </Answer>
    </>
  )
}

function Answer({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="font-semibold text-lg tracking-tight">
        {title}
      </h2>
      <p className="mt-1.5 text-md text-text-2">{children}</p>
    </section>
  )
}

function Page({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} className="whitespace-nowrap text-link">
      {children}
    </Link>
  )
}

/** Not there where nobody is named. */
function Contact() {
  useSignals()
  const { configs } = useServices()
  const support = configs.value.value?.support
  return (
    <section
      aria-labelledby="contact"
      hidden={!support?.email && !support?.phone}
      className="self-start rounded-lg border border-line bg-surface p-5"
    >
      <h2 id="contact" className="font-semibold text-lg tracking-tight">
        Ask us
      </h2>
      <p className="mt-1.5 text-md text-text-2">
        <SupportContact />
      </p>
      {support?.hours ? <p className="mt-1 text-sm text-text-3">{support.hours}</p> : null}
      <p className="mt-3 text-sm text-text-2">
        For a payment or a withdrawal, include its number. Never send a card number or a password.
      </p>
    </section>
  )
}
