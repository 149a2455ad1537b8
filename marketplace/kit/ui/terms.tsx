/** The terms of service where a person agrees to them: a strip's sentence with its button, and the box of a form. */
import { type ReactNode, useId } from 'react'
import { ownTextVersion } from '#marketplace/kit/brand.ts'
import { useAction } from '#marketplace/kit/use-action.ts'
import { TERMS_VERSION } from '#shared/contract/limits.ts'
import { links } from '#shared/contract/pages.ts'
import { Button } from '#shared/ui/button.tsx'
import { FormProblem } from './form-problem.tsx'

/** Of the document as it was loaded. */
export const shownTerms = (): string => ownTextVersion('terms') ?? TERMS_VERSION

/** For a strip above the page, of somebody who has not accepted the version in force. */
export function TermsRequest({ accept }: { accept: () => Promise<unknown> }) {
  const { isBusy, errorMessage, run } = useAction()
  return (
    <>
      <span>
        Please read and agree to the <LegalLink href={links.terms()}>Terms of service</LegalLink>. You must be
        18 or older.
      </span>
      <Button
        size="sm"
        className="pointer-coarse:h-11"
        isBusy={isBusy}
        onClick={() => void run(async () => void (await accept()))}
      >
        I agree
      </Button>
      <FormProblem message={errorMessage} />
    </>
  )
}

interface TermsBoxProps {
  error?: string | undefined
  /** The browser refuses to send the form without it. */
  isRequired?: boolean
}

/** The form's field `terms`. */
export function TermsBox({ error, isRequired = false }: TermsBoxProps) {
  const id = useId()
  return (
    <div className="grid gap-1">
      <label className="flex items-center gap-2 text-sm">
        <input
          type="checkbox"
          name="terms"
          required={isRequired}
          aria-invalid={error ? true : undefined}
          aria-describedby={id}
        />
        <span>
          I am 18 or older and accept the <LegalLink href={links.terms()}>terms</LegalLink> and the{' '}
          <LegalLink href={links.privacy()}>privacy policy</LegalLink>
        </span>
      </label>
      <p id={id} className="text-danger-text text-xs empty:hidden">
        {error}
      </p>
    </div>
  )
}

const LegalLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <a href={href} target="_blank" rel="noopener" className="text-link">
    {children}
  </a>
)
