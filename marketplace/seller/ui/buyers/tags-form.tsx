/** Changes the tags of one buyer, as words between commas. */
import { type FormEvent, useId, useState } from 'react'
import { FormProblem } from '#marketplace/kit/ui/form-problem.tsx'
import { useAction } from '#marketplace/kit/use-action.ts'
import { useTypedInput } from '#marketplace/kit/use-unsaved.ts'
import type { SellerStore } from '#marketplace/seller/seller-model.ts'
import { BUYER_TAG_MAX_LENGTH, BUYER_TAGS_MAX } from '#shared/contract/campaign-limits.ts'
import type { SellerBuyerRowWire } from '#shared/contract/seller-buyers.ts'
import { Button } from '#shared/ui/button.tsx'

interface TagsFormProps {
  store: SellerStore
  row: SellerBuyerRowWire
  onClose: () => void
}

export function TagsForm({ store: { buyers }, row, onClose }: TagsFormProps) {
  const [text, setText] = useState(row.tags.join(', '))
  const { isBusy, errorMessage, run, marks, problemId } = useAction()
  const typedForm = useTypedInput()
  const id = useId()
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (await run(() => buyers.setTags(row.id, tagsIn(text)))) onClose()
  }
  return (
    <form
      ref={typedForm}
      onSubmit={(event) => void save(event)}
      className="flex flex-wrap items-end gap-2 ps-12"
    >
      <label htmlFor={id} className="grid min-w-52 flex-1 gap-1 font-medium text-sm">
        Tags, separated by commas
        <input
          {...marks('tags')}
          id={id}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          className="field-box font-regular"
        />
      </label>
      <Button type="submit" variant="primary" isBusy={isBusy}>
        Save tags
      </Button>
      <Button onClick={onClose}>Cancel</Button>
      <FormProblem id={problemId} className="basis-full" message={errorMessage} />
    </form>
  )
}

const tagsIn = (text: string): readonly string[] =>
  [...new Set(text.split(',').map((tag) => tag.trim().slice(0, BUYER_TAG_MAX_LENGTH)))]
    .filter(Boolean)
    .slice(0, BUYER_TAGS_MAX)
