/** The people of a seller, and resetting the two-step login of one who has no colleague to ask. */
import { useCallback } from 'react'
import { usePages } from '#marketplace/admin/use-pages.ts'
import { ResetButton } from '#marketplace/kit/two-step/reset-button.tsx'
import { Modal } from '#marketplace/kit/ui/modal.tsx'
import { adminAccountMembers, adminResetMember, type TeammateWire } from '#shared/contract/two-step.ts'
import { List } from './list.tsx'
import type { TabProps } from './tab-props.ts'

interface PeopleDialogProps extends TabProps {
  account: number
  title: string
  onClose: () => void
}

export function PeopleDialog({ api, account, title, onClose }: PeopleDialogProps) {
  const load = useCallback(() => api(adminAccountMembers, { params: { account } }), [api, account])
  const pages = usePages<TeammateWire>(load)
  const reset = async ({ id }: TeammateWire) => {
    await api(adminResetMember, { params: { member: id } })
    pages.reload()
  }
  return (
    <Modal title={`People of ${title}`} onClose={onClose}>
      <List
        pages={pages}
        columns={['Name', 'Two-step login']}
        empty="Nobody."
        keyOf={({ id }) => id}
        cells={(row) => [
          <span key="name" className="grid">
            {row.name}
            <span className="text-text-3">{row.email}</span>
          </span>,
          <ResetButton key="reset" name={row.name} isDisabled={!row.has_two_step} onReset={() => reset(row)}>
            Reset
          </ResetButton>,
        ]}
      />
    </Modal>
  )
}
