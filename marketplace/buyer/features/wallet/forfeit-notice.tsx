/** Says that the deposit is to be kept, why and from when, and takes the objection. */

import { useState } from 'react'
import { Note } from '#marketplace/buyer/ui/partition-parts.tsx'
import { BRAND } from '#marketplace/kit/brand.ts'
import { momentWords } from '#marketplace/kit/date-labels.ts'
import { TextArea } from '#marketplace/kit/ui/form-fields.tsx'
import { FormProblem } from '#marketplace/kit/ui/form-problem.tsx'
import { useAction } from '#marketplace/kit/use-action.ts'
import { useTypedInput } from '#marketplace/kit/use-unsaved.ts'
import type { DepositWire } from '#shared/contract/money.ts'
import { Button } from '#shared/ui/button.tsx'
import type { DepositModel } from './deposit-model.ts'

const OBJECTION_MIN = 10
const OBJECTION_MAX = 2000
const TOO_SHORT = { fields: { text: 'Say in a sentence why it should come back.' }, message: null }

interface ForfeitNoticeProps {
  depositId: number
  forfeit: NonNullable<DepositWire['forfeit']>
  model: DepositModel
}

export function ForfeitNotice({ depositId, forfeit, model }: ForfeitNoticeProps) {
  return (
    <section aria-label="Proposal to keep the deposit" className="mt-4 grid gap-3">
      <Note tone="warn">
        <p className="font-semibold">{BRAND}’s staff propose to keep this deposit.</p>
        <p>{forfeit.reason}</p>
        <p>It is decided after {momentWords(forfeit.decided_after)}. Until then nothing is taken.</p>
      </Note>
      {forfeit.appeal ? (
        <p className="wrap-anywhere text-sm text-text-2">You objected: {forfeit.appeal}</p>
      ) : (
        <Objection depositId={depositId} model={model} />
      )}
    </section>
  )
}

function Objection({ depositId, model }: Omit<ForfeitNoticeProps, 'forfeit'>) {
  const typed = useTypedInput()
  const [text, setText] = useState('')
  const { isBusy, errorMessage, run, refuse, errorOf } = useAction(['text'])
  function send() {
    if (text.trim().length < OBJECTION_MIN) refuse(TOO_SHORT)
    else void run(() => model.object(depositId, text.trim()))
  }
  return (
    <div ref={typed} className="grid max-w-[62ch] gap-3">
      <TextArea
        label="Your objection"
        name="objection"
        value={text}
        maxLength={OBJECTION_MAX}
        error={errorOf('text')}
        onChange={setText}
      />
      <FormProblem message={errorMessage} />
      <Button className="justify-self-start" isBusy={isBusy} onClick={send}>
        Send objection
      </Button>
    </div>
  )
}
