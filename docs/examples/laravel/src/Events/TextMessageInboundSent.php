<?php

namespace Messenger\Events;

/** From the customer, for the customer's other devices. */
class TextMessageInboundSent extends TextMessageSent
{
}
