/** The third of the three: LLCs and trusts for the Smart Buy Box. */
import { EntityForm } from '#marketplace/buyer/ui/company-select/entity-form.tsx'
import type { EntityForm as Form } from '#marketplace/buyer/ui/company-select/entity-form-model.ts'
import { OtherWays, SetupFrame } from './setup-frame.tsx'
import type { SetupModel } from './setup-model.ts'

export function EntitySelector({ act, form }: { act: SetupModel['act']; form: Form }) {
  return (
    <SetupFrame title="Link Your LLC or Trust">
      <EntityForm form={form}>
        <OtherWays
          other="Or, Set up my buy box manually"
          onOther={() => act({ type: 'manual' })}
          onBack={() => act({ type: 'back' })}
        />
      </EntityForm>
    </SetupFrame>
  )
}
