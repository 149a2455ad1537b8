/** A React page around the component of the guide: it opens a conversation, and takes the component out and puts it back. */

import { Messages } from 'guide'
import { StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'

function Page() {
  const [account, open] = useState(null)
  const [isShown, show] = useState(true)
  return (
    <>
      <button type="button" onClick={() => open(2)}>
        Second seller
      </button>
      <button type="button" onClick={() => show(!isShown)}>
        Show or hide
      </button>
      <div style={{ height: 500 }}>{isShown && <Messages account={account} />}</div>
    </>
  )
}

createRoot(document.querySelector('main')).render(
  <StrictMode>
    <Page />
  </StrictMode>,
)
