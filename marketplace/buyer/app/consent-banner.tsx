/** Asks what may be kept and loaded: in a corner, or above the page in small windows and where there is no header. Nothing depends on an answer. Fetched when there is something to ask. */
import { useSignals } from '@preact/signals-react/runtime'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { type Choices, CONSENT_VERSION, type Consent } from '#marketplace/buyer/platform/consent.ts'
import { EVERYTHING, earlierChoices, giveConsent } from '#marketplace/buyer/platform/give-consent.ts'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { CornerPopup } from '#marketplace/buyer/ui/corner-popup.tsx'
import { Link } from '#marketplace/buyer/ui/link.tsx'
import { useIsSmall } from '#marketplace/kit/use-media.ts'
import { Button } from '#shared/ui/button.tsx'
import { classNames } from '#shared/ui/class-names.ts'
import { findRoute } from './routes.ts'

const NECESSARY_ONLY: Choices = { analytics: false, marketing: false }

export default function ConsentBanner({ consent }: { consent: Consent }) {
  useSignals()
  const chosen = consent.chosen.value
  const choose = useChoose(consent)
  const [isChoosing, setChoosing] = useState(chosen !== null || consent.hasSignal)
  const heading = useFocusWhenAsked(consent)
  return (
    <Frame>
      <h2 ref={heading} tabIndex={-1} className="scroll-mt-20 font-semibold text-base outline-none">
        Cookie choices
      </h2>
      <p className="mt-1 text-text-2">
        {chosen !== null && chosen.version !== CONSENT_VERSION && !consent.hasSignal
          ? 'What we ask for has changed since you chose. '
          : null}
        Some cookies keep you logged in and the site safe. More only if you say so.{' '}
        <Link href="/privacy-policy#cookies" className="text-link">
          What each is for
        </Link>
      </p>
      {consent.hasSignal ? <SignalNote onClose={consent.close} /> : null}
      {consent.hasSignal ? null : isChoosing ? (
        <ChoiceForm consent={consent} />
      ) : (
        <div className="mt-3 flex flex-wrap gap-2">
          <Button size="sm" onClick={() => choose(EVERYTHING)}>
            Allow all
          </Button>
          <Button size="sm" onClick={() => choose(NECESSARY_ONLY)}>
            Necessary only
          </Button>
          <Button size="sm" variant="ghost" onClick={() => setChoosing(true)}>
            Choose
          </Button>
        </div>
      )}
    </Frame>
  )
}

/** Asked for by a press, it may be far above: it is brought into view, and the focus goes back when it closes. */
function useFocusWhenAsked(consent: Consent) {
  useSignals()
  const heading = useRef<HTMLHeadingElement>(null)
  const asks = consent.asks.value
  useEffect(() => {
    if (asks === 0) return
    const before = document.activeElement
    heading.current?.focus()
    return () => {
      if (before instanceof HTMLElement) before.focus()
    }
  }, [asks])
  return heading
}

function useChoose(consent: Consent) {
  const { clock } = useServices()
  return (choices: Choices) =>
    giveConsent(consent, choices, { storage: () => window.localStorage, nowMs: clock.now() })
}

/** Part of the page in small windows, where it would cover what one reads, and on a page without a header, whose form it would cover. */
function Frame({ children }: { children: ReactNode }) {
  const [path] = useLocation()
  const isSmall = useIsSmall()
  if (isSmall || findRoute(path)?.route.frame === 'bare')
    return (
      <section
        aria-label="Cookie choices"
        className="flex-none border-line border-b bg-overlay px-4 py-3 text-sm desk:px-10 print:hidden"
      >
        {children}
      </section>
    )
  return (
    <CornerPopup
      corner="bottom-left"
      aria-label="Cookie choices"
      data-asking=""
      className="w-88 p-4 text-sm print:hidden"
    >
      {children}
    </CornerPopup>
  )
}

function SignalNote({ onClose }: { onClose: () => void }) {
  return (
    <>
      <p className="mt-2 text-text-2">
        Your browser asks sites not to track you. We follow it: only what is necessary is used.
      </p>
      <Button size="sm" className="mt-3" onClick={onClose}>
        Close
      </Button>
    </>
  )
}

function ChoiceForm({ consent }: { consent: Consent }) {
  const choose = useChoose(consent)
  const [choices, setChoices] = useState(() => earlierChoices(consent.chosen.peek()))
  return (
    <form
      className="mt-3 grid gap-2.5"
      onSubmit={(event) => {
        event.preventDefault()
        choose(choices)
      }}
    >
      <Choice name="Necessary" text="Log in, safety, your theme. Always on." isChecked isFixed />
      <Choice
        name="Analytics"
        text="Which deals and photos are looked at."
        isChecked={choices.analytics}
        onChange={(analytics) => setChoices({ ...choices, analytics })}
      />
      <Choice
        name="Support chat and marketing"
        text="The chat with our support, and measuring of ads."
        isChecked={choices.marketing}
        onChange={(marketing) => setChoices({ ...choices, marketing })}
      />
      <Button type="submit" size="sm" variant="primary" className="justify-self-start">
        Save choices
      </Button>
    </form>
  )
}

interface ChoiceProps {
  name: string
  text: string
  isChecked: boolean
  isFixed?: boolean
  onChange?: (isChecked: boolean) => void
}

function Choice({ name, text, isChecked, isFixed = false, onChange }: ChoiceProps) {
  return (
    <label className="flex cursor-pointer gap-2.5 has-disabled:cursor-default">
      <input
        type="checkbox"
        className={classNames('mt-0.5 size-4 flex-none accent-accent', isFixed && 'opacity-55')}
        checked={isChecked}
        disabled={isFixed}
        onChange={(event) => onChange?.(event.target.checked)}
      />
      <span>
        <span className="block font-label">{name}</span>
        <span className="block text-text-2 text-xs">{text}</span>
      </span>
    </label>
  )
}
