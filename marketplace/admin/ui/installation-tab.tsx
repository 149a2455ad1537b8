/** What this installation is called, looks like and says: in the three apps, in mails and to search engines. Empty fields keep the product's own. */
import { type ChangeEvent, type FormEvent, useCallback, useEffect, useRef, useState } from 'react'
import { CURRENCY_NAMES } from '#marketplace/kit/brand.ts'
import { longDayWords } from '#marketplace/kit/date-labels.ts'
import { errorText } from '#marketplace/kit/error-text.ts'
import { Field } from '#marketplace/kit/ui/field.tsx'
import { Choices, Select, TextArea } from '#marketplace/kit/ui/form-fields.tsx'
import { FormProblem } from '#marketplace/kit/ui/form-problem.tsx'
import { LoadFailed } from '#marketplace/kit/ui/load-failed.tsx'
import { upload } from '#marketplace/kit/upload.ts'
import { useAction } from '#marketplace/kit/use-action.ts'
import { useUnsavedWhile } from '#marketplace/kit/use-unsaved.ts'
import {
  type AdminInstallationWire,
  adminInstallation,
  adminRemoveLogo,
  adminSetInstallation,
  adminSetLogo,
  CURRENCIES,
  type Currency,
  LEGAL_TEXT_MAX_LENGTH,
  POSTAL_ADDRESS_MAX_LENGTH,
} from '#shared/contract/installation.ts'
import { STATES } from '#shared/rules/states.ts'
import { Button } from '#shared/ui/button.tsx'
import { daysOf, RetentionFields, readDays } from './retention-fields.tsx'
import { SupportForm } from './support-form.tsx'
import type { OwnTabProps } from './tab-props.ts'

export function InstallationTab({ api, session }: OwnTabProps) {
  const [shown, setShown] = useState<AdminInstallationWire | null>(null)
  const [isSaved, setSaved] = useState(false)
  const [errorMessage, setErrorMessage] = useState<string | null>(null)
  const load = useCallback(() => {
    setErrorMessage(null)
    api(adminInstallation, {}).then(
      ({ data }) => setShown(data),
      (error: unknown) => setErrorMessage(errorText(error)),
    )
  }, [api])
  useEffect(load, [load])
  if (errorMessage !== null) return <LoadFailed onRetry={load}>{errorMessage}</LoadFailed>
  if (shown === null) return null
  return (
    <div className="grid max-w-160 grid-cols-1 gap-6">
      <LogoForm
        api={api}
        session={session}
        shown={shown}
        onSaved={({ logo }) => setShown({ ...shown, logo })}
      />
      <TextsForm
        key={JSON.stringify(draftOf(shown))}
        api={api}
        shown={shown}
        isSaved={isSaved}
        onSaved={(saved) => {
          setShown(saved)
          setSaved(true)
        }}
      />
      <SupportForm api={api} />
    </div>
  )
}

interface FormProps extends Pick<OwnTabProps, 'api'> {
  shown: AdminInstallationWire
  onSaved: (shown: AdminInstallationWire) => void
}

function LogoForm({ api, session, shown, onSaved }: FormProps & Pick<OwnTabProps, 'session'>) {
  const { isBusy, errorMessage, run: act } = useAction()
  const input = useRef<HTMLInputElement>(null)
  const run = (call: () => Promise<unknown>) =>
    act(async () => {
      await call()
      onSaved((await api(adminInstallation, {})).data)
    })
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    target.value = ''
    if (!file) return
    const form = new FormData()
    form.append('logo', file)
    void run(() => upload({ path: adminSetLogo.path, form, ...session }))
  }
  return (
    <section aria-labelledby="logo" className="grid grid-cols-1 gap-2 text-sm">
      <h2 id="logo" className="font-semibold text-md">
        Logo
      </h2>
      {shown.logo === null ? (
        <p className="text-text-2">The product’s mark is shown.</p>
      ) : (
        <img src={shown.logo} alt="Your logo" className="h-16 max-w-60 justify-self-start object-contain" />
      )}
      <p className="text-text-2">
        A JPEG, PNG or WebP picture of up to 5 MB. It appears in the headers and as the tab's icon.
      </p>
      <span className="flex flex-wrap items-center gap-2">
        <Button isBusy={isBusy} onClick={() => input.current?.click()}>
          Choose a logo
        </Button>
        <input
          ref={input}
          type="file"
          accept="image/jpeg,image/png,image/webp"
          aria-label="Choose a logo: file"
          disabled={isBusy}
          onChange={choose}
          hidden
        />
        {shown.logo === null ? null : (
          <Button isBusy={isBusy} onClick={() => void run(() => api(adminRemoveLogo, {}))}>
            Remove logo
          </Button>
        )}
      </span>
      <FormProblem message={errorMessage} />
    </section>
  )
}

