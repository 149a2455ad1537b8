// An ordinary host script under an extraordinary stylesheet.
import { connectMessengers } from '/hosts/demo-token.js'

connectMessengers()
