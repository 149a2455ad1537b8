/** The staff, and resetting the two-step login of a colleague who has lost everything. */
import { useCallback } from 'react'
import { usePages } from '#marketplace/admin/use-pages.ts'
import { ResetButton } from '#marketplace/kit/two-step/reset-button.tsx'
import { adminResetStaff, adminStaff, type TeammateWire } from '#shared/contract/two-step.ts'
import { List } from './list.tsx'
import type { OwnTabProps } from './tab-props.ts'

export function StaffTab({ api, staffId }: OwnTabProps) {
  const load = useCallback(() => api(adminStaff, {}), [api])
  const pages = usePages<TeammateWire>(load)
  const reset = async ({ id }: TeammateWire) => {
    await api(adminResetStaff, { params: { staff: id } })
    pages.reload()
  }
  return (
    <List
      pages={pages}
      columns={['Name', 'Email', 'Two-step login', 'Reset']}
      empty="No staff."
      keyOf={({ id }) => id}
      cells={(row) => [
        row.id === staffId ? `${row.name} (you)` : row.name,
        row.email,
        row.has_two_step ? 'On' : 'Off',
        <ResetButton
          key="reset"
          name={row.name}
          isDisabled={!row.has_two_step || row.id === staffId}
          onReset={() => reset(row)}
        >
          Reset
        </ResetButton>,
      ]}
    />
  )
}