const draftOf = (of: AdminInstallationWire) => ({
  name: of.name,
  accent: of.accent ?? '',
  accent_dark: of.accent_dark ?? '',
  sender_name: of.sender_name ?? '',
  sender_address: of.sender_address ?? '',
  postal_address: of.postal_address ?? '',
  markets: of.markets,
  currency: of.currency,
  terms: of.terms,
  privacy: of.privacy,
  retention: daysOf(of.retention),
})

const LINES = [
  {
    name: 'name',
    label: 'Name',
    maxLength: 40,
    help: 'Shown in headers, titles, emails and texts. Leave empty to use the product’s name.',
  },
  {
    name: 'accent',
    label: 'Color',
    maxLength: 7,
    help: 'Used for buttons and links. Enter a color like #0b6477 on which white text is easy to read.',
  },
  {
    name: 'accent_dark',
    label: 'Color on dark pages',
    maxLength: 7,
    help: 'Leave empty to use a lighter version of the color.',
  },
  {
    name: 'sender_name',
    label: 'Name of the mail sender',
    maxLength: 80,
    help: 'Leave empty to use the name in the server’s MAIL_FROM setting.',
  },
  {
    name: 'sender_address',
    label: 'Address of the mail sender',
    maxLength: 254,
    help: 'Leave empty to use the address in MAIL_FROM. Your mail server must be allowed to send for its domain.',
  },
  {
    name: 'postal_address',
    label: 'Postal address',
    maxLength: POSTAL_ADDRESS_MAX_LENGTH,
    help: 'Street or PO box, city, state and ZIP code of the company that runs this site. The law requires it in each marketing email.',
  },
] as const

const TEXTS = [
  { name: 'terms', label: 'Terms of service' },
  { name: 'privacy', label: 'Privacy policy' },
] as const

const placedOf = ({ retention }: ReturnType<typeof draftOf>): readonly string[] => [
  ...[...LINES, ...TEXTS].map(({ name }) => name),
  ...Object.keys(retention).map((kind) => `retention.${kind}`),
  'currency',
]

function TextsForm({ api, shown, isSaved, onSaved }: FormProps & { isSaved: boolean }) {
  const [draft, setDraft] = useState(() => draftOf(shown))
  const { isBusy, errorMessage, run, errorOf } = useAction(placedOf(draft))
  const isChanged = JSON.stringify(draft) !== JSON.stringify(draftOf(shown))
  useUnsavedWhile(isChanged)
  const set = (change: Partial<typeof draft>) => setDraft({ ...draft, ...change })
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const body = { ...draft, markets: [...draft.markets], retention: readDays(draft.retention) }
    await run(async () => onSaved((await api(adminSetInstallation, { body })).data))
  }
  return (
    <form onSubmit={(event) => void save(event)} aria-label="Installation" className="grid grid-cols-1 gap-4">
      {LINES.map(({ name, ...line }) => (
        <Field
          key={name}
          {...line}
          name={name}
          error={errorOf(name)}
          value={draft[name]}
          onChange={({ target: { value } }) => set({ [name]: value })}
        />
      ))}
      <Select
        label="Currency"
        name="currency"
        value={draft.currency}
        error={errorOf('currency')}
        onChange={(currency) => set({ currency: currency as Currency })}
      >
        {CURRENCIES.map((currency) => (
          <option key={currency} value={currency}>
            {CURRENCY_NAMES[currency]}
          </option>
        ))}
      </Select>
      <Choices
        legend="Markets: states where deals may be listed and places are found (none chosen: everywhere)"
        options={MARKETS}
        chosen={draft.markets}
        onChange={(markets) => set({ markets: [...markets] })}
      />
      <p className="text-sm text-text-2">
        In legal texts, start a heading with #, separate paragraphs with an empty line, and start each list
        item with -. Leave a text empty to use the product's template.
      </p>
      {TEXTS.map(({ name, label }) => (
        <div key={name}>
          <TextArea
            label={label}
            name={name}
            value={draft[name]}
            maxLength={LEGAL_TEXT_MAX_LENGTH}
            error={errorOf(name)}
            onChange={(text) => set({ [name]: text })}
          />
          <VersionNote version={shown[`${name}_version`]} />
        </div>
      ))}
      <RetentionFields
        days={draft.retention}
        errorOf={errorOf}
        onChange={(retention) => set({ retention })}
      />
      <FormProblem message={errorMessage} />
      <span className="flex items-center gap-3">
        <Button type="submit" variant="primary" isBusy={isBusy} disabled={!isChanged}>
          Save installation
        </Button>
        <span role="status" className="text-sm text-text-2">
          {isSaved && !isChanged ? 'Saved. Pages show it when they are loaded again.' : null}
        </span>
      </span>
    </form>
  )
}

const MARKETS = STATES.map(({ abbr, name }) => ({ id: abbr, label: name }))

const VersionNote = ({ version }: { version: string | null }) =>
  version === null ? null : (
    <p className="text-text-2 text-xs">In force since {longDayWords(version)}, when it was set.</p>
  )
