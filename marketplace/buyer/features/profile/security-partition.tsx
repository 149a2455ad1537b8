/** The password and the places of the customer's logins. */
import { useEffect, useState } from 'react'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import type { PartitionProps } from './partition-props.ts'
import { PasswordSection } from './password-section.tsx'
import { createSessionsModel } from './sessions-model.ts'
import { SessionsSection } from './sessions-section.tsx'

export default function SecurityPartition({ user }: PartitionProps) {
  const { api } = useServices()
  const [sessions] = useState(() => createSessionsModel(api))
  useEffect(() => void sessions.sessions.load(), [sessions])
  return (
    <>
      <PasswordSection user={user} onChanged={() => void sessions.sessions.load()} />
      <SessionsSection model={sessions} />
    </>
  )
}
