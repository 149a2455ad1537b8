/** Starts the console of the house's own people. */
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createConsoleSession } from './console-session.ts'
import './main.css'
import { Console } from './ui/console.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root.')
createRoot(root).render(
  <StrictMode>
    <Console session={createConsoleSession(window.location.origin)} />
  </StrictMode>,
)
