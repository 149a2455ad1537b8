/** The switch of the marks of seen deals: of the account for who is logged in, else of this browser. Off removes what was kept. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState } from 'react'
import { areMarksOff, followAccount, setMarks } from '#marketplace/buyer/platform/seen-marks.ts'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { attempt } from '#marketplace/kit/attempt.ts'
import { Check } from '#marketplace/kit/ui/form-fields.tsx'
import { FormProblem } from '#marketplace/kit/ui/form-problem.tsx'
import { useAction } from '#marketplace/kit/use-action.ts'
import { listSeenDeals, setSeenDeals } from '#shared/contract/feed.ts'

const storage = () => window.localStorage

export function SeenMarksSwitch() {
  useSignals()
  const { api, user, tabBroadcast } = useServices()
  const { phase } = user.state.value
  const { errorMessage, run } = useAction()
  const [isOn, setOn] = useState(() => !areMarksOff(storage))
  useEffect(() => {
    if (phase !== 'user') return
    void attempt(api(listSeenDeals, {})).then((answer) => {
      if (answer.kind === 'failed') return
      followAccount(storage, answer.value.is_on)
      setOn(!areMarksOff(storage))
    })
  }, [phase, api])

  async function change(next: boolean) {
    setOn(next)
    const isSaved = await run(async () => {
      if (phase === 'user') await api(setSeenDeals, { body: { is_on: next } })
      setMarks(storage, next, phase === 'user' ? 'account' : 'browser')
      tabBroadcast.say('deal-marks')
    })
    if (!isSaved) setOn(!next)
  }
  return (
    <>
      <Check
        label={
          <>
            <span className="block font-semibold text-base">Mark deals I have seen</span>
            <span className="text-text-2">
              Turning this off deletes the record of the deals that you opened and of your last visit, and we
              stop keeping one.
            </span>
          </>
        }
        isChecked={isOn}
        onChange={(next) => void change(next)}
      />
      <FormProblem className="mt-1" message={errorMessage} />
    </>
  )
}
