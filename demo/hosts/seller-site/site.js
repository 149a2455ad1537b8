// The seller's own script: the page wrote the tag, this hands it the token of who is logged in.
import { connectMessengers } from '/hosts/demo-token.js'

connectMessengers()
