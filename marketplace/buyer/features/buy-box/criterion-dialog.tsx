/** One criterion as a form: a range or a list, and whether a deal that misses it is out. */
import { useState } from 'react'
import { focusWrong, formMessage } from '#marketplace/kit/attempt.ts'
import { DialogActions } from '#marketplace/kit/ui/dialog-actions.tsx'
import { Field } from '#marketplace/kit/ui/field.tsx'
import { FormProblem } from '#marketplace/kit/ui/form-problem.tsx'
import { Modal } from '#marketplace/kit/ui/modal.tsx'
import { toast } from '#marketplace/kit/ui/toast.ts'
import { useBusy } from '#marketplace/kit/use-action.ts'
import type { CriterionWire } from '#shared/contract/buy-box.ts'
import { CRITERIA, type CriterionKey } from '#shared/rules/buy-box.ts'
import type { BoxModel } from './box-model.ts'
import {
  criterionOf,
  type Draft,
  type DraftErrors,
  draftOf,
  fieldsOf,
  refusedOf,
} from './criterion-labels.ts'

export interface CriterionDialogProps {
  box: BoxModel
  criterionKey: CriterionKey
  known?: CriterionWire
  onClose: () => void
}

export function CriterionDialog({ box, criterionKey, known, onClose }: CriterionDialogProps) {
  const [draft, setDraft] = useState(() => draftOf(criterionKey, known))
  const [errors, setErrors] = useState<DraftErrors>({})
  const { isBusy, during } = useBusy()
  const [problem, setProblem] = useState<string | null>(null)
  const { label } = CRITERIA[criterionKey]

  async function save() {
    const made = criterionOf(draft)
    setErrors('errors' in made ? made.errors : {})
    if ('errors' in made) return focusWrong()
    if (await during(box.setCriterion(made.criterion))) {
      toast(`${label} saved`)
      return onClose()
    }
    const said = box.errors.peek()
    box.forgetProblem()
    setErrors(refusedOf(said, criterionKey))
    setProblem(formMessage(said, fieldsOf(criterionKey)))
    focusWrong()
  }

  return (
    <Modal
      title={label}
      onClose={onClose}
      footer={
        <DialogActions
          label="Save criterion"
          isBusy={isBusy}
          onCancel={onClose}
          onConfirm={() => void save()}
        />
      }
    >
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <Values draft={draft} errors={errors} onChange={setDraft} />
        <fieldset className="grid gap-1.5">
          <legend className="mb-1.5 font-label text-sm">How much it counts</legend>
          <Choice
            type="radio"
            isChecked={draft.isHard}
            onChange={() => setDraft({ ...draft, isHard: true })}
            label="Must have: other deals do not match"
          />
          <Choice
            type="radio"
            isChecked={!draft.isHard}
            onChange={() => setDraft({ ...draft, isHard: false })}
            label="Nice to have: other deals score lower"
          />
        </fieldset>
        {/* Enter in a field saves. */}
        <button type="submit" hidden />
      </form>
      <FormProblem className="mt-2" message={problem} />
    </Modal>
  )
}

const UNITS = { usd: '', percent: '%', count: '', sqft: 'sq ft', year: '' } as const

interface ValuesProps {
  draft: Draft
  errors: DraftErrors
  onChange: (draft: Draft) => void
}

export function Values({ draft, errors, onChange }: ValuesProps) {
  const rule = CRITERIA[draft.key]
  if (rule.kind === 'list')
    return (
      <fieldset className="grid gap-1.5" data-wrong={errors.any_of ? true : undefined}>
        <legend className="mb-1.5 font-label text-sm">{rule.label}</legend>
        <div className="grid gap-x-4 gap-y-1.5 sheet:grid-cols-2">
          {rule.choices.map((choice) => (
            <Choice
              key={choice.id}
              type="checkbox"
              isChecked={draft.anyOf.includes(choice.id)}
              label={choice.label}
              onChange={(isChecked) =>
                onChange({
                  ...draft,
                  anyOf: isChecked
                    ? [...draft.anyOf, choice.id]
                    : draft.anyOf.filter((one) => one !== choice.id),
                })
              }
            />
          ))}
        </div>
        <FormProblem className="mt-2" message={errors.any_of} />
      </fieldset>
    )
  const unit = UNITS[rule.unit]
  return (
    <div className="grid items-start gap-3 sheet:grid-cols-2">
      {(['min', 'max'] as const).map((field) => (
        <Field
          key={field}
          label={`${rule.label}, at ${field === 'min' ? 'least' : 'most'}`}
          name={`${draft.key}-${field}`}
          inputMode="decimal"
          autoComplete="off"
          isMoney={rule.unit === 'usd'}
          placeholder="Any"
          value={draft[field]}
          error={errors[field] ?? null}
          {...(unit ? { trailing: <Unit>{unit}</Unit> } : {})}
          onChange={(event) => onChange({ ...draft, [field]: event.currentTarget.value })}
        />
      ))}
    </div>
  )
}

const Unit = ({ children }: { children: string }) => <span className="flex-none text-text-3">{children}</span>

interface ChoiceProps {
  type: 'radio' | 'checkbox'
  label: string
  isChecked: boolean
  onChange: (isChecked: boolean) => void
}

function Choice({ type, label, isChecked, onChange }: ChoiceProps) {
  return (
    <label className="flex min-h-7 cursor-pointer items-center gap-2.5 pointer-coarse:min-h-11">
      <input
        type={type}
        checked={isChecked}
        onChange={(event) => onChange(event.currentTarget.checked)}
        className="size-4 flex-none accent-(--color-accent)"
      />
      {label}
    </label>
  )
}
