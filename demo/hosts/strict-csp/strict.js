// Counts what the policy refuses, and shows it, so that a person sees what the browser test checks.
import { connectMessengers } from '/hosts/demo-token.js'

let count = 0
document.addEventListener('securitypolicyviolation', (event) => {
  count += 1
  const line = document.querySelector('#violations')
  line.dataset.count = String(count)
  line.textContent = `${count} violations; the last one: ${event.violatedDirective}, ${event.blockedURI}`
})

connectMessengers()
