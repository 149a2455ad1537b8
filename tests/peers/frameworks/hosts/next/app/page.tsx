'use client'
import { useState } from 'react'
import { Messages } from './messages'

export default function Page() {
  const [account, open] = useState<number | null>(null)
  const [isShown, show] = useState(true)
  return (
    <main>
      <button type="button" onClick={() => open(2)}>
        Second seller
      </button>
      <button type="button" onClick={() => show(!isShown)}>
        Show or hide
      </button>
      <div style={{ height: 500 }}>{isShown && <Messages account={account} />}</div>
    </main>
  )
}
