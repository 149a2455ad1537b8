// Two people on one page: each element gets a token of its own and must never see the other's conversations.
import { connectMessengers } from '/hosts/demo-token.js'

connectMessengers()
