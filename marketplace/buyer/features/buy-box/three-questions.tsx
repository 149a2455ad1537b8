/** Asked when too few purchases are known to learn from (BOX-26): price, property type and strategy. */
import { useSignals } from '@preact/signals-react/runtime'
import { type FormEvent, useState } from 'react'
import { focusWrong, formMessage } from '#marketplace/kit/attempt.ts'
import { FormProblem } from '#marketplace/kit/ui/form-problem.tsx'
import { useUnsavedWhile } from '#marketplace/kit/use-unsaved.ts'
import type { CriterionWire } from '#shared/contract/buy-box.ts'
import type { CriterionKey } from '#shared/rules/buy-box.ts'
import { isBlank } from '#shared/rules/validation.ts'
import { Button } from '#shared/ui/button.tsx'
import type { BoxModel } from './box-model.ts'
import { Values } from './criterion-dialog.tsx'
import {
  criterionOf,
  type Draft,
  type DraftErrors,
  draftOf,
  fieldsOf,
  refusedOf,
} from './criterion-labels.ts'

const QUESTIONS = [
  { key: 'price', text: 'What do you pay for a property?' },
  { key: 'property_types', text: 'What do you buy?' },
  { key: 'strategy', text: 'What do you do with it?' },
] as const satisfies readonly { key: CriterionKey; text: string }[]

type Answers = Readonly<Partial<Record<CriterionKey, Draft>>>

export function ThreeQuestions({ box }: { box: BoxModel }) {
  useSignals()
  const open = QUESTIONS.filter(({ key }) => !box.box.value.criteria.some((one) => one.key === key))
  const [answers, setAnswers] = useState<Answers>({})
  const [errors, setErrors] = useState<Partial<Record<CriterionKey, DraftErrors>>>({})
  const [problem, setProblem] = useState<string | null>(null)
  const given = open.flatMap(({ key }) => {
    const draft = answers[key]
    return draft && !isUnanswered(draft) ? [draft] : []
  })
  useUnsavedWhile(given.length > 0)
  if (open.length === 0) return null

  async function submit(event: FormEvent) {
    event.preventDefault()
    const made = given.map((draft) => ({ key: draft.key, ...criterionOf(draft) }))
    const wrong = made.flatMap((one) => ('errors' in one ? [[one.key, one.errors] as const] : []))
    setErrors(Object.fromEntries(wrong))
    if (wrong.length > 0) return focusWrong()
    if (made.length === 0) return
    const criteria: CriterionWire[] = made.flatMap((one) => ('criterion' in one ? [one.criterion] : []))
    setProblem(null)
    if (await box.save({ criteria: [...box.box.peek().criteria, ...criteria] })) return
    const said = box.errors.peek()
    box.forgetProblem()
    setErrors(Object.fromEntries(given.map(({ key }) => [key, refusedOf(said, key)])))
    setProblem(
      formMessage(
        said,
        given.flatMap(({ key }) => fieldsOf(key)),
      ),
    )
    focusWrong()
  }

  return (
    <form
      noValidate
      onSubmit={(event) => void submit(event)}
      className="grid gap-5 rounded-lg border border-line p-4"
    >
      {open.map(({ key, text }) => (
        <div key={key}>
          <h4 className="mb-2 font-label">{text}</h4>
          <Values
            draft={answers[key] ?? draftOf(key)}
            errors={errors[key] ?? {}}
            onChange={(draft) => setAnswers({ ...answers, [key]: draft })}
          />
        </div>
      ))}
      <div>
        <Button type="submit" variant="primary" className="pointer-coarse:h-11" isBusy={box.isSaving.value}>
          Save answers
        </Button>
        <FormProblem className="mt-2" message={problem} />
      </div>
    </form>
  )
}

const isUnanswered = (draft: Draft): boolean =>
  isBlank(draft.min) && isBlank(draft.max) && draft.anyOf.length === 0
